import { readFileSync } from 'node:fs';
import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { Seed } from '../../emulator/seed.mts';
import { type Rig, type LoopsRun, useEmulator } from '../../harness/loops.mts';
import { perKey, perRawKey } from '../../harness/sendOnce.mts';

/** The lines of a file of this folder, or its blocks. */
export const linesOf = (file: string, separator = '\n'): string[] =>
	readFileSync(new URL(file, import.meta.url), 'utf8')
		.split(separator)
		.filter(Boolean);

export const TEMPLATE = 'cm8tx0corpus00000000001a';
export const LIST = 'cm9list0corpus0000000001';
export const EVENT = 'ordinary';

const shipped = JSON.parse(
	readFileSync(new URL('../../emulator/seed.json', import.meta.url), 'utf8'),
) as Seed;

/** An account that knows the given events, and the values `text`, `number`, `isTrue` and `date`. */
export const accountWith = (seed: Partial<Seed> = {}): Seed => ({
	...shipped,
	contacts: [],
	mailingLists: [{ id: LIST, name: 'News' }],
	properties: [
		{ key: 'text', type: 'string' },
		{ key: 'number', type: 'number' },
		{ key: 'isTrue', type: 'boolean' },
		{ key: 'date', type: 'date' },
	],
	templates: [
		{ id: TEMPLATE, name: 'Corpus', dataVariables: [], optionalVariables: ['text', 'list'] },
	],
	eventPatterns: [
		{
			eventName: EVENT,
			eventProperties: [
				{ name: 'text', type: 'string' },
				{ name: 'number', type: 'number' },
				{ name: 'isTrue', type: 'boolean' },
				{ name: 'date', type: 'date' },
			],
		},
	],
	// Two items can't give one email different texts: no run has more items than this.
	content: {
		...shipped.content,
		campaigns: Array.from({ length: 110 }, (_, item) => ({
			id: `cm9campaign0corpus${item}`,
			name: `Corpus ${item}`,
			status: 'Draft',
			emailMessageId: `cm9msg0corpus${item}`,
			subject: 'Corpus',
			lmx: '<Divider />',
		})),
	},
	...seed,
});

/** With high limits, so that no run waits. */
export const useAccount = (seed?: Partial<Seed>) =>
	useEmulator({
		rateLimit: 100_000,
		contentRateLimit: 100_000,
		seed: accountWith(seed),
		requestLog: 50_000,
	});

type Body = Record<string, unknown>;

/** A request that changed something. */
interface Change {
	path: string;
	body: Body;
	key?: string;
}
export const changesIn = (loops: Rig): Change[] =>
	loops
		.calls()
		.filter(({ method }) => method !== 'GET')
		.map(({ path, body, headers }) => ({
			path,
			body: body as Body,
			key: headers['idempotency-key'] as string | undefined,
		}));

const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const rows = (type: string, name: string, value: GenericValue) => ({
	assignments: [{ id: '1', name, type, value }],
});
const form = (value: IDataObject) => ({ mappingMode: 'defineBelow', value });

const email = '=i{{ $itemIndex }}@example.com';
const contact = { resource: 'contact', operation: 'upsert', email };
const event = { resource: 'event', operation: 'send', email, eventName: byName(EVENT) };
const send = {
	resource: 'transactionalEmail',
	operation: 'send',
	email,
	transactionalId: byId(TEMPLATE),
};
const message = {
	resource: 'emailMessage',
	operation: 'update',
	emailMessageId: byId('={{ "cm9msg0corpus" + $itemIndex }}'),
};

/** What a request gave a field. */
type Sent = (change: Change) => unknown;

/** A field of the node that is given a value, and what the request says of it. */
export interface Field {
	with: (value: GenericValue) => IDataObject;
	sent: Sent;
}
const inBody =
	(name: string): Sent =>
	({ body }) =>
		body[name];
const within =
	(part: string, name: string): Sent =>
	({ body }) =>
		(body[part] as Body | undefined)?.[name];
const ofEvent = (name: string, type: string): Field => ({
	with: (value) => ({ ...event, options: { extraEventProperties: rows(type, name, value) } }),
	sent: within('eventProperties', name),
});
const ofContact = (name: string): Field => ({
	with: (value) => ({ ...contact, contactProperties: form({ [name]: value }) }),
	sent: inBody(name),
});
const ofMessage = (name: string): Field => ({
	with: (value) => ({ ...message, updateFields: { [name]: value } }),
	sent: inBody(name),
});

/** Fields by what they hold. */
export const FIELDS = {
	email: { with: (value) => ({ ...contact, email: value }), sent: inBody('email') },
	'email of an event': { with: (value) => ({ ...event, email: value }), sent: inBody('email') },
	'user ID': {
		with: (value) => ({ ...event, email: '', findBy: 'userId', userId: value }),
		sent: inBody('userId'),
	},
	'user ID beside an email': {
		with: (value) => ({ ...contact, findBy: 'emailAndUserId', userId: value }),
		sent: inBody('userId'),
	},
	'event name': {
		with: (value) => ({ ...event, eventName: byName(value as string) }),
		sent: inBody('eventName'),
	},
	'transactional email': {
		with: (value) => ({ ...send, transactionalId: byId(value as string) }),
		sent: inBody('transactionalId'),
	},
	key: {
		with: (value) => ({ ...event, options: perKey(value) }),
		sent: ({ key }) => key !== undefined, // Hashed.
	},
	'raw key': { with: (value) => ({ ...send, options: perRawKey(value) }), sent: ({ key }) => key },
	'campaign name': {
		with: (value) => ({
			resource: 'campaign',
			operation: 'create',
			name: value,
			audienceList: LIST,
		}),
		sent: inBody('name'),
	},
	subject: ofMessage('subject'),
	'preview text': ofMessage('previewText'),
	'sender name': ofMessage('fromName'),
	LMX: ofMessage('lmx'),
	'mailing list': {
		with: (value) => ({ ...contact, additionalFields: { addToList: value } }),
		sent: ({ body }) => Object.keys((body.mailingLists as Body | undefined) ?? {}),
	},
	'data variable': {
		with: (value) => ({ ...send, dataVariables: form({ text: value }) }),
		sent: within('dataVariables', 'text'),
	},
	'event property': ofEvent('text', 'string'),
	'event property, number': ofEvent('number', 'number'),
	'event property, boolean': ofEvent('isTrue', 'boolean'),
	'contact property': ofContact('text'),
	'contact property, number': ofContact('number'),
	'contact property, boolean': ofContact('isTrue'),
	'contact property, date': ofContact('date'),
	'event property, date': {
		with: (value) => ({ ...event, eventProperties: form({ date: value }) }),
		sent: within('eventProperties', 'date'),
	},
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

/** The errors of the items by their index. */
export const refusalsOf = ({ items }: LoopsRun): Map<number, string> =>
	new Map(
		items.flatMap(({ json, pairedItem }) =>
			json.error
				? [
						[
							(pairedItem as { item: number }).item,
							(json.error as unknown as { message: string }).message,
						],
					]
				: [],
		),
	);
