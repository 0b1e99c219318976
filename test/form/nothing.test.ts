import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { find, sendEmail, upsert } = parametersOf;

const byUserId = (userId: string) => ({ ...find, findBy: 'userId', userId });
const byBoth = (call: IDataObject, userId: string) => ({
	...call,
	findBy: 'emailAndUserId',
	email: 'kim@example.com',
	userId,
});

const item = { n: 1 };
const person = { ...item, name: 'Nán Null', title: '[object ſ]' };

it.each([
	['the data of the item', "={{ $json.name.toLowerCase().replace(' ', '_') }}"],
	['the data of the item, without its accent', "={{ $json.name.replace('á', 'a') }}"],
	['the data of the item, with a letter whose capital is S', '={{ $json.title }}'],
	['the text of the parameter', "={{ 'undefined-' + $json.n }}"],
	['what a person typed', 'user_undefined'],
])('a word that stands in %s identifies somebody', async (_where, userId) => {
	const { error, hints } = await loops.run(byUserId(userId), [person]);
	expect(error?.message).toBeUndefined();
	expect(hints).toEqual([]);
});

const many = (count: number, textOf: (n: number) => string) =>
	Array.from({ length: count }, (_, n) => textOf(n));

// Otherwise these take longer than the time limit of a test.
it.each<[what: string, of: { item: IDataObject; reasons: unknown[] }]>([
	[
		'accents',
		{
			item: { email: 'null@example.com', other: '\u0301\u0327'.repeat(200_000) },
			reasons: [],
		},
	],
	[
		'words',
		{
			item: { email: many(300_000, (n) => `[object a${n}]`).join('') },
			reasons: [expect.stringMatching(/has \d+ characters/)],
		},
	],
	[
		'values',
		{
			item: {
				email: 'kim@example.com',
				body: Object.fromEntries(many(20_000, String).map((n) => [`p${n}`, 'null'])),
			},
			reasons: [],
		},
	],
])('a word is found at once, whatever %s a stranger sends', async (_what, { item, reasons }) => {
	const parameters = {
		...upsert,
		email: '={{ $json.email }}',
		additionalFields: { contactPropertiesJson: '={{ $json.body ?? {} }}' },
		options: { validateOnly: true },
	};
	const { json } = await loops.run(parameters, [item]);
	expect(json[0].reasons).toEqual(reasons);
});

// To fold the accents of 15 MB, Node.js takes seconds.
it('a word beside more than 500,000 characters of data may come from them', async () => {
	const userId = "={{ 'user_' + $json.none }}";
	const sent = async (length: number) =>
		await loops.run(byUserId(userId), [{ text: 'ΐ'.repeat(length) }]);
	expect((await sent(499_000)).error?.message).toContain("'User ID' contains 'undefined'");
	expect((await sent(500_000)).error?.message).toBeUndefined();
});

it('a word in a text of more than 100,000 characters is not searched for', async () => {
	const { error, json } = await loops.run(
		{ ...upsert, email: "={{ 'undefined '.repeat(10_001) }}", options: { validateOnly: true } },
		[item],
	);
	expect(error?.message).toBeUndefined();
	expect(json[0].reasons).toEqual([expect.stringContaining("'Email' has 100009 characters")]);
});

it('a word that may come from another source is a warning', async () => {
	const { error, hints } = await loops.run(byUserId("={{ $workflow.none + '-' + $json.n }}"), [
		item,
	]);
	expect(error?.message).toBeUndefined();
	expect(hints).toEqual([expect.stringContaining("'User ID' contains 'undefined'")]);
});

