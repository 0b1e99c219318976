import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEmulator } from '../server.mts';
import { callerOf } from '../testClient.mts';
import { isSigned, startReceiver } from './receiver.mts';

const receiver = await startReceiver();
const emulator = await startEmulator({ rateLimit: 0 });
afterAll(async () => await emulator.close());
beforeEach(() => {
	emulator.reset();
	emulator.setWebhook({ url: receiver.url, retries: 0 });
});

const test = (times = 1) => {
	for (let time = 0; time < times; time += 1) emulator.happen({ event: 'testing.testEvent' });
};

async function answered(count: number) {
	const isAnswered = () => emulator.deliveries.filter(({ ms }) => ms !== undefined).length >= count;
	await vi.waitUntil(isAnswered, { timeout: 15_000 });
	return emulator.deliveries;
}

async function control(method: string, name: string, body?: unknown) {
	const response = await fetch(`${emulator.origin}/__emulator/${name}`, {
		method,
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('the sender sends nothing without a URL', async () => {
	const quiet = await startEmulator();
	await callerOf(quiet)('POST', '/contacts/create', { email: 'nia@example.com' });
	expect(() => quiet.happen({ event: 'testing.testEvent' })).toThrow('No URL of a webhook is set.');
	expect(quiet.deliveries).toEqual([]);
	await quiet.close();
	emulator.setWebhook({ url: '' });
	await callerOf(emulator)('POST', '/contacts/create', { email: 'nia@example.com' });
	await sleep(150);
	expect(receiver.received).toEqual([]);
});

it('the sender sends at most ten events a second in order', async () => {
	const call = callerOf(emulator);
	const emails = Array.from({ length: 14 }, (_, index) => `p${index}@example.com`);
	for (const email of emails) await call('POST', '/contacts/create', { email });
	const received = await receiver.first(14);
	expect(received.map(({ event }) => (event.contact as { email: string }).email)).toEqual(emails);
	const departures = (await answered(14)).map(({ at }) => at);
	for (let index = 10; index < departures.length; index += 1) {
		// The log has whole milliseconds.
		expect(departures[index] - departures[index - 10]).toBeGreaterThanOrEqual(999);
	}
	expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(14);
});

describe('the webhook setting', () => {
	it('repeat sends an event again with its ID', async () => {
		emulator.setWebhook({ repeat: 2 });
		test();
		const received = await receiver.first(3);
		expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
		expect(received.every((delivery) => isSigned(delivery, emulator.webhook.secret))).toBe(true);
		expect((await answered(3)).map(({ reason }) => reason)).toEqual(['event', 'repeat', 'repeat']);
	});

	it('delay holds back events that happen while it is set', async () => {
		const start = performance.now();
		emulator.setWebhook({ delay: 300 });
		test();
		emulator.setWebhook({ delay: 0 });
		await callerOf(emulator)('POST', '/contacts/create', { email: 'nia@example.com' });
		const received = await receiver.first(2);
		// A later event without delay overtakes it.
		expect(received.map(({ event }) => event.eventName)).toEqual([
			'contact.created',
			'testing.testEvent',
		]);
		expect(received[1].at - start).toBeGreaterThanOrEqual(300);
	});

	it('forge makes the signature invalid', async () => {
		emulator.setWebhook({ forge: true });
		test();
		const [forged] = await receiver.first(1);
		expect(isSigned(forged, emulator.webhook.secret)).toBe(false);
		expect(forged.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/);
		expect(await answered(1)).toMatchObject([{ forged: true }]);
	});

	it('replay signs an old timestamp', async () => {
		emulator.setWebhook({ replay: 600 });
		test();
		const [old] = await receiver.first(1);
		expect(isSigned(old, emulator.webhook.secret)).toBe(true);
		const age = Date.now() / 1000 - Number(old.headers['webhook-timestamp']);
		expect(Math.abs(age - 600)).toBeLessThan(5);
	});
});

describe('retries', () => {
	it('keep the ID, stop after a success or their number, and delay no other event', async () => {
		receiver.answer = (nth) => ({ status: nth < 3 ? 500 : 204 });
		test();
		await answered(1);
		emulator.setWebhook({ retries: 1 });
		test(2);
		expect((await answered(5)).map(({ reason, status }) => [reason, status])).toEqual([
			...['event', 'event', 'event'].map((reason) => [reason, 500]),
			...['retry', 'retry'].map((reason) => [reason, 204]),
		]);
		const [, first, , again] = receiver.received;
		expect([again.headers['webhook-id'], again.text]).toEqual([
			first.headers['webhook-id'],
			first.text,
		]);
		expect(isSigned(again, emulator.webhook.secret)).toBe(true);
		expect(again.at - first.at).toBeGreaterThanOrEqual(950);
	});

	it('end with their number, or when the URL is removed', async () => {
		receiver.answer = () => ({ status: 500 });
		emulator.setWebhook({ retries: 1 });
		test();
		await answered(2);
		test(3);
		await answered(3);
		emulator.setWebhook({ url: '' });
		emulator.setWebhook({ url: receiver.url });
		const dropped = { error: 'dropped: the URL was taken away', ms: 0 };
		expect(emulator.deliveries.slice(3)).toMatchObject(
			['event', 'event', 'retry'].map((reason) => ({ reason, ...dropped })),
		);
		expect(receiver.received).toHaveLength(3);
	});
});

describe('settings', () => {
	it('change one by one, and keep the secret to themselves', async () => {
		emulator.setWebhook({ secret: 'whsec_b3RoZXIta2V5' });
		expect((await control('POST', 'webhook', { repeat: 1 })).body).toEqual({ success: true });
		const { status, body } = await control('GET', 'webhook');
		expect(status).toBe(200);
		expect(body).toEqual({
			url: receiver.url,
			retries: 0,
			repeat: 1,
			delay: 0,
			forge: false,
			replay: 0,
		});
		expect(emulator.webhook.secret).toBe('whsec_b3RoZXIta2V5');
		expect((await control('POST', 'webhook', { url: null })).status).toBe(200);
		expect(emulator.webhook.url).toBeUndefined();
	});

	it.each([
		[{ url: 'example.com' }, 'url must be'],
		[{ secret: 'whsec_hush!hush' }, 'secret must be'],
		[{ retries: 11 }, 'retries must be a whole number from 0 to 10.'],
		[{ replay: -1 }, 'replay must be'],
		[{ events: [] }, 'Unknown setting of the webhook: events'],
		[[], 'must be a JSON object'],
	])('refuse %j, and stay', async (changes, message) => {
		const before = emulator.webhook;
		const { status, body } = await control('POST', 'webhook', changes);
		expect(status).toBe(400);
		expect(body.message).toContain(message);
		expect(body.message).not.toContain('hush');
		expect(emulator.webhook).toEqual(before);
	});
});
