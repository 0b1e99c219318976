import { describe, expect, it } from 'vitest';
import { WELCOME, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('an idempotency key', () => {
	const dataVariables = { firstName: 'Kim' };
	const mail = { transactionalId: WELCOME, email: 'kim@example.com', dataVariables };
	const PROCESSED = refusal('Request has already been processed.');
	const key = { 'idempotency-key': 'order-1' };

	it('of an email is free for one event', async () => {
		const event = { eventName: 'e', email: 'kim@example.com' };
		await call('POST', '/transactional', mail, key);
		expect((await call('POST', '/events/send', event, key)).status).toBe(200);
		await expectRefusal(['POST', '/events/send', event, key], 409, PROCESSED);
	});

	it('is ignored by other calls', async () => {
		const body = { email: 'kim@example.com' };
		expect((await call('PUT', '/contacts/update', body, key)).status).toBe(200);
		expect((await call('PUT', '/contacts/update', body, key)).status).toBe(200);
	});

	it('accepts one of several concurrent requests', async () => {
		const replies = await Promise.all(
			Array.from({ length: 5 }, async () => await call('POST', '/transactional', mail, key)),
		);
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
		expect(emulator.outbox).toHaveLength(1);
	});
});
