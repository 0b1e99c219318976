import type { Emulator } from '../emulator/server.mts';
import type { Changes } from './changes.mts';
import type { Answer, Service } from './service.mts';

/** Where a statement comes from if not from Loops' own pages and clients: a record of the live service, or nowhere. */
export type Source = 'seen' | 'guessed';

/**
 * What a check may do to the account: `read` sends GET alone, `write` makes what is removed again, `drafts`
 * what no call removes, `send` emails to the recipient, `schedule` a campaign to nobody.
 */
export const EFFECTS = ['read', 'write', 'drafts', 'send', 'schedule'] as const;
export type Effect = (typeof EFFECTS)[number];

/** A statement about Loops that the node relies on. */
export interface Assumption {
	/** Kept for ever: comments, docs and reports refer to it. */
	id: string;
	/** A sentence. */
	says: string;
	source?: Source;
	/** What of the node depends on it. */
	reliedOnBy: string;
	/** What to do if it does not hold, beyond a change where it is named. */
	ifNot?: string;
	/** Absent where only the emulator is asked. */
	effect?: Effect;
	/** The requests that may change something, each with how often it is sent. */
	changes?: Changes;
	/** What stays in Loops for good if the answers are as assumed, or if they are not. */
	leaves?: string;
	/**
	 * @throws Difference where the service does otherwise
	 * @throws NotChecked where the account lacks what it takes
	 */
	check?(service: Service): Promise<void>;
	/** Instead of `check`: needs what no call makes happen, or would leave something in an account. */
	onEmulator?(service: Service, emulator: Emulator): Promise<void>;
}

/** Assumptions whose checks do the same to the account. */
export const allWith = (effect: Effect, all: Array<Omit<Assumption, 'effect'>>): Assumption[] =>
	all.map((each) => ({ ...each, effect }));

/** The service does something else. */
export class Difference extends Error {
	constructor(
		readonly expected: string,
		readonly seen: string,
	) {
		super(`expected ${expected}, saw ${seen}`);
		this.name = 'Difference';
	}
}

/** The account lacks what the check takes. */
export class NotChecked extends Error {
	override name = 'NotChecked';
}

/** Loops answers 401 where the key is good. */
export class NotEnabled extends NotChecked {
	constructor(readonly answer: Answer) {
		super('not enabled for this team (401)');
	}
}

/** The check could not be carried through; with `isEnd` no other can. */
export class Unfinished extends Error {
	constructor(
		message: string,
		readonly isEnd = false,
	) {
		super(message);
		this.name = 'Unfinished';
	}
}

/** Asks for a status; `body` may ask for more. */
export function expectAnswer(
	answer: Answer,
	status: number,
	body?: { of: string; is: (body: unknown) => boolean },
): void {
	if (answer.status !== status) throw new Difference(`HTTP ${status}`, seenIn(answer));
	if (body && !body.is(answer.body)) throw new Difference(body.of, seenIn(answer));
}

export function expectSame(seen: unknown, expected: unknown): void {
	const [one, other] = [seen, expected].map((each) => String(JSON.stringify(each)));
	if (one !== other) throw new Difference(other, one.slice(0, LONGEST));
}

/** Characters kept of what a service says. */
const LONGEST = 300;

/** What an answer was, as far as a report may show it: its status and the form of its body. */
export const seenIn = ({ status, body }: Answer): string =>
	`HTTP ${status} ${formOf(body).slice(0, LONGEST)}`;

/** Names and types, without values; `message` and `error` with their text, which Loops writes. */
function formOf(value: unknown, depth = 0): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return value.length > 0 ? `[${formOf(value[0], depth + 1)}]` : '[]';
	if (typeof value !== 'object') return typeof value;
	if (depth > 2) return '{…}';
	const fields = Object.entries(value).map(([name, each]) =>
		['message', 'error'].includes(name) && typeof each === 'string'
			? `${name}: ${JSON.stringify(each)}`
			: name === 'success'
				? `success: ${String(each)}`
				: `${name}: ${formOf(each, depth + 1)}`,
	);
	return `{ ${fields.join(', ')} }`;
}

type Fields = Record<string, unknown>;

/** The fields of a body, none where it has no fields. */
export const fieldsOf = ({ body }: Answer): Fields => (isRecord(body) ? body : {});

export const isRecord = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The envelope of a refusal. */
export const refusal = {
	of: 'a body with success: false and a message',
	is: (body: unknown) =>
		isRecord(body) && body.success === false && typeof body.message === 'string',
};

/** A refusal, or one of these messages without `success`, as in the fixtures of Loops' Go client and CLI. */
export const refusalOr = (...messages: string[]) => ({
	of: `${refusal.of}, or the message "${messages.join('" or "')}"`,
	is: (body: unknown) =>
		refusal.is(body) || (isRecord(body) && messages.includes(String(body.message))),
});

/** A refusal of the content API. */
export const withMessage = (words = /./) => ({
	of: words.source === '.' ? 'a message' : `a message with ${words.source}`,
	is: (body: unknown) =>
		isRecord(body) && typeof body.message === 'string' && words.test(body.message),
});

export const success = {
	of: 'a body with success: true',
	is: (body: unknown) => isRecord(body) && body.success === true,
};

/** An array whose entries have these fields. */
export const listOf = (...fields: string[]) => ({
	of: `an array of objects with ${fields.join(', ')}`,
	is: (body: unknown) =>
		Array.isArray(body) &&
		body.every((entry) => isRecord(entry) && fields.every((field) => field in entry)),
});

/** One page of a list with cursors. */
export const pageOf = (...fields: string[]) => ({
	of: `a page: pagination.nextCursor, and data of objects with ${fields.join(', ')}`,
	is: (body: unknown) =>
		isRecord(body) &&
		isRecord(body.pagination) &&
		'nextCursor' in body.pagination &&
		listOf(...fields).is(body.data),
});
