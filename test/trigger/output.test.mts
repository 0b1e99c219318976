import { readFileSync } from 'node:fs';

import Ajv from 'ajv';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { eventOf, payloadIn } from '../../nodes/LoopsTrigger/event';
import { events } from '../../nodes/LoopsTrigger/parameters';
import { root } from '../harness/repository.mts';
import { schemaFile } from '../harness/schema.mts';
import official from './official.json' with { type: 'json' };
import { payloadOf, payloads } from './payloads.mts';

const { version } = new LoopsTrigger().description;
const schema = `${root}nodes/LoopsTrigger/__schema__/v${String(version)}.0.0/output.json`;

const itemOf = (eventName: string) => eventOf(structuredClone(payloadOf(eventName)), 'msg_1');

const texts = [
	'contactId',
	'email',
	'userId',
	'sourceType',
	'sourceId',
	'sourceName',
	'emailId',
	'emailMessageId',
	'subject',
	'mailingListId',
	'mailingListName',
];
const nothing = {
	...Object.fromEntries(texts.map((name) => [name, null])),
	mailingLists: [],
	contact: null,
};
const kim = { contactId: 'cm9k2contact0000000000001', email: 'kim@example.com', userId: 'u-77' };
const news = {
	emailId: 'cm9k2mail0000000000000001',
	emailMessageId: 'cm9k2msg00000000000000001',
	subject: 'What changed',
};
const about = (event: string, rest: IDataObject) => ({
	event,
	time: '2026-09-21T14:15:00.000Z',
	webhookId: 'msg_1',
	...nothing,
	...rest,
});

const from = (sourceType: string, sourceId: string, sourceName: string | null = null) => ({
	...kim,
	...news,
	sourceType,
	sourceId,
	sourceName,
});
const { contact } = payloadOf('contact.created');
const { mailingList } = payloadOf('contact.mailingList.subscribed');
const { mailingLists } = payloadOf('campaign.email.sent');
const ofList = { mailingListId: 'cm9k2list000000000000001a', mailingListName: 'Release notes' };
const campaign = 'cm9k2camp0000000000000001';

describe('the output', () => {
	it.each([
		about('contact.created', { ...kim, contact }),
		about('contact.unsubscribed', kim),
		about('contact.mailingList.subscribed', { ...kim, ...ofList, mailingLists: [mailingList] }),
		about('campaign.email.sent', { ...from('campaign', campaign, 'Autumn news'), mailingLists }),
		about('loop.email.sent', from('loop', 'cm9k2loop0000000000000001', 'Onboarding')),
		about(
			'transactional.email.sent',
			from('transactional', 'cm9k2tx000000000000000001', 'Password reset'),
		),
		about('email.hardBounced', from('campaign', campaign)),
		about('testing.testEvent', {}),
	])('for $event has the documented fields', (expected) =>
		expect(itemOf(expected.event)).toEqual(expected),
	);

	it('has equal fields for all 17 events that the form offers', () => {
		const fields = Object.keys(itemOf('contact.created'));
		for (const payload of payloads) {
			expect(Object.keys(eventOf(payload, 'msg_1'))).toEqual(fields);
		}
		const names = payloads.map(({ eventName }) => eventName);
		expect(names).toHaveLength(17);
		expect(events.map(({ value }) => value).sort()).toEqual(['*', ...names].sort());
	});

	it.each<[unknown, string | null]>([
		[1_790_000_100, '2026-09-21T14:15:00.000Z'],
		[1_790_000_100.5, '2026-09-21T14:15:00.500Z'],
		[946_684_800, '2000-01-01T00:00:00.000Z'],
		[946_684_799, null],
		[4_133_980_799, '2100-12-31T23:59:59.000Z'],
		[4_133_980_800, null],
		...[1_790_000_100_000, -1, 0, 1e300, NaN, '1790000100', '2026-09-21', [1], true, null].map(
			(wrong): [unknown, null] => [wrong, null],
		),
	])('has the time only if it is plausible in seconds: %j → %j', (eventTime, time) => {
		const payload = { ...payloadOf('contact.deleted'), eventTime } as IDataObject;
		expect(eventOf(payload, 'msg_1').time).toBe(time);
	});

	it('starts with event, email, time and subject, and ends with IDs', () => {
		const fields = Object.keys(itemOf('contact.created'));
		expect(fields.slice(0, 4).join()).toBe('event,email,time,subject');
		const ids = 'userId,contactId,sourceId,emailId,emailMessageId,mailingListId,webhookId';
		expect(fields.slice(-7).join()).toBe(ids);
	});

	it.each([
		[
			{ sourceType: 'workflow', loopId: 'l1' },
			{ sourceType: 'workflow', sourceId: 'l1' },
		],
		[
			{ workflowId: 'w1', workflowName: 'Onboarding' },
			{ sourceType: 'workflow', sourceId: 'w1', sourceName: 'Onboarding' },
		],
		[{ sourceType: 'loop', campaignId: 'c1', loopId: 'l1' }, { sourceId: 'l1' }],
		[{ contactIdentity: { id: 7, email: 'a@b.c', userId: 42 } }, { contactId: '7', userId: '42' }],
		[
			{ campaignId: 3, email: { id: 1, emailMessageId: 2 } },
			{ sourceId: '3', emailId: '1' },
		],
		[{ mailingLists: ['l1', 7] }, { mailingLists: [{ id: 'l1' }, { id: '7' }] }],
		[{ mailingList: 'l1' }, { mailingListId: 'l1', mailingLists: [{ id: 'l1' }] }],
	])('reads values of another type or under another name: %j', (payload, expected) => {
		expect(eventOf({ eventName: 'x', ...payload } as IDataObject, 'msg_1')).toMatchObject(expected);
	});

	it('has its fields and types for any payload', () => {
		const names = ['eventTime', 'sourceType', 'contactIdentity', 'email', 'contact'];
		const anyPayload = fc.dictionary(
			fc.constantFrom(...names, 'mailingList', 'mailingLists', 'campaignId', '__proto__', 'null'),
			fc.jsonValue(),
		);
		const fields = Object.keys(itemOf('contact.created'));
		fc.assert(
			fc.property(anyPayload, fc.anything(), (payload, id) => {
				const item: IDataObject = eventOf({ ...payload, eventName: 'x' } as IDataObject, id);
				const { mailingLists, contact, ...texts } = item;
				expect(Object.keys(item)).toEqual(fields);
				expect(
					Object.values(texts).every((value) => value === null || typeof value === 'string'),
				).toBe(true);
				expect(Array.isArray(mailingLists)).toBe(true);
				expect(typeof contact).toBe('object');
			}),
		);
	});
});

