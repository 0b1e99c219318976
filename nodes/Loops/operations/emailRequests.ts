import type { IDataObject } from 'n8n-workflow';

import { answersAbout, answersWith, contentCall } from '../account/content';
import type { LoopsRequest } from '../http/request';
import { listed } from '../values/format';
import { InvalidValue } from '../values/invalidValue';

const PATH = '/email-messages';

const notFound = {
	status: 404,
	problem: 'Loops has no email message with this ID',
	hint: "Take it from the field 'emailMessageId' of a campaign, or from a draft of a transactional email",
};

const isMjml = {
	status: 409,
	says: /mjml/i,
	problem: 'This email message is written in MJML',
	hint: 'The API takes only emails that were made in the editor of Loops or in LMX. Change this one in Loops',
};

export const refusals = [notFound, isMjml];

export const messageCall = (id: string): LoopsRequest =>
	contentCall({
		method: 'GET',
		path: `${PATH}/${id}`,
		isAnswer: answersAbout(id),
		refusals,
	});

/** The spec allows null instead of an ID. */
export function messageIdOf(id: unknown, what: string): string {
	if (typeof id === 'string') return id;
	throw new InvalidValue(
		`The ${what} has no email message`,
		'Open it in Loops, and write it there',
	);
}

/** What Loops checks before an email can be sent. */
export const guardianCall = (id: string): LoopsRequest =>
	contentCall({
		method: 'GET',
		path: `${PATH}/${id}/guardian`,
		isAnswer: answersWith('errors', 'warnings'),
		refusals,
	});

/** Writes over one revision only, so that no other change is lost. Null is what Loops has before the first. */
export function writeMessage(
	id: string,
	revision: string | null | undefined,
	content: IDataObject,
): LoopsRequest {
	const changed = new InvalidValue(
		'The email message has changed since this item read it',
		"The node can't tell whether this change was made before. Look at it in Loops, then run this item again",
	);
	return contentCall({
		method: 'POST',
		path: `${PATH}/${id}`,
		body: { ...(revision && { expectedRevisionId: revision }), ...content },
		isAnswer: answersAbout(id),
		repeat: {
			kind: 'lookUp',
			request: messageCall(id),
			found: (answer) => {
				const now = answer as IDataObject;
				if (isWritten(content, now)) return now;
				return now.contentRevisionId === revision ? undefined : changed;
			},
		},
		refusals: [
			...refusals,
			{
				status: 409,
				problem: 'Loops did not change the email message',
				hint: 'It has changed since it was read, or is no longer a draft. Read it again before you change it',
			},
			{
				status: 422,
				problem: 'Loops refused the content',
				hint: 'Use only tags of LMX, close each one, and escape < and & in text',
			},
		],
	});
}

const isWritten = (content: IDataObject, now: IDataObject): boolean =>
	Object.entries(content).every(([name, value]) => {
		// Loops leaves out what is empty, such as a CC.
		if (typeof value !== 'object' || value === null) return (now[name] ?? '') === value;
		const merged = (now[name] ?? {}) as IDataObject;
		return Object.entries(value).every(([key, each]) => (merged[key] ?? null) === each);
	});

export interface Guardian {
	errors: Finding[];
	warnings: Finding[];
}

/** `items` are the places in the email. */
interface Finding {
	rule: string;
	title: string;
	items: Array<{ label: string }>;
}

const inWords = ({ title, items }: Finding): string =>
	items.length > 0 ? `${title} (${listed(items.map(({ label }) => label))})` : title;

/**
 * Refuses an email that can't be sent. Loops itself accepts an empty subject and empty content.
 * @throws InvalidValue
 */
export function checkMessage(message: IDataObject, { errors }: Guardian): void {
	const empty = (['subject', 'lmx'] as const).find((name) => !message[name]);
	if (empty) {
		throw new InvalidValue(
			`The email has no ${empty === 'lmx' ? 'content' : 'subject'}`,
			"Write it with 'Email Message > Update' or in Loops",
		);
	}
	if (errors.length === 0) return;
	throw new InvalidValue(
		`The email has errors: ${listed(errors.map(inWords))}`,
		"Correct its content. 'Email Message > Check' lists the errors",
	);
}

export const warningsOf = ({ warnings }: Guardian): string[] => warnings.map(inWords);

/** Data variables that an email needs, since they have no fallback. */
export const variablesIn = ({ subject, previewText, lmx, dataVariablesFallbacks }: IDataObject) => {
	const texts = [subject, previewText, lmx].join(' ');
	const names = [...texts.matchAll(/\{data\.([\w-]+)\}/g)].map(([, name]) => name);
	const fallbacks = (dataVariablesFallbacks ?? {}) as IDataObject;
	return [...new Set(names)].filter((name) => !Object.hasOwn(fallbacks, name));
};
