import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const sends: Array<[string, IDataObject]> = [
	['email', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['event', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
];
const ways: Array<[way: string, field: string, options: IDataObject]> = [
	['a key', 'Send Only Once: Key', perKey('order-1')],
	['a raw key', 'Send Only Once: Key', perRawKey('order-1')],
	[
		'a header',
		'Header Idempotency-Key',
		{ headers: { header: [{ name: 'Idempotency-Key', value: 'order-1' }] } },
	],
];
const table = sends.flatMap(([kind, send]) =>
	ways.map(([way, field, options]) => ({
		name: `${kind}, ${way}`,
		field,
		send: { ...send, options },
	})),
);
const kim = { email: 'kim@example.com' };
const ada = { email: 'ada@example.com' };
const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email);
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

describe.each(table)('an idempotency key of an earlier run: $name', ({ field, send }) => {
	const error = `Another message has the same '${field}': order-1 (HTTP 409: Idempotency key already used with a different request body.) [item 0]`;

	it('is refused for another message', async () => {
		await loops.run(send, [kim]);
		const second = await loops.run(send, [ada]);
		expect(second.error?.message).toBe(error);
		expect(second.error?.description).toBe(
			'Nothing was sent for this item. Check in Loops whether the message was already sent with other content. If not, use a different value for each message, and start a new execution with this item.',
		);
		expect(received()).toEqual(['kim@example.com']);
	});

	it('is refused for another message after a lost answer', async () => {
		await loops.run(send, [kim]);
		loops.emulator.inject({ kind: 'resetBefore' });
		expect((await loops.run(send, [ada])).error?.message).toBe(error);
	});

	it('succeeds as deduplicated for an equal message', async () => {
		await loops.run(send, [kim]);
		const { json, hints } = await loops.run(send, [kim]);
		expect(json).toMatchObject([{ success: true, deduplicated: true }]);
		expect(hints).toEqual(['0 sent, 1 already sent in the last 24 hours']);
	});

	it('succeeds with a warning when the 409 gives no reason', async () => {
		const body = { success: false, message: 'Conflict' };
		loops.emulator.inject({ kind: 'body', status: 409, body });
		const { json, hints } = await loops.run(send, [ada]);
		expect(json).toMatchObject([{ success: true, deduplicated: true }]);
		expect(hints[0]).toBe(
			`Loops already received this value of '${field}' (order-1) and sent nothing now. Loops does not say whether the earlier message was the same.`,
		);
	});

	it.each([
		'Idempotency key has already been used with another request body.',
		'Request body does not match the one this key was used with.',
	])('is refused when the 409 says: %s', async (message) => {
		const body = { success: false, message };
		loops.emulator.inject({ kind: 'body', status: 409, body });
		expect((await loops.run(send, [ada])).error?.message).toContain('Another message has the same');
	});

	it('succeeds when the 409 confirms the request and suggests another key', async () => {
		const message =
			'Request has already been processed. Use a different idempotency key to send again.';
		loops.emulator.inject({ kind: 'body', status: 409, body: { success: false, message } });
		expect((await loops.run(send, [ada])).json).toMatchObject([{ deduplicated: true }]);
	});

	it('is refused for another message after 503s and Retry On Fail', async () => {
		await loops.run(send, [kim]);
		loops.emulator.inject({ kind: 'status', status: 503, times: 5, method: 'POST' });
		const second = await loops.run(send, [ada], retrying);
		expect(second.error?.message).toBe(error);
	});

	it('is masked in the error when it equals the API key', async () => {
		const { apiKey } = loops.emulator;
		const leaky = JSON.parse(JSON.stringify(send).replace('order-1', apiKey)) as IDataObject;
		await loops.run(leaky, [kim]);
		const second = await loops.run(leaky, [ada]);
		expect(second.error?.message).toContain(`'${field}': *** (HTTP 409`);
	});
});

it.each([
	['Per Key', perKey],
	['Per Raw Idempotency Key', perRawKey],
])('a 409 is classified whatever words the key contains: %s', async (_mode, once) => {
	for (const key of ['d', 'e', 'q', 'u', 'request', 'different', 'different request']) {
		loops.emulator.reset();
		const send = { ...sends[0][1], options: once(key) };
		await loops.run(send, [kim]);
		await loops.expectError(send, 'Another message has the same', [ada]);
	}
});

it.each([{}, perKey('order-1')])(
	'a 409 about a send in progress counts as success: %j',
	async (options) => {
		loops.emulator.inject({ kind: 'hang', after: true, method: 'POST' });
		const message = 'Another request with this idempotency key is in progress.';
		loops.emulator.inject({
			kind: 'body',
			status: 409,
			body: { success: false, message },
			method: 'POST',
		});
		const { json } = await loops.run({ ...sends[0][1], options }, [kim]);
		expect(json).toMatchObject([{ success: true, deduplicated: null }]);
		expect(received()).toEqual([kim.email]);
	},
);
