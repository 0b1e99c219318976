import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const types = { seats: 'number', isBeta: 'boolean', planName: 'string' } as const;
const run = async (name: keyof typeof types, value: unknown) =>
	await loops.run({ ...parametersOf.upsert, ...propertiesMapper({ [name]: types[name] }) }, [
		{ json: { [name]: value } as never },
	]);
const sent = (name: string) => (loops.sent()[0].body as Record<string, unknown>)[name];

describe('a number', () => {
	it.each<[value: unknown, sent: number]>([
		[' 12 ', 12],
		['+12', 12],
		['-0.5', -0.5],
		['.5', 0.5],
		['5.', 5],
		['1e3', 1000],
		['2E-2', 0.02],
		['0', 0],
		['0.0', 0],
		['9007199254740992', 9007199254740992],
		['-9007199254740992', -9007199254740992],
		['+9007199254740992', 9007199254740992],
		['1000000000000000000000', 1e21],
		['-009007199254740992.00e0', -9007199254740992],
		['9.007199254740992E15', 9007199254740992],
		['1.7976931348623157e308', Number.MAX_VALUE],
		// Decimals may be rounded.
		['0.1000000000000000000001', 0.1],
		['0.99999999999999999999', 1],
		['5e-324', 5e-324],
		[0, 0],
	])('is accepted as %j', async (value, expected) => {
		const { error } = await run('seats', value);
		expect(error).toBeUndefined();
		expect(sent('seats')).toBe(expected);
	});

	it.each<[value: unknown, fix: string]>([
		['1,5', 'with a point and no other separator'],
		['0x10', 'with a point and no other separator'],
		['Infinity', 'with a point and no other separator'],
		['1e400', 'with a point and no other separator'],
		['1 000', 'with a point and no other separator'],
		['12 seats', 'with a point and no other separator'],
		['e5', 'with a point and no other separator'],
		['.', 'with a point and no other separator'],
		...[
			...['9007199254740993', '+9007199254740993', '-9007199254740993', '009007199254740993'],
			...['9007199254740993.', '9007199254740993.0', '9007199254740993.5', '9007199254740993e0'],
			...['900719925474099.3e1', '90071992547409930e-1', '.9007199254740993E+16'],
		].map((text): [string, string] => [text, 'A number cannot hold all its digits']),
		// A number can hold it, but JSON prints other digits: 12345678901234567000.
		['12345678901234567168', 'A number cannot hold all its digits'],
		['1000000000000000000001', 'A number cannot hold all its digits'],
		['1e-400', 'A number cannot hold all its digits'],
		[true, 'It takes a number, such as 12.5.'],
		[[12], 'It takes a number, such as 12.5.'],
		[NaN, 'It takes a number, such as 12.5.'],
	])('is refused as %j', async (value, fix) => {
		const { error } = await run('seats', value);
		expect(error?.message).toContain("'Contact Properties': 'seats' can't be ");
		expect(error?.description).toContain(fix);
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

describe('a boolean', () => {
	it.each<[value: unknown, sent: boolean]>([
		[' TRUE ', true],
		['False', false],
		[1, true],
		[0, false],
		['1', true],
		['0', false],
	])('is accepted as %j', async (value, expected) => {
		const { error } = await run('isBeta', value);
		expect(error).toBeUndefined();
		expect(sent('isBeta')).toBe(expected);
		// The type comes from the editor fields, so no look-up is needed.
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it.each([2, '2', 'yes', '10', [true], {}])('is refused as %j', async (value) => {
		const { error } = await run('isBeta', value);
		expect(error?.message).toContain("'Contact Properties': 'isBeta' can't be ");
		expect(error?.description).toContain('It takes true or false, as from {{ $json.answer === \'yes\' }}.');
	});
});

describe('a text', () => {
	it.each<[value: unknown, sent: string]>([
		[7, '7'],
		[-0.5, '-0.5'],
		[9007199254740991, '9007199254740991'],
		[' as it is ', ' as it is '],
	])('is accepted as %j', async (value, expected) => {
		const { error } = await run('planName', value);
		expect(error).toBeUndefined();
		expect(sent('planName')).toBe(expected);
	});

	it.each<[value: unknown, fix: string]>([
		[9007199254740992, 'A number this large has lost digits before it came here'],
		[true, 'It takes text or a number.'],
		[NaN, 'It takes text or a number.'],
		[
			['a'],
			'It takes text or a number. To send an array as text, join it: {{ $json.tags.join(", ") }}.',
		],
	])('is refused as %j', async (value, fix) => {
		const { error } = await run('planName', value);
		expect(error?.message).toContain("'Contact Properties': 'planName' can't be ");
		expect(error?.description).toContain(fix);
	});
});
