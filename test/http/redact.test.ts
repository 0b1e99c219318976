import { describe, expect, it } from 'vitest';

import { Redactor } from '../../nodes/Loops/http/connection.ts';

const whole = '0123456789abcdef';

describe('the API key in text', () => {
	it.each([
		[whole, '***'],
		[`a ${whole} b`, 'a *** b'],
		[`${whole}${whole}`, '******'],
		// Any twelve characters of the key count as a part of it.
		['x0123456789ab', 'x***'],
		['456789abcdefx', '***x'],
		['x23456789abcd!', 'x***!'],
		// Eleven do not: users could find the key by trying values.
		['x0123456789a', 'x0123456789a'],
		['56789abcdef', '56789abcdef'],
		['x23456789abc!', 'x23456789abc!'],
		['', ''],
		// A proxy may change its case. No other character becomes longer.
		[`İ ${whole.toUpperCase()}`, 'İ ***'],
		['x456789ABcdefx', 'x***x'],
	])('is redacted: %j becomes %j', (text, shown) => {
		expect(new Redactor(whole).text(text)).toBe(shown);
	});

	it('is redacted whole if it is shorter than a part', () => {
		expect(new Redactor('0123456789').text('a 0123456789, 012345678')).toBe('a ***, 012345678');
	});

	it.each([
		['the contact of latest@test.com', 'test'],
		['the contact of latest@test.com', 'contact'],
		['the contact of latest@test.com', 'a'],
		['the contact of latest@test.com', ''],
	])('leaves %j unchanged if it is the common word in %j', (text, key) => {
		expect(new Redactor(key).text(text)).toBe(text);
	});

	it.each(['a', 'test', 'email', 'contact', 'test@example.com'.slice(1)])(
		'changes nothing in a body if it is the common word %j',
		(key) => {
			const body = { email: 'latest@example.com', contact: 'contact test', a: ['email'] };
			expect(new Redactor(key).answer(body)).toEqual(body);
		},
	);

	it.each([
		[15, false],
		[16, true],
		[31, true],
	])('of %i characters is redacted in a body: %j', (length, isTakenOut) => {
		const key = '0123456789abcdef'.repeat(2).slice(0, length);
		expect(new Redactor(key).answer([`a ${key}!`, key.slice(1)])).toEqual([
			isTakenOut ? 'a ***!' : `a ${key}!`,
			key.slice(1),
		]);
	});

	it('is redacted in names and values of a body where twelve characters match', () => {
		const body = { a: ['0123456789ab', { b: '0123456789a' }], n: 1, no: null };
		const names = { x0123456789ab: 1, '0123456789a': 2 };
		expect(new Redactor(whole + whole.toUpperCase()).answer({ ...body, names })).toEqual({
			a: ['***', { b: '0123456789a' }],
			n: 1,
			no: null,
			names: { 'x***': 1, '0123456789a': 2 },
		});
	});
});
