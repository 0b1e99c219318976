import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall } from '../../api/content';
import { type Caller, isRejection, type LoopsRequest, type Outcome } from '../../http/request';
import { type Body, fromLoops } from '../../values/checked';
import { listed } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';
import { getById, getCall, type Resource } from '../base/builders';
import {
	campaign,
	emailMessage,
	notLmx,
	segment as segmentResource,
	unknownMessage,
} from '../base/resources';
import { approvalOf, changedFields, labelsOf } from './approval';

/** A change of a campaign that is no draft reaches its audience: it may go out at any time. */
export async function campaignReached(get: Caller, id: string): Promise<string[]> {
	const { status } = await getById(get, campaign, id);
	return status === 'Draft' ? [] : ['the audience of a campaign that is not a draft'];
}

/** Every send of a transactional email has its published content, whichever credential sends it. */
export const publishedReached = (): string[] => ['everyone who is sent this transactional email'];

/**
 * An email, or only its ID if Loops refuses to show it: with 409 one in MJML, with 404 one that is gone.
 */
export async function getIfShown(get: Caller, id: string, ...statuses: number[]) {
	const call = getCall(emailMessage, id);
	const isHidden = (outcome: Outcome) =>
		statuses.includes(outcome.statusCode ?? 0) && isRejection(outcome, call);
	const answer = asRecord(
		await get({ ...call, isAnswer: (outcome) => call.isAnswer(outcome) || isHidden(outcome) }),
	);
	return answer.id === id ? answer : { id };
}

export const isShown = (message: IDataObject): boolean => Object.keys(message).length > 1;

/** Fields that do not tell two emails apart. Only the answer to a change has warnings. */
const NOT_COMPARED = ['updatedAt', 'warnings'];

/** Revisions alone may be null or repeated. */
const isSameEmail = (before: IDataObject, now: IDataObject): boolean =>
	Object.keys({ ...before, ...now })
		.filter((name) => !NOT_COMPARED.includes(name))
		.every((name) => JSON.stringify(now[name] ?? '') === JSON.stringify(before[name] ?? ''));

/**
 * Verifies right before an email goes out that nothing has changed since its check: the fields `names`
 * of its owner, the whole email, and the segment of a campaign.
 */
export const confirmEmailUnchanged =
	(
		of: Resource,
		owner: IDataObject,
		names: string[],
		message: IDataObject,
		segment?: IDataObject,
	) =>
	async (get: Caller) => {
		// In parallel, so that little can change between the reads.
		const [ownerNow, messageNow, segmentNow] = (await Promise.all([
			get(getCall(of, String(owner.id))),
			getIfShown(get, String(message.id), ...(isShown(message) ? [] : [409])),
			segment && get(getCall(segmentResource, String(segment.id))),
		])) as IDataObject[];
		const before = approvalOf({ message, campaign: owner, segment });
		const now = { message: messageNow, campaign: ownerNow, segment: segmentNow };
		const changed = changedFields(before, approvalOf(now));
		const isSame =
			names.every((name) => JSON.stringify(ownerNow[name]) === JSON.stringify(owner[name])) &&
			isSameEmail(message, messageNow);
		if (isSame && changed.length === 0) return;
		throw new ItemRefused(
			`The ${of.noun} has changed since the node checked it${changed.length > 0 ? `: ${listed(changed)}` : ''}`,
			'Check the change in Loops, then run the workflow again with this item',
		);
	};

/** The revision that an answer gave, or else the current one: a change without one may overwrite another. */
export const revisionOf = async (given: unknown, id: string, get: Caller): Promise<unknown> =>
	given ?? asRecord(await get(getCall(emailMessage, id))).contentRevisionId;

export const NO_DRAFT = {
	problem: 'The email message is no longer a draft',
	hint: "Loops' API can't change scheduled or sent emails. If the email is scheduled, cancel the schedule in Loops first",
};

