import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { outcomeOf, outcomes } from '../harness/outcomes.mts';
import { perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { find, sendEmail, sendEvent, upsert } = parametersOf;

/** One item, the items of a list, or a pattern for a list. */
const expectedItems = (of: unknown) => (isPattern(of) ? of : [of].flat());
const isPattern = (of: unknown) => String(of).startsWith('ArrayContaining');

describe.each(outcomes)('the output of %s', (_operation, parameters, expected, account) => {
	it('contains the input values and the result', async () => {
		expect(await outcomeOf(loops, parameters, 'thisRun', account)).toEqual(
			expectedItems(expected.thisRun),
		);
	});
});

// Lists and the name of the team belong to no input item.

// The node treats the output of all operations alike.

const of = (when: 'before' | 'lost') => outcomes.filter(([, , expected]) => expected[when]);

it.each(of('before'))(
	'the output of %s shows that an earlier run had done the operation',
	async (_operation, parameters, { before }) => {
		expect(await outcomeOf(loops, parameters, 'before')).toEqual([before]);
	},
);

it.each(of('lost'))(
	'the output of %s does not claim what a lost answer leaves unknown',
	async (_operation, parameters, { lost }) => {
		expect(await outcomeOf(loops, parameters, 'lost')).toEqual([lost]);
	},
);

it('the output has the same keys for all items', async () => {
	const items = ['kim', 'nobody', 'ada'].map((name) => ({ email: `${name}@example.com` }));
	for (const parameters of [upsert, sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, email: '={{ $json.email }}' }, items);
		expect(new Set(json.map((each) => Object.keys(each).join()))).toHaveLength(1);
		expect(json.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
	}
});

it('the output of Find contains the email address that Loops stores', async () => {
	const { json } = await loops.run({ ...find, email: 'KIM@example.com' });
	expect(json).toEqual([expect.objectContaining({ found: true, email: 'kim@example.com' })]);
});

it('the output never contains the idempotency key', async () => {
	const options = perRawKey('one-of-mine');
	for (const parameters of [sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, options });
		expect(JSON.stringify(json)).not.toContain('one-of-mine');
	}
});

it('the output of a failed item starts with `error`', async () => {
	const { json } = await loops.run({ ...upsert, email: 'none' }, [{ n: 1 }], {
		onError: 'continueRegularOutput',
	});
	expect(Object.keys(json[0])).toEqual(['error', 'n']);
});

it('the table of an output with a failed item starts with `error`, unless n8n 1 would repeat the node', async () => {
	const parameters = { ...upsert, email: '={{ $json.email }}' };
	const items = [{ email: 'kim@example.com' }, { email: 'none' }];
	const columnsWith = async (settings: object) => {
		const onError = 'continueRegularOutput' as const;
		const { json } = await loops.run(parameters, items, { onError, ...settings });
		return Object.keys(json[0]);
	};
	expect(await columnsWith({})).toEqual(['error', 'success', 'email', 'id']);
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	expect(await columnsWith(retry)).toEqual(['success', 'email', 'id']);
	const { json } = await loops.run(parameters, [items[0]], { onError: 'continueRegularOutput' });
	expect(json[0]).not.toHaveProperty('error');
});

it('names the lists of a contact beside their IDs', async () => {
	const lists = ['cm9list0productnews000002', 'cm9list0releasenotes00001'];
	await loops.run({ ...upsert, additionalFields: { addToList: lists } });
	const { json } = await loops.run(find);
	expect(json[0].mailingListNames).toEqual(['Release notes', 'Product news']);
});

it('a contact property named error does not make Find fail', async () => {
	const contacts = [{ email: 'a@b.co', error: 'disk full' }];
	loops.emulator.reset({ properties: [{ key: 'error', type: 'string' }], contacts });
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { json } = await loops.run({ ...parametersOf.find, email: 'a@b.co' }, [{}], retry);
	expect(json[0]).toMatchObject({ errorProperty: 'disk full', found: true });
	expect(json[0]).not.toHaveProperty('error');
	expect(loops.calls()).toHaveLength(1);
});

it('Include Input Fields renames input fields named loops and error', async () => {
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

describe('an answer with undocumented fields', () => {
	const other = useEmulator({}, { checksOutput: false });

	it('succeeds with `error` beside `success: true`', async () => {
		const body = { success: true, error: '' };
		other.emulator.inject({ kind: 'body', body, after: true, times: 'always' });
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const { json } = await other.run(sendEmail, [{}], retry);
		expect(json).toEqual([expect.objectContaining({ success: true, errorProperty: '' })]);
		expect(other.calls()).toHaveLength(1);
	});
});
