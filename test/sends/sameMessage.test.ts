import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';

const loops = useEmulator();
const Continue = { onError: 'continueErrorOutput' } as const;
const { sendEmail, sendEvent } = parametersOf;

const once = (send: IDataObject, onceFor: string): IDataObject => ({
	...send,
	email: '={{ $json.email }}',
	options: perKey(onceFor),
});
const received = () =>
	[...loops.emulator.outbox, ...loops.emulator.eventLog].map(({ email }) => email);

describe.each([
	['email', sendEmail],
	['event', sendEvent],
])('Send Only Once per key, with an email address as the key: %s', (_kind, send) => {
	it.each([
		['kim@example.com', 'Kim@Example.com'],
		['KIM@EXAMPLE.COM', ' kim@example.com '],
	])('sends nothing to %j after %j, over two runs', async (second, first) => {
		const parameters = once(send, '={{ $json.email }}');
		await loops.run(parameters, [{ email: first }]);
		const { error } = await loops.run(parameters, [{ email: second }]);
		// The address is part of the message, so Loops finds another one with the key.
		expect(error?.message).toContain("Another message has the same 'Send Only Once: Key'");
		expect(received()).toHaveLength(1);
	});

	it.each([
		['ORDER-1', 'order-1'],
		['kim@example.com/1', 'Kim@example.com/1'],
		['A@b', 'a@B'],
	])('keeps the order IDs %j and %j apart', async (first, second) => {
		const parameters = once(send, '={{ $json.id }}');
		await loops.run(parameters, [{ email: 'kim@example.com', id: first }]);
		await loops.run(parameters, [{ email: 'kim@example.com', id: second }]);
		expect(received()).toHaveLength(2);
	});
});

const inJson = {
	email: { dataVariablesJson: '={{ { firstName: $json.firstName } }}' },
	event: { eventPropertiesJson: '={{ { plan: $json.plan } }}' },
};

describe.each([
	['email', { ...sendEmail, dataVariables: {} }, inJson.email],
	['event', sendEvent, inJson.event],
])('two rows with the same key in Send Only Once: %s', (_kind, send, values) => {
	const parameters = once({ ...send }, 'order-1');
	parameters.options = { ...perKey('order-1'), ...values };
	const kim = { email: 'kim@example.com', firstName: 'Kim', plan: 'team' };

	it('are sent once if they are equal, and the second is deduplicated', async () => {
		const { json, error, hints } = await loops.run(parameters, [kim, kim]);
		expect(error).toBeUndefined();
		expect(json.map(({ deduplicated }) => deduplicated)).toEqual([false, true]);
		expect(received()).toEqual([kim.email]);
		expect(hints.join()).not.toContain('does not say');
	});

	it('are ready for Validate Only if they are equal', async () => {
		const options = { ...(parameters.options as IDataObject), validateOnly: true };
		const { json } = await loops.run({ ...parameters, options }, [kim, kim]);
		expect(json.map(({ ready }) => ready)).toEqual([true, true]);
	});

	it('are an error if anything in the message differs', async () => {
		const rows = [kim, { ...kim, firstName: 'Lee', plan: 'free' }];
		const { failed } = await loops.run(parameters, rows, Continue);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed[0].json)).toContain('has the same value as in item 0');
		expect(received()).toHaveLength(1);
	});

	it('are sent once after the answer to the first was lost', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { json, error } = await loops.run(parameters, [kim, kim]);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(received()).toEqual([kim.email]);
	});

	it('go on in the second try of Retry On Fail after the first was sent', async () => {
		const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const rows = [
			{ ...kim, id: 'order-1' },
			{ ...kim, id: 'order-2' },
			{ ...kim, id: 'order-1' },
		];
		const options = { ...(parameters.options as IDataObject), ...perKey('={{ $json.id }}') };
		let seen = 0;
		loops.onRequest = ({ method }) =>
			method === 'POST' && seen++ === 1 ? { fault: { kind: 'status', status: 403 } } : undefined;
		const { json, error } = await loops.run({ ...parameters, options }, rows, retrying);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(received()).toHaveLength(2);
	});

	it('both count as sent in the second try, after all answers to the first were lost', async () => {
		const retrying = { ...Continue, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		loops.emulator.inject({ kind: 'status', status: 503, after: true, method: 'POST', times: 5 });
		const { done, failed } = await loops.run(parameters, [kim, kim], retrying);
		expect([done.length, failed.length]).toEqual([2, 0]);
		expect(received()).toEqual([kim.email]);
	});

	it('are sent once if Loops refused the first', async () => {
		loops.emulator.inject({ kind: 'status', status: 400, method: 'POST' });
		const { done, failed } = await loops.run(parameters, [kim, kim], Continue);
		expect([done.length, failed.length]).toEqual([1, 1]);
		expect(received()).toEqual([kim.email]);
	});
});
