import { problems } from '../../../credentials/LoopsApi.credentials';

/** What is wrong, and what to do about it. */
export interface Message {
	problem: string;
	hint: string;
}

/** Messages that several parts of the node share. */
export const messages = {
	...problems,
	notEnabled: {
		problem: 'Loops accepts this API key, but not for this call',
		hint: 'It may not be enabled for your team, as parts of the Loops API are: ask the support of Loops to enable it',
	},
	noContact: 'No contact has this email or user ID',
	runLater: 'Run it again later',
};

/** Labels of the form by Loops' names. */
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

/** `attachments` of `attachments[0].data` */
export const rootOf = (path: string): string => path.split(/[.[]/)[0];

/** Names a part of a request as the form does; `own` holds the labels that differ between forms. */
export function labelOf(path: string, own: Record<string, string[]> = {}): string {
	const part = rootOf(path);
	const labels = (Object.hasOwn(own, part) && own[part]) || LABELS.get(part);
	if (!labels?.length) return `'${path}'`;
	const label = `'${[labels].flat().join("' or '")}'`;
	return part === path ? label : `${label} (${path})`;
}

/** Counts from 0, as n8n's editor does in errors without it. */
export const atItem = (index: number | undefined): string =>
	index === undefined ? '' : ` [item ${index}]`;

/** A hint for a value that an expression gives. */
export const checkExpression = (what: string): string =>
	`Check that its expression gives ${what} in this item`;

const MAX_SHOWN = 60;

export function truncate(text: string): string {
	// A character takes two places at most.
	const characters = [...text.slice(0, 2 * MAX_SHOWN + 2)];
	return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text;
}

/** A name from outside for a message: short, and on one line. */
export const formatName = (name: string): string => truncate(name.replace(/[\s\p{Cc}]+/gu, ' '));

/** With a capital letter and an end. */
export function sentence(text: string): string {
	const [first = ''] = text;
	const whole = first.toUpperCase() + text.slice(first.length);
	return /[.?!…]$/.test(whole) ? whole : `${whole}.`;
}
