import fc from 'fast-check';
import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const types: Record<string, FieldType> = {
	planName: 'string',
	seats: 'number',
	isBeta: 'boolean',
	trialEndsAt: 'dateTime',
};

/** Loops accepts 500 characters of JSON, with the quotes. */
const text = fc
	.string({ unit: 'grapheme', maxLength: 60 })
	.filter((value) => JSON.stringify(value).length <= 500);
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
/** The given date, and the stored one: ISO 8601 in UTC with ms. */
// From 2572 on, ms since 1970 look like a date without hyphens, which is refused.
const date = fc
	.date({ noInvalidDate: true, min: new Date('1971-01-01'), max: new Date('2571-12-31') })
	.chain((value) => {
		const iso = value.toISOString();
		const day = new Date(iso.slice(0, 10)).toISOString();
		const minute = new Date(`${iso.slice(0, 16)}Z`).toISOString();
		return fc.constantFrom<{ given: string | number; stored: string }>(
			{ given: iso, stored: iso },
			{ given: iso.slice(0, 10), stored: day },
			{ given: iso.slice(0, 16).replace('T', ' '), stored: minute },
			{ given: `${iso.slice(0, 19)}Z`, stored: new Date(`${iso.slice(0, 19)}Z`).toISOString() },
			{ given: value.getTime(), stored: iso },
			{ given: String(value.getTime()), stored: iso },
		);
	});

/** A value for each property, null, or nothing at all. */
const contact = fc.record(
	{
		// Outside JSON, empty text clears like null.
		planName: fc.option(text.filter((each) => /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(each))),
		seats: fc.option(number),
		isBeta: fc.option(fc.boolean()),
		trialEndsAt: fc.option(date),
	},
	{ requiredKeys: [] },
);

const given = ({ trialEndsAt, ...rest }: Record<string, unknown>): IDataObject =>
	({
		...rest,
		...(trialEndsAt !== undefined && {
			trialEndsAt: (trialEndsAt as { given: unknown } | null)?.given ?? null,
		}),
	}) as IDataObject;

/** Kim's values, replaced by the given ones. */
const expected = ({ trialEndsAt, ...rest }: Record<string, unknown>) => ({
	planName: 'team',
	seats: 4,
	isBeta: true,
	...rest,
	trialEndsAt:
		trialEndsAt === undefined
			? '2026-12-01T00:00:00.000Z'
			: ((trialEndsAt as { stored: string } | null)?.stored ?? null),
});

describe('generated contact properties', () => {
	const upsert = {
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		options: { emptyInputFields: 'clear' },
	};

	it.each<[string, (properties: IDataObject) => { parameters: IDataObject; input?: IDataObject }]>([
		[
			'as JSON text',
			(properties) => ({
				parameters: {
					additionalFields: { contactPropertiesJson: JSON.stringify(properties) },
				},
			}),
		],
		[
			'as an object from an expression',
			(properties) => ({
				parameters: { additionalFields: { contactPropertiesJson: '={{ $json }}' } },
				input: properties,
			}),
		],
		[
			'mapped one by one with expressions',
			(properties) => ({
				parameters: propertiesMapper(
					types,
					Object.fromEntries(Object.keys(types).map((name) => [name, `={{ $json.${name} }}`])),
				),
				input: properties,
			}),
		],
		[
			'mapped automatically',
			(properties) => ({ parameters: propertiesMapper(types), input: properties }),
		],
	])('are stored as meant %s', async (_form, formOf) => {
		await fc.assert(
			fc.asyncProperty(contact, async (properties) => {
				loops.emulator.reset();
				const { parameters, input = {} } = formOf(given(properties));
				const { error } = await loops.run({ ...upsert, ...parameters }, [{ json: input }]);
				expect(error).toBeUndefined();
				expect(loops.emulator.contact('kim@example.com')).toMatchObject(expected(properties));
			}),
			{ numRuns: 150 },
		);
	});
});
