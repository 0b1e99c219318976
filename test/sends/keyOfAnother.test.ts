import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const sends: Array<[string, IDataObject]> = [
	['email', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['event', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
];
const ways: Array<[string, IDataObject]> = [
	['Send Only Once For', { sendOnlyOnceFor: 'order-1' }],
	['Custom Idempotency Key', { customIdempotencyKey: 'order-1' }],
	[
		'Custom Idempotency Key',
		{ headers: { header: [{ name: 'Idempotency-Key', value: 'order-1' }] } },
	],
];
const table = sends.flatMap(([kind, send]) =>
	ways.map(([option, options], n) => ({
		name: `${kind}, ${option}${n === 2 ? ' among the headers' : ''}`,
		option,
		send: { ...send, options },
	})),
);
const kim = { email: 'kim@example.com' };
const ada = { email: 'ada@example.com' };
const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email);
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

describe.each(table)('an idempotency key of an earlier run: $name', ({ option, send }) => {
	const error = `Another message has the same '${option}': order-1 (HTTP 409: Idempotency key already used with a different request body.) [item 0]`;

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
			`Loops already received this value of '${option}' (order-1) and sent nothing now. Loops does not say whether the earlier message was the same.`,
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
		expect(second.error?.message).toContain(`'${option}': *** (HTTP 409`);
	});
});

it.each(['sendOnlyOnceFor', 'customIdempotencyKey'])(
	'a 409 is classified whatever words the key contains: %s',
	async (option) => {
		for (const key of ['d', 'e', 'q', 'u', 'request', 'different', 'different request']) {
			loops.emulator.reset();
			const send = { ...sends[0][1], options: { [option]: key } };
			await loops.run(send, [kim]);
			await loops.expectError(send, 'Another message has the same', [ada]);
		}
	},
);

it.each([{}, { sendOnlyOnceFor: 'order-1' }])(
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
