import { type LoopsClient, RateLimitExceededError, ValidationError } from 'loops';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiError, clientOf } from './sdkClient.mts';
import { startEmulator, type Emulator, type EmulatorOptions } from './server.mts';

const RELEASE_NOTES = 'cm9list0releasenotes00001';
const PRODUCT_NEWS = 'cm9list0productnews000002';
const WELCOME = 'cm8tx0welcome00000000001a';
const ORDER_RECEIPT = 'cm8tx0receipt00000000003a';

let emulator: Emulator;
let loops: LoopsClient;

beforeAll(async () => {
	emulator = await startEmulator({ rateLimit: 0, contentRateLimit: 0 });
	loops = clientOf(emulator);
});
beforeEach(() => emulator.reset());
afterAll(async () => await emulator.close());

describe('apiKey.test', () => {
	it('accepts the key', async () => {
		expect(await loops.testApiKey()).toEqual({ success: true, teamName: 'Acme Mail' });
	});

	it('refuses another', async () => {
		const error = await apiError(clientOf({ ...emulator, apiKey: 'other' }).testApiKey());
		expect(error.statusCode).toBe(401);
		expect(error.message).toBe('401 - Invalid API key');
		expect(error.json).toEqual({
			success: false,
			message: 'Invalid API key',
			error: 'Invalid API key',
		});
	});
});

describe('contacts', () => {
	it('create', async () => {
		const response = await loops.createContact({
			email: 'new@example.com',
			properties: { firstName: 'Nell', userId: 'u-300', planName: 'team', isBeta: true },
			mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: false },
		});
		expect(response).toEqual({ success: true, id: emulator.contact('u-300')?.id });
		expect(emulator.contact('new@example.com')).toMatchObject({
			firstName: 'Nell',
			planName: 'team',
			isBeta: true,
		});
		expect(emulator.contact('u-300')?.mailingLists).toEqual({ [RELEASE_NOTES]: true });
	});

	it('create, when there is such a contact', async () => {
		const error = await apiError(loops.createContact({ email: 'kim@example.com' }));
		expect(error.statusCode).toBe(409);
		expect(error.json).toEqual({
			success: false,
			message: 'Email or userId is already on list.',
		});
	});

	it('create, with a bad address', async () => {
		const error = await apiError(loops.createContact({ email: 'kim' }));
		expect(error.message).toBe('400 - Invalid email address.');
	});

	it('update', async () => {
		const response = await loops.updateContact({
			email: 'kim@example.com',
			properties: { seats: 12, firstName: null },
			mailingLists: { [RELEASE_NOTES]: false },
		});
		expect(response).toEqual({ success: true, id: 'cm9contact0kim00000000001' });
		expect(emulator.contact('u-77')).toMatchObject({
			seats: 12,
			firstName: null,
		});
		expect(emulator.contact('u-77')?.mailingLists).toEqual({ [PRODUCT_NEWS]: true });
	});

	it('update, to create and to change an email address', async () => {
		await loops.updateContact({ email: 'ups@example.com', userId: 'u-301' });
		const { id } = await loops.updateContact({ email: 'ups2@example.com', userId: 'u-301' });
		expect(emulator.contact('ups@example.com')).toBeUndefined();
		expect(emulator.contact('ups2@example.com')?.id).toBe(id);
	});

	it('update, refused by the service and by the SDK itself', async () => {
		const error = await apiError(loops.updateContact({ userId: 'nobody' }));
		expect(error.message).toBe('400 - Contact not found.');
		await expect(loops.updateContact({})).rejects.toBeInstanceOf(ValidationError);
		expect(emulator.stats.requests).toBe(1);
	});

	it('find', async () => {
		const kim = {
			id: 'cm9contact0kim00000000001',
			email: 'kim@example.com',
			firstName: 'Kim',
			lastName: 'Okafor',
			source: 'API',
			subscribed: true,
			userGroup: 'customers',
			userId: 'u-77',
			mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: true },
			optInStatus: null,
			planName: 'team',
			seats: 4,
			isBeta: true,
			trialEndsAt: '2026-12-01T00:00:00.000Z',
		};
		expect(await loops.findContact({ email: 'kim@example.com' })).toEqual([kim]);
		expect(await loops.findContact({ userId: 'u-77' })).toEqual([kim]);
		expect(await loops.findContact({ userId: 'nobody' })).toEqual([]);
		const [mina] = await loops.findContact({ email: 'mina+news@example.com' });
		expect(mina.userId).toBe('u-80');
	});

	it('delete', async () => {
		const done = { success: true, message: 'Contact deleted.' };
		expect(await loops.deleteContact({ email: 'kim@example.com' })).toEqual(done);
		expect(await loops.deleteContact({ userId: 'u-78' })).toEqual(done);
		expect(emulator.contacts()).toHaveLength(3);
		const error = await apiError(loops.deleteContact({ userId: 'u-78' }));
		expect(error.statusCode).toBe(404);
		expect(error.json).toEqual({ success: false, message: 'Contact not found.' });
	});
});

