import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from './server.mts';
import { callerOf, type Call } from './testClient.mts';

let emulator: Emulator;
let call: Call;

beforeAll(async () => {
	emulator = await startEmulator({ rateLimit: 1, rateWindow: 60_000 });
	call = callerOf(emulator);
});
beforeEach(() => emulator.reset());
afterAll(async () => await emulator.close());

/** Calls the control API, without a key. */
async function control(method: string, name: string, body?: unknown) {
	const response = await fetch(`${emulator.origin}/__emulator/${name}`, {
		method,
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as unknown };
}

const DONE = { status: 200, body: { success: true } };

it('shows the state of the account', async () => {
	const { status, body } = await control('GET', 'state');
	expect(status).toBe(200);
	expect(body).toEqual({
		contacts: emulator.contacts(),
		properties: emulator.properties(),
		mailingLists: emulator.mailingLists(),
		templates: emulator.templates(),
		eventPatterns: emulator.eventPatterns(),
	});
	expect(emulator.contacts()).toHaveLength(5);
	expect(emulator.templates()).toHaveLength(66);
});

it('shows sends, requests and statistics', async () => {
	await call('POST', '/events/send', { eventName: 'e', userId: 'u-77' });
	await call('GET', '/lists?a=1');
	expect(emulator.requests).toEqual([
		{
			at: expect.any(Number) as unknown,
			method: 'POST',
			path: '/v1/events/send',
			query: {},
			headers: expect.objectContaining({ authorization: `Bearer ${emulator.apiKey}` }),
			body: { eventName: 'e', userId: 'u-77' },
			status: 200,
			answer: '{"success":true}',
			processed: true,
		},
		expect.objectContaining({ path: '/v1/lists', query: { a: '1' }, status: 429 }),
	]);
	const { body } = await control('GET', 'requests');
	expect(body).toMatchObject([{ headers: { connection: 'keep-alive' } }, { status: 429 }]);
	expect(JSON.stringify(body)).not.toContain(emulator.apiKey);
	expect((await control('GET', 'events')).body).toMatchObject([{ eventName: 'e', userId: 'u-77' }]);
	expect((await control('GET', 'outbox')).body).toEqual([]);
	const stats = { requests: 2, accepted: 1, rateLimited: 1, faulted: 0 };
	expect((await control('GET', 'stats')).body).toEqual(stats);
});

describe('POST /__emulator/faults', () => {
	it('accepts one or several faults, and DELETE clears them', async () => {
		expect(await control('POST', 'faults', { kind: 'html', status: 504 })).toEqual(DONE);
		expect((await call('GET', '/lists')).status).toBe(504);
		emulator.reset();
		const faults = [
			{ kind: 'status', status: 418 },
			{ kind: 'hang', times: 'always' },
		];
		expect(await control('POST', 'faults', faults)).toEqual(DONE);
		expect((await call('GET', '/lists')).status).toBe(418);
		// What the rate limit refuses, no fault strikes.
		expect((await call('GET', '/lists')).status).toBe(429);
		expect(await control('DELETE', 'faults')).toEqual(DONE);
		expect((await call('GET', '/lists')).status).toBe(429);
	});

	it.each([
		['nonsense', 'The body is not JSON.'],
		[[1], 'A fault must be a JSON object.'],
		[{}, 'A fault needs a kind'],
		[{ kind: 'boom' }, 'Bad "kind" of a fault.'],
		[{ kind: 'status', status: 'x' }, 'Bad "status" of a fault.'],
		[{ kind: 'status', code: 1 }, 'Unknown field of a fault: code'],
		[{ kind: 'slow', delay: -1 }, 'Bad "delay" of a fault.'],
		[{ kind: 'redirect', location: '/\u0100' }, "A fault that can't be played: Invalid character"],
	])('refuses %j', async (body, message) => {
		const reply = await control('POST', 'faults', body);
		expect(reply.status).toBe(400);
		expect(reply.body).toMatchObject({
			success: false,
			message: expect.stringContaining(message),
		});
		expect((await call('GET', '/lists')).status).toBe(200);
	});
});

describe('POST /__emulator/reset', () => {
	it('restores the initial seed and forgets everything else', async () => {
		const { outbox, eventLog, requests } = emulator;
		const key = { 'idempotency-key': 'k' };
		const event = { eventName: 'e', email: 'new@example.com' };
		await call('POST', '/events/send', event, key);
		expect(eventLog).toHaveLength(1);
		emulator.inject({ kind: 'hang' });
		expect(await control('POST', 'reset')).toEqual(DONE);
		expect(emulator.contact('new@example.com')).toBeUndefined();
		expect([outbox, eventLog, requests]).toEqual([[], [], []]);
		expect(emulator.stats).toEqual({ requests: 0, accepted: 0, rateLimited: 0, faulted: 0 });
		// The fault, the key and the rate limit are reset.
		expect((await call('POST', '/events/send', event, key)).status).toBe(200);
	});

	it('uses a given seed until the next reset', async () => {
		expect(await control('POST', 'reset', { teamName: 'Other' })).toEqual(DONE);
		expect((await call('GET', '/api-key')).body).toEqual({ success: true, teamName: 'Other' });
		expect(emulator.contacts()).toEqual([]);
		emulator.reset();
		expect(emulator.contacts()).toHaveLength(5);
	});

	const [A, E] = [{ email: 'a@b.co' }, { eventName: 'e' }];
	const PROPERTIES = 'eventPatterns[0]: eventProperties must be';

	it.each([
		[[], 'a seed must be a JSON object'],
		[{ contact: [] }, 'unknown key "contact"'],
		[{ contacts: [{ email: 'a' }] }, 'contacts[0]: Invalid email address.'],
		[{ contacts: [{ userId: 'a' }] }, 'contacts[0]: email is required'],
		[{ contacts: [A, { email: 'A@b.co' }] }, 'contacts[1]: email or userId is taken'],
		[{ properties: [{ key: 'a', type: 'text' }] }, 'properties[0]: Invalid property type'],
		[{ mailingLists: [{ name: 'x' }] }, 'mailingLists[0]: id is required'],
		[{ templates: [{ id: 'x', name: 'X', dataVariables: 'a' }] }, 'templates[0]: dataVariables'],
		[{ removalQuota: { limit: -1 } }, 'removalQuota must be'],
		[{ eventPatterns: [{}] }, 'eventPatterns[0]: eventName is required'],
		[{ eventPatterns: [{ ...E, eventProperties: [{ name: 'n', type: 'x' }] }] }, PROPERTIES],
	])('refuses the seed %j and keeps the state', async (seed, message) => {
		await call('PUT', '/contacts/update', { email: 'kim@example.com', seats: 5 });
		const reply = await control('POST', 'reset', seed);
		expect(reply.status).toBe(400);
		expect(reply.body).toMatchObject({ message: expect.stringContaining(`Bad seed: ${message}`) });
		expect(emulator.contact('u-77')).toMatchObject({ seats: 5 });
	});
});

it('lists the control endpoints in a 404', async () => {
	const message = expect.stringContaining('POST /__emulator/reset') as unknown;
	for (const call of ['GET faults', 'POST state', 'GET nothing']) {
		const [method, name] = call.split(' ');
		expect(await control(method, name)).toMatchObject({ status: 404, body: { message } });
	}
});
