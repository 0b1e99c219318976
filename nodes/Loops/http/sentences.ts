import { problems } from '../../../credentials/LoopsApi.credentials';

/** What is wrong, and the way out of it: the two parts of every message. */
export interface Message {
	problem: string;
	hint: string;
}

/** What several parts of the node say, in one place. The credential test says some of it, too. */
export const messages = {
	...problems,
	notEnabled: {
		problem: 'Loops accepts this API key, but not for this call',
		hint: 'It may not be enabled for your team, as parts of the Loops API are: ask the support of Loops to enable it',
	},
	noContact: 'No contact has this email or user ID',
	unknownFate: 'It is not known whether Loops processed the request',
	runLater: 'Run it again later',
};

/** Names that Loops uses, as the form calls them. */
const LABELS = new Map([
	['addToAudience', 'Add to Audience'],
	['attachments', 'Attachments'],
	['cursor', 'One Page From Cursor'],
	['dataVariables', 'Data Variables'],
	['email', 'Email'],
	['eventName', 'Event Name'],
	['eventProperties', 'Event Properties'],
	['name', 'Name'],
	['perPage', 'Page Size'],
	['subscribed', 'Subscription (All Emails)'],
	['transactionalId', 'Transactional Email'],
	['type', 'Type'],
	['userId', 'User ID'],
]);

/** The part of the body that a path is in: `attachments` of `attachments[0].data`. */
export const rootOf = (path: string): string => path.split(/[.[]/)[0];

/**
 * A part of a request in the words of the form: 'Data Variables' for `dataVariables`. `own` are those of
 * the form that are not the same in all.
 */
export function labelOf(path: string, own: Record<string, string[]> = {}): string {
	const part = rootOf(path);
	const labels = (Object.hasOwn(own, part) && own[part]) || LABELS.get(part);
	if (!labels?.length) return `'${path}'`;
	const label = [labels]
		.flat()
		.map((each) => `'${each}'`)
		.join(' or ');
	return part === path ? label : `${label} (${path})`;
}

/** As n8n counts items, from 0: its editor adds the same to an error that lacks it. */
export const atItem = (index: number | undefined): string =>
	index === undefined ? '' : ` [item ${index}]`;

/** The way out where a value has come of an expression. */
export const checkExpression = (what: string): string =>
	`Check that its expression gives ${what} in this item`;

const MAX_SHOWN = 60;

/** Text as it may appear in a message: short. */
export function truncate(text: string): string {
	// A character takes two places at most.
	const characters = [...text.slice(0, 2 * MAX_SHOWN + 2)];
	return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text;
}

/** A name that anybody may have given, as it may appear in a message: short, and on one line. */
export const formatName = (name: string): string => truncate(name.replace(/[\s\p{Cc}]+/gu, ' '));

/** With a capital letter and an end. */
export function sentence(text: string): string {
	const [first = ''] = text;
	const whole = first.toUpperCase() + text.slice(first.length);
	return /[.?!…]$/.test(whole) ? whole : `${whole}.`;
}