/**
 * Overwrites one revision only, so that no other change is lost. Null stands for an email without one. `verify` is the
 * last check before the call.
 */
export function messageCall(
	id: string,
	revision: unknown,
	content: Body,
	verify?: LoopsRequest['beforeAttempt'],
): LoopsRequest {
	const changed = new ItemRefused(
		'The email message has changed since the node read it',
		"The node can't tell whether an earlier attempt made this change. Check the email in Loops, then run the workflow again with this item",
	);
	return contentCall({
		method: 'POST',
		path: `${emailMessage.path}/${id}`,
		body: { ...(revision ? { expectedRevisionId: fromLoops(revision) } : {}), ...content },
		isAnswer: answersAbout(id),
		...((!revision || verify) && {
			beforeAttempt: async (get) => {
				// Without a revision, Loops would let it overwrite another one.
				const now = revision ? {} : asRecord(await get(getCall(emailMessage, id)));
				if (now.contentRevisionId) throw changed;
				await verify?.(get);
			},
		}),
		repeat: {
			kind: 'checkFirst',
			request: getCall(emailMessage, id),
			found: (answer) => {
				const now = answer as IDataObject;
				if (isWritten(content, now)) return now;
				return now.contentRevisionId === revision ? undefined : changed;
			},
		},
		rejections: [
			unknownMessage,
			{ ...notLmx, says: /mjml/i },
			{
				status: 409,
				says: /draft/i, // contract: message-not-draft
				...NO_DRAFT,
			},
			{
				status: 409,
				problem: 'Loops did not change the email message', // contract: message-stale
				hint: 'The email has changed since the workflow read it. Get the email again, then repeat the change',
			},
			{
				status: 422,
				problem: 'Loops refused the content',
				hint: 'Use only LMX tags with text in them, such as Paragraph, and close each tag. Escape the less-than sign and &. Write braces only around variables',
			},
		],
	});
}

/** Whether the email has what a change gave. */
export const isWritten = (content: Body, now: IDataObject): boolean =>
	Object.entries(content).every(([name, value]) => {
		// Loops leaves out what is empty, such as a CC.
		if (typeof value !== 'object' || value === null) return (now[name] ?? '') === value;
		const merged = asRecord(now[name]);
		return Object.entries(value).every(([key, each]) => (merged[key] ?? null) === each);
	});

/** Warns of what was given and Loops left empty, such as a CC that is not enabled for the team. */
export function droppedWarnings(content: Body, now: IDataObject): string[] {
	const isDropped = (name: string) =>
		typeof content[name] === 'object'
			? Object.entries(content[name] ?? {}).some(
					([key, value]) => value && !asRecord(now[name])[key],
				)
			: content[name] && !now[name];
	const dropped = labelsOf(Object.keys(content).filter(isDropped));
	return dropped
		? [`Loops saved everything except ${dropped}. If you need this, ask Loops support to enable it`]
		: [];
}

/**
 * The item's warnings and those in Loops' answer to a change, in Loops' shape. They are part of the output, because
 * nobody sees the hints of a scheduled run.
 */
export const withOwn = (
	warnings: string[],
	{ warnings: given = [] }: IDataObject,
): IDataObject[] => [
	...warnings.map((message) => ({ severity: 'warning', message })),
	...([given].flat() as IDataObject[]),
];

/** Data variables that an email needs, since they have no fallback. */
export const variablesIn = ({ subject, previewText, lmx, dataVariablesFallbacks }: IDataObject) => {
	const texts = [subject, previewText, lmx].join(' ');
	const names = [...texts.matchAll(/\{data\.([\w.-]+)\}/g)].map(([, name]) => name);
	const fallbacks = asRecord(dataVariablesFallbacks);
	return [...new Set(names)].filter((name) => !Object.hasOwn(fallbacks, name));
};

/** The addresses that get copies of an email. */
export const copiesOf = ({ ccEmail, bccEmail }: Body): string[] =>
	[ccEmail, bccEmail].filter(Boolean).map(String);