describe('contactProperties', () => {
	it('create', async () => {
		expect(await loops.createContactProperty('favoriteColor', 'string')).toEqual({
			success: true,
		});
		const error = await apiError(loops.createContactProperty('favoriteColor', 'string'));
		expect(error.message).toBe('400 - Property already exists.');
	});

	it('list', async () => {
		const custom = await loops.listContactProperties('custom');
		expect(custom.map(({ key }) => key)).toEqual(['planName', 'seats', 'isBeta', 'trialEndsAt']);
		const all = await loops.listContactProperties();
		expect(all).toHaveLength(13);
		expect(all[0]).toEqual({ key: 'firstName', label: 'First Name', type: 'string' });
		expect(all.slice(9)).toEqual(custom);
	});
});

it('mailingLists.list', async () => {
	const lists = await loops.listMailingLists();
	expect(lists).toHaveLength(3);
	expect(lists[1]).toEqual({
		id: PRODUCT_NEWS,
		name: 'Product news',
		description: null,
		isPublic: true,
	});
});

describe('events.send', () => {
	it('sends everything', async () => {
		const response = await loops.sendEvent({
			email: 'kim@example.com',
			userId: 'u-77',
			eventName: 'planChanged',
			contactProperties: { planName: 'business', trialEndsAt: null },
			eventProperties: { plan: 'business', seats: 20, paid: true },
			mailingLists: { [PRODUCT_NEWS]: false },
			headers: { 'Idempotency-Key': 'event-1' },
		});
		expect(response).toEqual({ success: true });
		expect(emulator.eventLog).toMatchObject([
			{
				eventName: 'planChanged',
				email: 'kim@example.com',
				eventProperties: { plan: 'business', seats: 20, paid: true },
				contactProperties: { planName: 'business', trialEndsAt: null },
				mailingLists: { [PRODUCT_NEWS]: false },
				idempotencyKey: 'event-1',
			},
		]);
		expect(emulator.contact('u-77')).toMatchObject({ planName: 'business', trialEndsAt: null });
	});

	it('is refused', async () => {
		const event = { eventName: 'e', headers: { 'Idempotency-Key': 'event-2' } };
		const unknown = await apiError(loops.sendEvent({ ...event, userId: 'nobody' }));
		expect(unknown.message).toBe('400 - Contact not found.');
		await loops.sendEvent({ ...event, userId: 'u-77' });
		const repeated = await apiError(loops.sendEvent({ ...event, userId: 'u-77' }));
		expect(repeated.statusCode).toBe(409);
		expect(repeated.json).toEqual({
			success: false,
			message: 'Request has already been processed.',
		});
		await expect(loops.sendEvent(event)).rejects.toBeInstanceOf(ValidationError);
	});
});

