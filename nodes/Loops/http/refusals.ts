import { isRefusal, type LoopsRequest, type Outcome, type Refusal } from './request';
import { labelOf, rootOf, type Message, messages } from './sentences';

/** What an answer says, and the part of the request that it says it about. */
export interface Said {
	text: string;
	path?: string;
}

const { badKey, noAccess, notLoops } = messages;

/** What a refusal by Loops itself means, where the operation does not know better. */
const REFUSALS: Partial<Record<number, Message>> = {
	401: badKey,
	403: noAccess,
	405: notLoops,
	413: {
		problem: 'The request is too large for Loops',
		hint: 'Loops takes at most 4 MB per request, attachments in base64 included. Send less or smaller attachments',
	},
};

/** Of somebody else these say nothing about contacts and keys. */
const AMBIGUOUS_STATUS = [404, 409];

/** What a refusal means, and what to do. */
export function refusal(request: LoopsRequest, outcome: Outcome, said: Said): Message {
	const { path } = said;
	const { statusCode = 0 } = outcome;
	const isForeign = isPage(outcome)
		? statusCode !== 413
		: AMBIGUOUS_STATUS.includes(statusCode) && !isRefusal(outcome);
	const ofOperation = request.refusals?.find(
		(each) => each.status === statusCode && isAbout(each, said),
	);
	return {
		problem:
			path === undefined
				? 'Loops refused the request'
				: `Loops refused ${labelOf(path, request.labels)}`,
		hint: 'Check the values of this item against the description of the fields',
		...(isForeign ? notLoops : (ofOperation ?? REFUSALS[statusCode])),
	};
}

function isAbout({ path, part, says }: Refusal, said: Said): boolean {
	if (said.path === undefined) return says?.test(said.text) ?? (path ?? part) === undefined;
	return (path ?? part ?? says) === undefined || path === said.path || part === rootOf(said.path);
}

/** HTML or text: Loops itself speaks JSON. */
const isPage = ({ body }: Outcome) => typeof body === 'string' && body !== '';
