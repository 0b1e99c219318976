import { describe, expect, it } from 'vitest';

import { redact, redactBody } from '../../nodes/Loops/http/redact.ts';

const whole = '0123456789abcdef';

describe('the API key in a text', () => {
	it.each([
		[whole, '***'],
		[`a ${whole} b`, 'a *** b'],
		[`${whole}${whole}`, '******'],
		// A part of eight characters, at any place of the key and of the text.
		['x01234567', 'x***'],
		['89abcdefx', '***x'],
		['x456789ab!', 'x***!'],
		// Seven are no part.
		['x0123456', 'x0123456'],
		['9abcdef', '9abcdef'],
		['x456789a!', 'x456789a!'],
		['', ''],
	])('%j becomes %j', (text, shown) => {
		expect(redact(text, whole)).toBe(shown);
	});

	it.each([
		['the contact of latest@test.com', 'test'],
		['the contact of latest@test.com', 'contact'],
		['the contact of latest@test.com', 'a'],
		['the contact of latest@test.com', ''],
	])('%j stays as it is with the key %j, a word as in any text', (text, key) => {
		expect(redact(text, key)).toBe(text);
	});

	it.each(['a', 'test', 'email', 'contact', 'test@example.com'.slice(1)])(
		'changes no value of a body with the key %j',
		(key) => {
			const body = { email: 'latest@example.com', contact: 'contact test', a: ['email'] };
			expect(redactBody(body, key)).toEqual(body);
		},
	);

	it.each([
		[15, false],
		[16, true],
		[31, true],
	])('of %i characters is taken out of a body as a whole alone: %j', (length, isTakenOut) => {
		const key = '0123456789abcdef'.repeat(2).slice(0, length);
		expect(redactBody([`a ${key}!`, key.slice(1)], key)).toEqual([
			isTakenOut ? 'a ***!' : `a ${key}!`,
			key.slice(1),
		]);
	});

	it('in the names and values of a body takes twelve characters', () => {
		const body = { a: ['0123456789ab', { b: '0123456789a' }], n: 1, no: null };
		const names = { x0123456789ab: 1, '0123456789a': 2 };
		expect(redactBody({ ...body, names }, whole + whole.toUpperCase())).toEqual({
			a: ['***', { b: '0123456789a' }],
			n: 1,
			no: null,
			names: { 'x***': 1, '0123456789a': 2 },
		});
	});
});
