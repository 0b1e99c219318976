import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const parameters = {
	...parametersOf.upsert,
	email: '={{ $json.email }}',
	...propertiesMapper({ seats: 'number' }),
};

/** Of 300 rows, 12 have a problem: no email, no address, or seats that are no number. */
const WRONG: IDataObject = Object.fromEntries([
	...[3, 19, 25].map((n) => [n, { email: '' }]),
	...[40, 77, 101, 250, 251].map((n) => [n, { email: `none ${n}` }]),
	...[7, 8, 9].map((n) => [n, { seats: `about ${n}` }]),
	[299, { email: 'none', seats: 'many' }],
]);
const rows = Array.from({ length: 300 }, (_, n) => ({
	email: `row${n}@example.com`,
	seats: n,
	...(WRONG[n] as IDataObject | undefined),
}));

const GROUPS = [
	"'Email' is empty. [3 of 300 items: 3, 19, 25]",
	"'Contact Properties': 'seats' can't be … [4 of 300 items: 7, 8, 9, 299]",
	"'Email' is not an email address. [6 of 300 items: 40, 77, 101, 250, 251, 299]",
].join(' ');

describe('of 300 rows with 12 problems', () => {
	it('Continue says which rows have which problem', async () => {
		const { hints } = await loops.run(parameters, rows, { onError: 'continueRegularOutput' });
		expect(hints).toEqual([`12 of 300 items failed: 'error' in the output says why. ${GROUPS}`]);
	});

	it('Validate Only says the same, and shows each of them with its number and input', async () => {
		const options = { validateOnly: true };
		const { hints, json } = await loops.run({ ...parameters, options }, rows);
		expect(hints).toEqual([
			`Validate Only is on: nothing was sent. 288 ready, 12 not ready: see 'reasons'. ${GROUPS}`,
		]);
		const found = json.filter(({ ready }) => ready === false);
		expect(found.map(({ item }) => item)).toEqual(Object.keys(WRONG).map(Number));
		expect(found.map(({ input }) => input)).toEqual(found.map(({ item }) => rows[item as number]));
		expect(json[0]).not.toHaveProperty('input');
	});

	it('Validate Only with Include Input Fields shows the input once', async () => {
		const options = { validateOnly: true, includeInputFields: true };
		const { json } = await loops.run({ ...parameters, options }, rows.slice(0, 4));
		expect(json[3]).toMatchObject({ email: '', seats: 3, loops: { ready: false, item: 3 } });
		expect(json[3].loops).not.toHaveProperty('input');
	});
});

it('numbers of items are bounded', async () => {
	const options = { validateOnly: true };
	const { hints } = await loops.run(
		{ ...parameters, options },
		Array.from({ length: 600 }, (_, n) => ({ email: n % 2 ? 'a@b.co' : `none ${n}` })),
	);
	expect(hints).toEqual([
		"Validate Only is on: nothing was sent. 300 ready, 300 not ready: see 'reasons'. 'Email' is not an email address. [300 of 600 items: 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, …]",
	]);
});

it('a run that stops names all items that failed', async () => {
	loops.emulator.inject({ kind: 'status', status: 403, path: '/v1/contacts/update' });
	const items = [{ email: 'kim@example.com' }, { email: 'none' }, { email: 'ada@example.com' }];
	const { error } = await loops.run(parameters, items);
	expect(error?.context.itemIndex).toBe(0);
	expect(error?.description).toContain('\n');
	expect(error?.description).toContain("'Email' is not an email address. [item 1]");
});
