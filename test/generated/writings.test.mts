import fc from 'fast-check';
import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';

/**
 * Columns with any spelling of a name map to the property of that name, and no other column does. The
 * names make this certain: no two of these properties share a word, and no other column has one.
 */
const SEED = Number(process.env.VALUES_SEED ?? 1);
const ROWS = Number(process.env.VALUES ?? 150);

const loops = useEmulator({ requestLog: 4 * ROWS });

/** The words of a key, and of a label that differs. */
const PROPERTIES: Array<{ key: string; names: string[] }> = [
	{ key: 'planTitle', names: ['plan title'] },
	{ key: 'places', names: ['places', 'number of chairs'] },
	{ key: 'hasBeta', names: ['has beta', 'früher zugang'] },
	{ key: 'trial_ends_at', names: ['trial ends at'] },
	{ key: 'straße', names: ['straße', 'rue'] },
	{ key: 'été2026', names: ['été 2026'] },
	{ key: 'constructor', names: ['constructor', 'bâtisseur'] },
	{ key: 'x'.repeat(200), names: ['x'.repeat(200)] },
	{ key: '名前', names: ['名前', 'お 名 号'] },
	{ key: 'мой', names: ['мой', 'ключ дня'] },
	{ key: 'かぎ', names: ['かぎ'] },
	{ key: 'ชื่อ', names: ['ชื่อ'] },
];

/** Matched by their exact name only, since it has no letters. */
const SIGNS = ['🎉', '❤️', '%'];

/** Close to a property, or to a name that is never sent, but no spelling of one. */
const OTHERS = [
	...'plan|title|plan titles|place|beta|trial|ruelle|été 202|2026|chairs|constructors'.split('|'),
	...'places*|(places)|#places|plan/title|plan & title|été 20 26|été 202-6|été 20.26|🎉 places'.split(
		'|',
	),
	...'名|前名|мои|かき|ชอ|🎊|❤|%%|| |_|toString|hasOwnProperty|__proto__'.split('|'),
	...'id|ID|Notes|Subscribed|mailing_lists|Created At|created_at|teamId|eventName'.split('|'),
	'x'.repeat(199),
];

const latin = /^\p{Script=Latin}$/u;
const written = (words: string): fc.Arbitrary<string> => {
	const letters = [...words.normalize('NFC')];
	return fc
		.record({
			joint: fc.constantFrom('', ' ', '_', '-', '.', '  ', '\u00a0', ' – ', '\u200b'),
			form: fc.constantFrom('NFC', 'NFD'),
			isUpper: fc.array(fc.boolean(), { minLength: letters.length, maxLength: letters.length }),
			accents: fc.array(fc.constantFrom('', '', '', '\u0301', '\u0308'), {
				minLength: letters.length,
				maxLength: letters.length,
			}),
			isPlain: fc.boolean(),
			around: fc.constantFrom('|', ' |', '|.', '_|_', '\ufeff|', '- | -'),
		})
		.map(({ joint, form, isUpper, accents, isPlain, around }) => {
			const text = letters
				.map((letter, n) => {
					const cased = isUpper[n] ? letter.toUpperCase() : letter.toLowerCase();
					return latin.test(letter) && !isPlain ? cased + accents[n] : cased;
				})
				.join('')
				.replaceAll(' ', joint);
			return around.replace('|', text.normalize(form));
		});
};

/** A row: its columns, and what has to go where. */
const row = fc
	.tuple(
		fc.tuple(
			...PROPERTIES.map(({ key, names }) =>
				fc.option(
					fc.oneof(fc.constant(key), ...names.map(written)).map((column) => ({ column, key })),
				),
			),
		),
		fc.subarray(SIGNS),
		fc.subarray(OTHERS),
	)
	.map(([mapped, signs, others]) => ({
		mapping: [
			...mapped.filter((each) => each !== null),
			...signs.map((key) => ({ column: key, key })),
		],
		others,
	}));

const titled = (words = '') => words.replace(/(^| )./gu, (letter) => letter.toUpperCase());
const account = [
	...PROPERTIES.map(({ key, names }) => ({ key, label: titled(names.at(-1)) })),
	...SIGNS.map((key) => ({ key, label: key })),
];
const schema = account
	.filter(({ key }) => key !== 'constructor')
	.map(({ key, label }) => ({ id: key, displayName: label, type: 'string' }));

describe(`columns in any spelling, seed ${SEED}`, () => {
	it.each<[string, Array<Partial<ResourceMapperField>>]>([
		['with editor fields', schema as never],
		['without editor fields', []],
	])('map to their property %s', { timeout: 3_600_000 }, async (_case, fields) => {
		loops.emulator.inject({
			kind: 'body',
			path: '/v1/contacts/properties',
			times: 'always',
			body: account.map((each) => ({ ...each, type: 'string' })),
		});
		const rows = fc.sample(row, { numRuns: ROWS, seed: SEED });
		// n8n drops this name from a form, so only a column of exactly this name is looked up.
		const columnOf = ({ column, key }: { column: string; key: string }) =>
			fields.length > 0 && key === 'constructor' ? key : column;
		const items = rows.map(({ mapping, others }) => ({
			json: Object.fromEntries([
				...others.map((column) => [column, 'stays here']),
				...mapping.map((each) => [columnOf(each), `for ${each.key}`]),
			]) as IDataObject,
		}));
		const parameters = (validateOnly: boolean): IDataObject => ({
			...{ resource: 'contact', operation: 'upsert', options: { validateOnly } },
			email: '={{ "i" + $itemIndex + "@example.com" }}',
			contactProperties: { mappingMode: 'autoMapInputData', value: null, schema: fields as never },
		});

		const { error } = await loops.run(parameters(false), items);
		expect(error).toBeUndefined();
		const bodies = new Map(
			loops.calls().map(({ body }) => [(body as IDataObject).email, body as IDataObject]),
		);
		const { json } = await loops.run(parameters(true), items);
		rows.forEach(({ mapping, others }, n) => {
			const about = `VALUES_SEED=${SEED}, row ${n}`;
			const email = `i${n}@example.com`;
			const sent = mapping.map(({ key }) => [key, `for ${key}`]);
			expect(bodies.get(email), about).toEqual({ email, ...Object.fromEntries(sent) });
			const sentAs = mapping.map((each) => [columnOf(each), each.key]);
			expect(json[n].mapping, about).toEqual(Object.fromEntries(sentAs));
			expect((json[n].notMapped as string[]).sort(), about).toEqual(others.sort());
		});
	});
});
