import { createRequire } from 'node:module';
import fc from 'fast-check';

import { BOOLEAN_TEXTS, DATE_TEXTS, NUMBER_TEXTS } from './sampleTexts.mts';

// The Luxon of n8n's expressions.
const require = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { DateTime } = require('luxon') as {
	DateTime: {
		fromISO(text: string, options?: { zone: string }): unknown;
		invalid(reason: string): unknown;
	};
};

export const luxon = (iso: string, zone = 'Asia/Tokyo'): unknown => DateTime.fromISO(iso, { zone });

/** Invisible characters around a value or in its place. */
export const BLANKS = [' ', '\t', '\n', ' \t ', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u3000'];

const NUMBERS = [
	0,
	1,
	-0,
	0.1,
	-0.5,
	2,
	2 ** 53 - 1,
	2 ** 53,
	2 ** 60,
	1e21,
	5e-324,
	9e15,
	20260131,
	202601310930,
	20991231235959,
	202613310930,
	20260131093060,
	46022,
	1767322800,
	1767322800000,
	1767322800000.5,
	-300000000000,
	34193198534492390,
	// The limits of what Loops reads as milliseconds.
	1e10,
	-1e10,
	1e10 - 1,
	1 - 1e10,
	8.64e15,
	-8.64e15,
	8.64e15 + 1,
	-8.64e15 - 1,
];

const DAY = '2026-01-02T03:04:05';
const MOMENTS = [
	new Date('none'),
	new Date(`${DAY}Z`),
	DateTime.invalid('no date'),
	luxon(DAY),
	luxon(DAY, 'utc'),
];

const TEXTS = [
	'Kim',
	'order-1',
	' as it is ',
	'cm9list0productnews000002',
	'名前',
	'🎉',
	'a,b',
	'null',
	' a ,, b, ',
	'a,a',
	',',
	'a[1],b{2}',
	'["a"',
	'"a"',
	' ["a"]',
	'["a"," b ","","a"]',
	'undefined',
	'[object Object]',
	'{}',
	'[]',
	'[1]',
	'["a","b"]',
	'{"a":1}',
	'=1',
	'{{ 1 }}',
	'Invalid Date',
	'Invalid DateTime',
	'kim@example.com',
	'kim@',
	'a@b.co,c@d.co',
	'kim\u200b@example.com',
	'sendAndWarn',
];

class Instance {
	title = 'Pen';
}

const THINGS: unknown[] = [
	[],
	{},
	[null],
	['', 'Null'],
	{ planName: null },
	[{}],
	[{ title: 'Pen' }],
	[['Pen']],
	[[1]],
	[7],
	['a'],
	[' b ', '', 'b'],
	[true],
	{ a: { b: 1 } },
	new Instance(),
	[new Instance()],
	[new Map([['title', 'Pen']])],
	Object.assign(Object.create(null) as object, { planName: 'x' }),
	// Data with the names of a DateTime's methods.
	{ toMillis: 1, toISO: '2026-01-02' },
];

/** Values at the limits of what some field takes. */
export const EDGES: unknown[] = [
	undefined,
	null,
	'',
	...BLANKS,
	NaN,
	Infinity,
	-Infinity,
	true,
	false,
	...[NUMBERS, NUMBER_TEXTS, BOOLEAN_TEXTS, DATE_TEXTS, MOMENTS, TEXTS, THINGS].flat(),
];

const around = (text: fc.Arbitrary<string>) =>
	fc
		.tuple(fc.constantFrom('', '', ...BLANKS), text, fc.constantFrom('', '', ...BLANKS))
		.map((parts) => parts.join(''));

const number = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(...NUMBERS),
);

const numberText = around(fc.oneof(number.map(String), fc.constantFrom(...NUMBER_TEXTS)));

const booleanText = around(fc.constantFrom(...BOOLEAN_TEXTS));

const iso = fc
	.date({ noInvalidDate: true, min: new Date('1971-01-01'), max: new Date('2999-12-31') })
	.chain((value) => {
		const text = value.toISOString();
		return fc.constantFrom(
			...[text, text.slice(0, 10), text.slice(0, 16), text.slice(0, 19), text.replace('T', ' ')],
			`${text.slice(0, 19)}+02:00`,
			`${text.slice(0, 19)}-0730`,
			`${text.slice(0, 19)}+05`,
			`${text.slice(0, 19)}.6Z`,
			String(value.getTime()),
		);
	});
const dateText = around(fc.oneof(iso, fc.constantFrom(...DATE_TEXTS)));

const moment = fc.oneof(
	fc.date({ noInvalidDate: true, min: new Date('1971-01-01'), max: new Date('2999-12-31') }),
	iso.filter((text) => text.includes('-')).map((text) => luxon(text.replace(' ', 'T'))),
	fc.constantFrom(...MOMENTS),
);

const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 40 }),
	fc.string({ unit: 'binary', maxLength: 12 }),
	around(fc.constantFrom(...TEXTS)),
	fc.emailAddress(),
);

const thing: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom(...THINGS),
	fc.array(fc.oneof(text, number), { maxLength: 3 }),
	fc.dictionary(fc.constantFrom('a', 'constructor', 'toString'), fc.oneof(text, number), {
		maxKeys: 2,
		noNullPrototype: true,
	}),
	fc.array(
		fc.dictionary(fc.constantFrom('title', 'price'), fc.oneof(text, number), {
			noNullPrototype: true,
		}),
		{ maxLength: 2 },
	),
);

/** Anything that may come out of an expression, a CSV file, a database or an AI. */
export const sample: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(undefined, null, ''),
	fc.constantFrom(...BLANKS),
	around(fc.constantFrom('null', 'NULL', 'Null', 'undefined', 'UNDEFINED', 'None', 'n/a')),
	fc.constantFrom(NaN, Infinity, -Infinity),
	number,
	numberText,
	fc.boolean(),
	booleanText,
	dateText,
	moment,
	text,
	thing,
);
