import { describe, expect, it, vi } from 'vitest';
import { WELCOME, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('an idempotency key', () => {
	const mail = {
		transactionalId: WELCOME,
		email: 'kim@example.com',
		dataVariables: { firstName: 'Kim' },
	};
	const PROCESSED = refusal('Request has already been processed.');
	const key = { 'idempotency-key': 'order-1' };

	it('is refused when used again, with an equal or a different body', async () => {
		expect((await call('POST', '/transactional', mail, key)).status).toBe(200);
		await expectRefusal(['POST', '/transactional', mail, key], 409, PROCESSED);
		await expectRefusal(
			['POST', '/transactional', { ...mail, email: 'ada@example.com' }, key],
			409,
			refusal('Idempotency key already used with a different request body.'),
		);
		expect(emulator.outbox).toMatchObject([{ idempotencyKey: 'order-1' }]);
	});

	it('is separate for emails and events', async () => {
		const event = { eventName: 'e', email: 'kim@example.com' };
		expect((await call('POST', '/transactional', mail, key)).status).toBe(200);
		expect((await call('POST', '/events/send', event, key)).status).toBe(200);
		await expectRefusal(['POST', '/events/send', event, key], 409, PROCESSED);
		const other = { 'idempotency-key': 'order-2' };
		expect((await call('POST', '/events/send', event, other)).status).toBe(200);
		expect(emulator.eventLog).toHaveLength(2);
	});

	it('is ignored by other calls', async () => {
		const body = { email: 'kim@example.com' };
		expect((await call('PUT', '/contacts/update', body, key)).status).toBe(200);
		expect((await call('PUT', '/contacts/update', body, key)).status).toBe(200);
	});

	it('stays unused when the request is refused', async () => {
		expect((await call('POST', '/transactional', { ...mail, email: 'x' }, key)).status).toBe(400);
		expect((await call('POST', '/transactional', mail, key)).status).toBe(200);
	});

	it('accepts one of several concurrent requests', async () => {
		const replies = await Promise.all(
			Array.from({ length: 5 }, async () => await call('POST', '/transactional', mail, key)),
		);
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
		expect(emulator.outbox).toHaveLength(1);
	});

	it('is refused with more than 100 characters', async () => {
		const long = { 'idempotency-key': 'k'.repeat(101) };
		await expectRefusal(
			['POST', '/transactional', mail, long],
			400,
			refusal('Idempotency-Key must be at most 100 characters.'),
		);
		const longest = { 'idempotency-key': 'k'.repeat(100) };
		expect((await call('POST', '/transactional', mail, longest)).status).toBe(200);
	});

	it('is forgotten after 24 hours', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		try {
			const start = Date.now();
			await call('POST', '/transactional', mail, key);
			vi.setSystemTime(start + 24 * 3_600_000 - 1);
			expect((await call('POST', '/transactional', mail, key)).status).toBe(409);
			vi.setSystemTime(start + 24 * 3_600_000);
			expect((await call('POST', '/transactional', mail, key)).status).toBe(200);
		} finally {
			vi.useRealTimers();
		}
	});
});