describe('the output schema', () => {
	/** From Loops' OpenAPI document 1.21.6. */
	const text = fc.string({ minLength: 1 });
	const nullable = fc.option(text, { nil: null });
	const declared = {
		contactIdentity: fc.record({ id: text, email: text, userId: nullable }),
		contact: fc.record(
			{
				id: text,
				email: text,
				firstName: nullable,
				lastName: nullable,
				source: fc.string(),
				subscribed: fc.boolean(),
				userGroup: fc.string(),
				userId: nullable,
				notes: nullable,
				mailingLists: fc.dictionary(text, fc.boolean()),
				optInStatus: fc.constantFrom('accepted', 'pending', 'rejected', null),
			},
			{ requiredKeys: ['id', 'email'] },
		),
		mailingList: fc.record({ id: text, name: text, description: nullable, isPublic: fc.boolean() }),
		email: fc.record({ id: text, emailMessageId: text, subject: text }),
	};

	it('is generated from the official examples', async () => {
		const examples = official as IDataObject[];
		expect(examples.map(({ eventName }) => eventName).sort()).toEqual(
			payloads.map(({ eventName }) => eventName).sort(),
		);
		const [created] = examples.filter(({ contact }) => contact);
		const { favoriteColor, favoriteNumber, ...contact } = created.contact as IDataObject;
		expect([favoriteColor, favoriteNumber]).toEqual(['blue', 42]);
		const filled = { firstName: 'Kim', lastName: 'Li', userId: 'u-77', notes: null };
		const list = { id: 'l1', name: 'Release notes', description: 'Monthly', isPublic: true };
		const items = [
			...examples,
			// Values that are null in the examples, and null for other values.
			{ ...created, contact: { ...contact, mailingLists: {}, optInStatus: null } },
			{ ...created, contact: { ...contact, ...filled, mailingLists: {} } },
			{ ...created, contact: { ...contact, notes: 'VIP', mailingLists: {} } },
			{ ...created, contact: null, contactIdentity: { id: 'c1', email: 'a@b.c', userId: 'u-77' } },
			{ eventName: 'x', mailingLists: [list] },
		].map((payload) => eventOf(payload as IDataObject, 'msg_1'));
		items.push(eventOf({ eventName: 'x' }, null));
		for (const { contact: known } of items) {
			// Properties of an account are not part of the schema.
			for (const name of ['favoriteColor', 'favoriteNumber']) delete known?.[name];
			if (known) known.mailingLists = {};
		}
		const text = (await schemaFile(items)).replace(
			/("contact": \{\s+"type": )"object"/,
			'$1["object", "null"]',
		);
		await expect(text).toMatchFileSnapshot(schema);
	});

	it('matches each official example and all values that the OpenAPI document allows', () => {
		const check = new Ajv({ strict: false }).compile(
			JSON.parse(readFileSync(schema, 'utf8')) as object,
		);
		const holds = (payload: unknown, id: unknown = 'msg_1') => {
			check(eventOf(structuredClone(payload) as IDataObject, id));
			expect(check.errors).toBeNull();
		};
		for (const example of [...official, ...payloads]) holds(example);
		holds({ eventName: 'x' }, null);
		const any = fc.record(
			{
				eventName: text,
				eventTime: fc.integer(),
				sourceType: fc.constantFrom('loop', 'campaign', 'transactional'),
				campaignId: text,
				campaignName: text,
				mailingLists: fc.array(declared.mailingList),
				...declared,
			},
			{ requiredKeys: ['eventName'] },
		);
		fc.assert(fc.property(any, nullable, (payload, id) => holds(payload, id)));
	});
});

describe('a payload', () => {
	it('is parsed from any bytes without an exception', () => {
		const bytes = fc.oneof(
			fc.uint8Array().map((each) => Buffer.from(each)),
			fc.json().map((json) => Buffer.from(json)),
			fc.anything(),
		);
		fc.assert(
			fc.property(bytes, (body) => {
				const payload = payloadIn(body);
				if (payload) expect(typeof payload.eventName).toBe('string');
			}),
		);
	});

	it('cannot pollute prototypes with a property called __proto__', () => {
		const contact = '{"id":"c1","__proto__":{"polluted":true}}';
		const payload = payloadIn(Buffer.from(`{"eventName":"contact.created","contact":${contact}}`));
		const item = eventOf(payload ?? {}, 'msg_1');
		expect(JSON.stringify(item.contact)).toBe(contact);
		expect((item as { polluted?: unknown }).polluted).toBeUndefined();
	});
});
