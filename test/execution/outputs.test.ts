import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { outcomeOf, outcomes } from '../harness/outcomes.mts';

const loops = useEmulator();

const { find, sendEmail, sendEvent, upsert } = parametersOf;

/** An item, those of a list, or what a list is like. */
const expectedItems = (of: unknown) => (isPattern(of) ? of : [of].flat());
const isPattern = (of: unknown) => String(of).startsWith('ArrayContaining');

describe.each(outcomes)('the output of %s', (_operation, parameters, expected, account) => {
	it('holds what was asked for and what became of it', async () => {
		expect(await outcomeOf(loops, parameters, 'thisRun', account)).toEqual(
			expectedItems(expected.thisRun),
		);
	});

	// A list, or the name of the team, is not about an item.
	it.skipIf(
		Array.isArray(expected.thisRun) ||
			isPattern(expected.thisRun) ||
			parameters.resource === 'apiKey',
	)('is the same in `loops`, beside the input', async () => {
		if (account) loops.emulator.reset(account);
		const options = { ...(parameters.options as IDataObject), includeInputFields: true };
		const { json } = await loops.run({ ...parameters, options }, [{ n: 0 }]);
		expect(json).toEqual([{ n: 0, loops: expected.thisRun }]);
	});

	it.runIf(expected.before)('says where it was done before', async () => {
		expect(await outcomeOf(loops, parameters, 'before')).toEqual([expected.before]);
	});

	it.runIf(expected.lost)('says nothing about what Loops does not say', async () => {
		expect(await outcomeOf(loops, parameters, 'lost')).toEqual([expected.lost]);
	});
});

it('has one shape for many items', async () => {
	const items = ['kim', 'nobody', 'ada'].map((name) => ({ email: `${name}@example.com` }));
	for (const parameters of [upsert, sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, email: '={{ $json.email }}' }, items);
		expect(new Set(json.map((each) => Object.keys(each).join()))).toHaveLength(1);
		expect(json.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
	}
});

it('keeps what Loops says of a contact that is there', async () => {
	const { json } = await loops.run({ ...find, email: 'KIM@example.com' });
	expect(json).toEqual([expect.objectContaining({ found: true, email: 'kim@example.com' })]);
});

it('never holds the idempotency key', async () => {
	const options = { customIdempotencyKey: 'one-of-mine' };
	for (const parameters of [sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, options });
		expect(JSON.stringify(json)).not.toContain('one-of-mine');
	}
});

it('begins with the error of a failed item', async () => {
	const { json } = await loops.run({ ...upsert, email: 'none' }, [{ n: 1 }], {
		onError: 'continueRegularOutput',
	});
	expect(Object.keys(json[0])).toEqual(['error', 'n']);
});

it('a contact property called error is no failure of Find', async () => {
	const contacts = [{ email: 'a@b.co', error: 'disk full' }];
	loops.emulator.reset({ properties: [{ key: 'error', type: 'string' }], contacts });
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { json } = await loops.run({ ...parametersOf.find, email: 'a@b.co' }, [{}], retry);
	expect(json[0]).toMatchObject({ errorProperty: 'disk full', found: true });
	expect(json[0]).not.toHaveProperty('error');
	expect(loops.calls()).toHaveLength(1);
});

it('Include Input Fields passes the answer of an earlier step on', async () => {
	const parameters = { ...parametersOf.upsert, options: { includeInputFields: true } };
	const { json } = await loops.run(parameters, [{ loops: 1, inputLoops: 2, error: 3 }]);
	expect(json).toEqual([
		{
			inputLoops: 2,
			_inputLoops: 1,
			inputError: 3,
			loops: expect.objectContaining({ success: true }) as unknown,
		},
	]);
});

describe('an answer that says more than Loops documents', () => {
	const other = useEmulator({}, { checksOutput: false });

	it('is no failure for an error beside a success', async () => {
		const body = { success: true, error: '' };
		other.emulator.inject({ kind: 'body', body, after: true, times: 'always' });
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const { json } = await other.run(sendEmail, [{}], retry);
		expect(json).toEqual([expect.objectContaining({ success: true, errorProperty: '' })]);
		expect(other.calls()).toHaveLength(1);
	});
});
