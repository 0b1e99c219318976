import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { onceBy, onceOff, perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator({ latency: 20 });

const { sendEmail, sendEvent } = parametersOf;
const keys = () => loops.calls().map(({ headers }) => headers['idempotency-key']);

describe('the idempotency key', () => {
	it.each([
		['email', sendEmail],
		['event', sendEvent],
	])('is sent by default and differs between items: %s', async (_kind, send) => {
		await loops.run(each(send), sampleItems(3));
		expect(new Set(keys()).size).toBe(3);
		expect(keys().every((key) => /^[0-9a-f]{64}$/.test(String(key)))).toBe(true);
	});

	it('differs between executions', async () => {
		await loops.run(sendEmail);
		await loops.run(sendEmail);
		expect(new Set(keys()).size).toBe(2);
		expect(loops.emulator.outbox).toHaveLength(2);
	});

	it('stays the same across retries of the node and Retry On Fail', async () => {
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		loops.emulator.inject({ kind: 'status', status: 403, path: '/v1/transactional' });
		const { run } = await loops.run(sendEmail, [{}], { retryOnFail: true, waitBetweenTries: 0 });
		expect(run.status).toBe('success');
		expect(keys()).toHaveLength(3);
		expect(new Set(keys()).size).toBe(1);
	});

	const header = { headers: { header: [{ name: 'Idempotency-Key', value: 'order-1' }] } };
	const automatic: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
	const hashed = '6a72ada292b8bf508fd8cb15230a4ccd7a0da5b7d818cf4ac06b090bc3c184c3';

	it.each<[mode: string, options: IDataObject, key: unknown]>([
		['Off', onceOff, undefined],
		['Off, with a header', { ...onceOff, ...header }, 'order-1'],
		['Per Execution', onceBy('perExecution'), automatic],
		['Per Execution, with a header', { ...onceBy('perExecution'), ...header }, 'order-1'],
		['Per Execution by an expression', onceBy("={{ 'perExecution' }}", 'order-1'), automatic],
		['Per Key', perKey('order-1'), hashed],
		['Per Key, as n8n stores it', { sendOnlyOnce: { rule: { key: 'order-1' } } }, hashed],
		['Per Raw Idempotency Key', perRawKey('order-1'), 'order-1'],
	])('follows the mode of Send Only Once: %s', async (_mode, options, key) => {
		await loops.run({ ...sendEmail, options });
		expect(keys()).toEqual([key]);
		expect(keys()[0] === hashed).toBe(key === hashed);
	});

	it('is absent from all other operations', async () => {
		for (const [name, parameters] of everyOperation) {
			if (!name.endsWith('send')) await loops.run(parameters);
		}
		expect(keys().every((key) => key === undefined)).toBe(true);
	});
});

const oncePer = (value: string, send: IDataObject = sendEmail) => each(send, perKey(value));

it('a key of Send Only Once is separate for each email and each event name', async () => {
	await loops.run(oncePer('order-1'), sampleItems(1));
	await loops.run(
		oncePer('order-1', {
			...sendEmail,
			transactionalId: { mode: 'id', value: 'cm8tx0pwreset00000000002a' },
			...variablesMapper([], { firstName: 'K', resetUrl: 'u' }),
		}),
		sampleItems(1),
	);
	await loops.run(oncePer('order-1', sendEvent), sampleItems(1));
	await loops.run(oncePer('order-1', { ...sendEvent, eventName: 'other' }), sampleItems(1));
	expect(new Set(keys()).size).toBe(4);
	expect(loops.emulator.outbox).toHaveLength(2);
	expect(loops.emulator.eventLog).toHaveLength(2);
});