describe('an identifier without a value', () => {
	it('is left out beside another one', async () => {
		const { hints } = await loops.run({ ...byBoth(upsert, '={{ $json.id }}') }, [{ id: null }]);
		expect(hints).toEqual([]);
		expect(loops.sent().at(-1)?.body).toEqual({ email: 'kim@example.com' });
		await loops.run({ ...byBoth(upsert, 'u-77'), email: '={{ $json.none }}' });
		expect(loops.sent().at(-1)?.body).toEqual({ userId: 'u-77' });
	});

	const NOBODY = [
		...['NULL', 'Null', '\\N', '#N/A', '#REF!', 'none', 'Nil', 'N/A', 'unknown', 'false'],
		...['0', '0.0', '00', '1.23457E+11'],
	];

	// Loops would give the contact of run 1 the email of run 2.
	it.each(NOBODY)('merges nobody: %s', async (id) => {
		const parameters = { ...byBoth(upsert, '={{ $json.id }}'), email: '={{ $json.email }}' };
		for (const email of ['first@example.com', 'second@example.com']) {
			const { hints } = await loops.run(parameters, [{ email, id }]);
			expect(hints).toEqual([
				`'User ID' can't be "${id.replace('\\', '\\\\')}": it would be the same for different contacts, so 'User ID' is not sent.`,
			]);
			expect(loops.sent().at(-1)?.body).toEqual({ email });
		}
	});

	it.each(['nan', '1e3', 'u-null', 'None-1', '1.5'])('sends an ordinary one: %s', async (id) => {
		const { hints } = await loops.run(byBoth(upsert, '={{ $json.id }}'), [{ id }]);
		expect(hints).toEqual([]);
		expect(loops.sent().at(-1)?.body).toMatchObject({ userId: id });
	});

	it('is not judged if a person typed it', async () => {
		const { hints } = await loops.run(byBoth(upsert, 'NULL'));
		expect(hints).toEqual([]);
		expect(loops.sent().at(-1)?.body).toMatchObject({ userId: 'NULL' });
	});

	it('is refused if there is no other one', async () => {
		const { error } = await loops.run({ ...byBoth(upsert, '={{ $json.id }}'), email: '={{ "" }}' });
		expect(error?.message).toBe("'Email' is empty [item 0]");
	});
});

describe('text that stands for no value', () => {
	const warning = (name: string) =>
		expect.stringContaining(`'${name}' has text that stands for no value, such as #N/A`);
	const mapper = (value: unknown) => ({
		...upsert,
		contactProperties: { mappingMode: 'defineBelow', value: { firstName: value } },
	});

	it('gives one warning with the items', async () => {
		const cells = ['#N/A', 'Kim', ' #REF! ', 'Null', 'N/A', '\\N', 'None'];
		const rows = cells.map((first, n) => ({ first, email: `p${n}@example.com` }));
		const parameters = { ...mapper('={{ $json.first }}'), email: '={{ $json.email }}' };
		const { hints } = await loops.run(parameters, rows);
		expect(hints).toEqual([warning('firstName')]);
		expect(hints[0]).toContain('[3 of 7 items: 0, 2, 5]');
	});

	it('is found in columns that are mapped automatically, in JSON and in rows of a list', async () => {
		const automatic = { mappingMode: 'autoMapInputData', value: null };
		const row = { 'First Name': '#DIV/0!' };
		const { hints } = await loops.run({ ...upsert, contactProperties: automatic }, [row]);
		expect(hints).toEqual([warning('firstName')]);
		const json = { contactPropertiesJson: '={{ { firstName: $json["First Name"] } }}' };
		const inJson = await loops.run({ ...upsert, additionalFields: json }, [row]);
		expect(inJson.hints).toEqual([warning('firstName')]);
		const options = {
			dataVariablesJson: '={{ { firstName: "Kim", lines: [{ title: "[object Object]" }] } }}',
		};
		const inRows = await loops.run({ ...sendEmail, dataVariables: {}, options }, [row]);
		expect(inRows.hints).toEqual([warning('lines')]);
	});

	it('is not judged if a person typed it', async () => {
		expect((await loops.run(mapper('#N/A'))).hints).toEqual([]);
	});
});
