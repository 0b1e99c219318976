import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent } = parametersOf;

/** A new address on every evaluation. */
const changing = "={{ 'a' + Math.random().toString().slice(2) + '@example.com' }}";

/** The keys of two tries of one item: Loops refuses the first, and n8n repeats the node. */
async function propertyKeys(parameters: IDataObject): Promise<unknown[]> {
	loops.emulator.inject({ kind: 'status', status: 403, method: 'POST' });
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await loops.run(parameters, [{}], retrying);
	const keys = loops.calls().map(({ headers }) => headers['idempotency-key']);
	expect(keys).toEqual([expect.any(String), expect.any(String)]);
	return keys;
}

describe.each<[string, IDataObject]>([
	['an email', sendEmail],
	['an event', sendEvent],
	['an event by user ID', { ...sendEvent, findBy: 'userId', userId: 'user-1' }],
])('the automatic key of %s in Retry On Fail', (_what, parameters) => {
	it('stays the same for an unchanged recipient', async () => {
		const [first, second] = await propertyKeys(parameters);
		expect(second).toBe(first);
	});

	it('changes with the recipient', async () => {
		const field = parameters.userId ? 'userId' : 'email';
		const [first, second] = await propertyKeys({ ...parameters, [field]: changing });
		expect(second).not.toBe(first);
	});
});
