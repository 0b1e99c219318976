import { beforeEach, describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

/** IDs from an expression instead of the dropdown. */
const run = async (value: string) =>
	await loops.run({
		...parametersOf.upsert,
		additionalFields: { addToList: `={{ ${value} }}` },
	});
const sent = () => (loops.sent().at(-1)?.body as { mailingLists?: object }).mailingLists;

// These have no form of Loops' IDs, so the node looks whether they are.
beforeEach(() => {
	const mailingLists = ['a', 'b', 'a[1]', 'b{2}'].map((id) => ({ id, name: `List ${id}` }));
	loops.emulator.reset({ mailingLists });
});

describe('mailing lists to subscribe to', () => {
	it.each<[value: string, ids: string[]]>([
		['"a,b"', ['a', 'b']],
		['" a ,, b, "', ['a', 'b']],
		['"a,a"', ['a']],
		['["a", " b ", "", "a"]', ['a', 'b']],
		[`'["a","b"]'`, ['a', 'b']],
		[`' ["a"]'`, ['a']],
		['"a[1],b{2}"', ['a[1]', 'b{2}']],
	])('are accepted as %s', async (value, ids) => {
		await run(value);
		expect(sent()).toEqual(Object.fromEntries(ids.map((id) => [id, true])));
	});

	it.each(['""', '" "', 'null', 'undefined', '[]', '[""]', '","', '[null]'])(
		'are not sent when empty: %s',
		async (value) => {
			await run(value);
			expect(sent()).toBeUndefined();
		},
	);

	it.each([...['7', 'true', '{ a: 1 }', `'["a"'`, `'{"a":1}'`, `'"a"'`]])(
		'are refused as %s',
		async (value) => {
			const { error } = await run(value);
			expect(error?.message).toContain("'Add to List' can't be ");
			expect(error?.description).toContain('as an array of texts or as one text with commas');
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});
