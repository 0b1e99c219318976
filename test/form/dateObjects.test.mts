import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const requireHere = createRequire(import.meta.url);
const { DateTime } = createRequire(requireHere.resolve('n8n-workflow'))('luxon') as {
	DateTime: { fromISO(text: string, options?: object): object; invalid(reason: string): object };
};

const loops = useEmulator();

/** Like the output of a Code node: mapped automatically, without an expression. */
const run = async (trialEndsAt: unknown, type: 'dateTime' | 'string' = 'dateTime') =>
	await loops.run({ ...parametersOf.upsert, ...propertiesMapper({ trialEndsAt: type }) }, [
		{ json: { trialEndsAt } as never },
	]);
const sent = () => loops.sent().at(-1)?.body as { trialEndsAt: unknown };

describe('a date in the input', () => {
	it.each<[string, unknown, string]>([
		[
			'a Luxon DateTime',
			DateTime.fromISO('2026-01-02T03:04:05', { zone: 'Asia/Tokyo' }),
			'2026-01-01T18:04:05.000Z',
		],
		['a JavaScript Date', new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z'],
	])('is accepted as %s', async (_kind, value, expected) => {
		for (const type of ['dateTime', 'string'] as const) {
			const { error } = await run(value, type);
			expect(error).toBeUndefined();
			expect(new Date(String(sent().trialEndsAt)).toISOString()).toBe(expected);
		}
	});

	it.each([
		['an invalid Luxon DateTime', DateTime.invalid('no date')],
		['an object with the methods of a DateTime as data', { toMillis: 1, toISO: '2026-01-02' }],
		['a number past the last date', 8_640_000_000_000_001],
		['a number before the first date', -8_640_000_000_000_001],
		['NaN', NaN],
		['Infinity', Infinity],
		['the digits of a number past the last date', '99999999999999999999'],
	])('is refused as %s', async (_kind, value) => {
		const { error } = await run(value);
		expect(error?.message).toContain("'Contact Properties': 'trialEndsAt' can't be ");
		expect(error?.description).toContain('Give a date in ISO 8601');
		expect(loops.emulator.requests).toHaveLength(0);
	});

	it.each([8_640_000_000_000_000, -8_640_000_000_000_000, 10_000_000_000, -10_000_000_000])(
		'is accepted as %i ms since 1970',
		async (value) => {
			const { error } = await run(value);
			expect(error).toBeUndefined();
			expect(sent().trialEndsAt).toBe(value);
		},
	);

	it.each([9_999_999_999, -9_999_999_999])(
		'is refused as %i, which looks like seconds',
		async (value) => {
			const { error } = await run(value);
			expect(error?.description).toContain('multiply seconds by 1000');
		},
	);

	it.each([undefined, '', ' '])('is not sent when empty: "%s"', async (value) => {
		const { error } = await run(value);
		expect(error).toBeUndefined();
		expect(sent()).not.toHaveProperty('trialEndsAt');
	});
});
