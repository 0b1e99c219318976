import { describe, expect, it } from 'vitest';

import { redact, redactBody } from '../../nodes/Loops/transport/redact.ts';

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
		['a short b', 'short', 'a *** b'],
		['shor', 'short', 'shor'],
		['no key', '', 'no key'],
	])('%j without the key %j is %j', (text, key, shown) => {
		expect(redact(text, key)).toBe(shown);
	});

	it('in the names and values of a body takes twelve characters', () => {
		const body = { a: ['0123456789ab', { b: '0123456789a' }], n: 1, no: null };
		const names = { x0123456789ab: 1, '0123456789a': 2 };
		expect(redactBody({ ...body, names }, whole)).toEqual({
			a: ['***', { b: '0123456789a' }],
			n: 1,
			no: null,
			names: { 'x***': 1, '0123456789a': 2 },
		});
	});
});