describe('transactional.send', () => {
	it('sends everything', async () => {
		const response = await loops.sendTransactionalEmail({
			transactionalId: ORDER_RECEIPT,
			email: 'buyer@example.com',
			addToAudience: true,
			dataVariables: { orderNumber: 'A-1', total: 9.5, items: [{ name: 'Tea', price: 9.5 }] },
			attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' }],
			headers: { 'Idempotency-Key': 'mail-1' },
		});
		expect(response).toEqual({ success: true });
		expect(emulator.outbox).toMatchObject([
			{
				transactionalId: ORDER_RECEIPT,
				templateName: 'Order receipt',
				email: 'buyer@example.com',
				addToAudience: true,
				dataVariables: { orderNumber: 'A-1', total: 9.5, items: [{ name: 'Tea', price: 9.5 }] },
				attachments: [{ filename: 'a.txt', contentType: 'text/plain', bytes: 5 }],
				idempotencyKey: 'mail-1',
			},
		]);
		expect(emulator.contact('buyer@example.com')).toBeDefined();
	});

	it('is refused without the variables', async () => {
		const email = 'a@example.com';
		const none = await apiError(loops.sendTransactionalEmail({ transactionalId: WELCOME, email }));
		expect(none.statusCode).toBe(400);
		expect(none.json).toMatchObject({ success: false, path: 'dataVariables' });
		const blank = await apiError(
			loops.sendTransactionalEmail({
				transactionalId: WELCOME,
				email,
				dataVariables: { firstName: '' },
			}),
		);
		const message = 'Missing required data variable(s): firstName';
		expect(blank.message).toBe(`400 - ${message}`);
		expect(blank.json).toEqual({
			success: false,
			message,
			error: { path: 'dataVariables', message },
			transactionalId: WELCOME,
		});
	});

	it('is refused for an unknown template', async () => {
		const error = await apiError(
			loops.sendTransactionalEmail({ transactionalId: 'none', email: 'a@example.com' }),
		);
		expect(error.message).toBe('404 - Transactional email not found.');
	});
});

describe('transactional.list, which the SDK takes from /transactional-emails', () => {
	it('walks the pages', async () => {
		const first = await loops.listTransactionalEmails({ perPage: 50 });
		expect(first.pagination).toEqual({
			totalResults: 66,
			returnedResults: 50,
			perPage: 50,
			totalPages: 2,
			nextCursor: first.data[49].id,
			nextPage: `${emulator.baseUrl}/transactional-emails?cursor=${first.data[49].id}&perPage=50`,
		});
		expect(first.data[0]).toEqual({
			id: WELCOME,
			url: `https://app.loops.so/transactional/${WELCOME}`,
			name: 'Welcome',
			draftEmailMessageId: null,
			publishedEmailMessageId: expect.stringMatching(/^cm[a-z0-9]{23}$/),
			transactionalGroupId: null,
			createdAt: '2026-08-31T09:00:00.000Z',
			updatedAt: '2026-08-31T09:00:00.000Z',
			dataVariables: ['firstName'],
		});
		const cursor = first.pagination.nextCursor ?? '';
		const last = await loops.listTransactionalEmails({ perPage: 50, cursor });
		expect(last.pagination).toMatchObject({
			returnedResults: 16,
			nextCursor: null,
			nextPage: null,
		});
		expect((await loops.listTransactionalEmails()).pagination.perPage).toBe(20);
	});

	it('is refused for a bad page size', async () => {
		const error = await apiError(loops.listTransactionalEmails({ perPage: 51 }));
		expect(error.message).toBe('400 - Invalid perPage value');
	});
});

describe('the error classes of the SDK', () => {
	async function refusedBy(options: EmulatorOptions, path: 'plain' | 'content') {
		const limited = await startEmulator(options);
		const client = clientOf(limited);
		const send = async () =>
			path === 'plain' ? await client.testApiKey() : await client.listTransactionalEmails();
		await send();
		await send();
		const error = await send().catch((reason: unknown) => reason);
		await limited.close();
		return error;
	}

	it.each([
		['plain', { rateLimit: 2, rateWindow: 60_000 }],
		['content', { contentRateLimit: 2 }],
	] as const)('RateLimitExceededError with its numbers (%s paths)', async (path, options) => {
		const error = await refusedBy(options, path);
		expect(error).toBeInstanceOf(RateLimitExceededError);
		expect(error).toMatchObject({
			limit: 2,
			remaining: 0,
			message: 'Rate limit of 2 requests per second exceeded.',
		});
	});

	it.each([502, 200])('APIError with the raw text of a page that came with %i', async (status) => {
		emulator.inject({ kind: 'html', status });
		const error = await apiError(loops.listMailingLists());
		expect(error.statusCode).toBe(status);
		expect(error.json).toBeNull();
		expect(error.rawBody).toContain('<!DOCTYPE html>');
	});

	it('no class at all when the connection breaks', async () => {
		emulator.inject({ kind: 'resetBefore' });
		await expect(loops.testApiKey()).rejects.toBeInstanceOf(TypeError);
	});
});
