import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventOf, payloadIn } from '../../nodes/LoopsTrigger/event';
import { events } from '../../nodes/LoopsTrigger/events';
import { schemaFile } from '../harness/schema.mts';
import { payloadOf, payloads } from './payloads.mts';

const itemOf = (eventName: string) => eventOf(structuredClone(payloadOf(eventName)), 'msg_1');

const nothing = {
	contactId: null,
	email: null,
	userId: null,
	sourceType: null,
	sourceId: null,
	sourceName: null,
	emailId: null,
	emailMessageId: null,
	subject: null,
	mailingListId: null,
	mailingListName: null,
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

describe('what comes out', () => {
	it.each([
		about('contact.created', {
			...kim,
			contact: payloadOf('contact.created').contact as IDataObject,
		}),
		about('contact.unsubscribed', kim),
		about('contact.mailingList.subscribed', {
			...kim,
			mailingListId: 'cm9k2list000000000000001a',
			mailingListName: 'Release notes',
			mailingLists: [payloadOf('contact.mailingList.subscribed').mailingList as IDataObject],
		}),
		about('campaign.email.sent', {
			...kim,
			...news,
			sourceType: 'campaign',
			sourceId: 'cm9k2camp0000000000000001',
			sourceName: 'Autumn news',
			mailingLists: payloadOf('campaign.email.sent').mailingLists,
		}),
		about('loop.email.sent', {
			...kim,
			...news,
			sourceType: 'loop',
			sourceId: 'cm9k2loop0000000000000001',
			sourceName: 'Onboarding',
		}),
		about('transactional.email.sent', {
			...kim,
			...news,
			sourceType: 'transactional',
			sourceId: 'cm9k2tx000000000000000001',
			sourceName: 'Password reset',
		}),
		about('email.hardBounced', {
			...kim,
			...news,
			sourceType: 'campaign',
			sourceId: 'cm9k2camp0000000000000001',
		}),
		about('testing.testEvent', {}),
	])('of $event', (expected) => expect(itemOf(expected.event)).toEqual(expected));

	it('has the same fields for all 17 events, which are those to choose from', () => {
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
	])('has a time only of seconds: %j → %j', (eventTime, time) => {
		const payload = { ...payloadOf('contact.deleted'), eventTime } as IDataObject;
		expect(eventOf(payload, 'msg_1').time).toBe(time);
	});

	it('is told in the schema for AI builders', async () => {
		const items = payloads.map(({ eventName }) => itemOf(String(eventName)));
		// What another account has, or another contact, is not part of it.
		const [{ contact }] = items;
		for (const name of ['planName', 'seats']) delete contact?.[name];
		Object.assign(contact ?? {}, { mailingLists: {} });
		await expect(await schemaFile(items)).toMatchFileSnapshot(
			'../../nodes/LoopsTrigger/__schema__/v1.0.0/output.json',
		);
	});

	it('has its fields and their types whatever a request is made of', () => {
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

describe('a payload', () => {
	it('is read from any bytes without an exception', () => {
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

	it('keeps an own property called __proto__ to itself', () => {
		const contact = '{"id":"c1","__proto__":{"polluted":true}}';
		const payload = payloadIn(Buffer.from(`{"eventName":"contact.created","contact":${contact}}`));
		const item = eventOf(payload ?? {}, 'msg_1');
		expect(JSON.stringify(item.contact)).toBe(contact);
		expect((item as { polluted?: unknown }).polluted).toBeUndefined();
	});
});
