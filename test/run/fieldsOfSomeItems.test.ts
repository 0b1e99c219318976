import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { mapped } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const clear = { ...parametersOf.upsert, options: { emptyInputFields: 'clear' } };
const types: Record<string, FieldType> = { firstName: 'string', isBeta: 'boolean' };
const byHand = (firstName: string, isBeta: string): IDataObject => ({
	...clear,
	...propertiesMapper(types, { firstName, isBeta }),
});
const columns = byHand('={{ $json["First Name"] }}', '={{ $json.isBeta }}');

/** As Airtable gives a row without its empty fields and unchecked boxes. */
const rows = [{ 'First Name': 'Kim', isBeta: true, n: 1 }, { n: 2 }, { n: 3 }];

const warning = (names: string) =>
	`Some items have no field for ${names}. A field that is absent clears nothing, so Loops keeps the old value. In Extract from File, turn on 'Include Empty Cells'. To clear the property, write ?? '' before the closing }}, or ?? false for true or false.`;
const hintsOf = async (parameters: IDataObject, items: IDataObject[] = rows) =>
	(await loops.expectSuccess(parameters, items)).hints.filter((hint) =>
		/no field|no item/.test(hint),
	);

describe('with Empty Input Fields: Clear, columns that some items lack', () => {
	it.each([
		['mapped automatically', { ...clear, ...propertiesMapper(types) }, "'First Name', 'isBeta'"],
		['mapped without a schema', { ...clear, ...mapped() }, "'First Name', 'isBeta'"],
		['mapped by hand', columns, "'firstName', 'isBeta'"],
	])('are told once and clear nothing: %s', async (_how, parameters, names) => {
		expect(await hintsOf(parameters)).toEqual([warning(names)]);
		expect(loops.sent().map(({ body }) => body)).toEqual([
			{ email: 'kim@example.com', firstName: 'Kim', isBeta: true },
			{ email: 'kim@example.com' },
			{ email: 'kim@example.com' },
		]);
	});

	it('are told in Validate Only as well', async () => {
		const options = { ...clear.options, validateOnly: true };
		expect(await hintsOf({ ...columns, options })).toEqual([warning("'firstName', 'isBeta'")]);
	});

	it('are cleared by the cure of the warning', async () => {
		const cured = byHand("={{ $json['First Name'] ?? '' }}", '={{ $json.isBeta ?? false }}');
		expect(await hintsOf(cured)).toEqual([]);
		expect(loops.sent().at(-1)?.body).toEqual({
			email: 'kim@example.com',
			firstName: null,
			isBeta: false,
		});
	});

	it.each<[string, IDataObject, IDataObject[]]>([
		['an empty cell', columns, [rows[0], { 'First Name': '', isBeta: null }]],
		['a single item', columns, [{ n: 1 }]],
		['Leave Value in Loops', { ...columns, options: {} }, rows],
		[
			'another spelling',
			{ ...clear, ...propertiesMapper(types) },
			[
				{ firstName: 'K', isBeta: true },
				{ 'First Name': 'A', isBeta: false },
			],
		],
		[
			'a field that nothing maps',
			{ ...clear, ...propertiesMapper(types) },
			[{ zodiac: 'x' }, { n: 1 }],
		],
		[
			'what an expression leaves out',
			byHand('={{ $json["First Name"] ?? undefined }}', '={{ $json.n === 1 }}'),
			rows,
		],
	])('are not told of %s', async (_what, parameters, items) => {
		const hints = await hintsOf(parameters, items);
		expect(hints.filter((hint) => hint.startsWith('Some items'))).toEqual([]);
	});

	it('are told with the same cure if all items lack them', async () => {
		expect(
			await hintsOf(columns, [
				{ n: 1, isBeta: true },
				{ n: 2, isBeta: false },
			]),
		).toEqual([
			`'firstName' is not sent: no item of the input has the field that {{ $json["First Name"] }} reads. To clear the property, write ?? '' before the closing }}, or ?? false for true or false.`,
		]);
	});
});
