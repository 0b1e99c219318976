import { createRequire } from 'node:module';
import fc from 'fast-check';

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
	...[0, 1, -0, 0.1, -0.5, 2, 2 ** 53 - 1, 2 ** 53, 2 ** 60, 1e21, 5e-324, 9e15],
	...[20260131, 202601310930, 20991231235959, 202613310930, 20260131093060],
	...[46022, 1767322800, 1767322800000, 1767322800000.5, -300000000000, 34193198534492390],
	// The limits of what Loops reads as milliseconds.
	...[1e10, -1e10, 1e10 - 1, 1 - 1e10, 8.64e15, -8.64e15, 8.64e15 + 1, -8.64e15 - 1],
];

const NUMBER_TEXTS = [
	...['1,5', '1.000,5', '1 000', '0x10', '0b1', '1e999', '-1e999', '1e-999', 'Infinity', 'NaN'],
	...['9007199254740993', '9007199254740993.0', '-9007199254740993e0', '90071992547409930E-1'],
	...['+9007199254740993', '009007199254740993', '9007199254740993.', '9007199254740993.5'],
	...['900719925474099.3e1', '.9007199254740993E+16', '1e-400', '1e400', '0.0', '-0.5', '+12'],
	...['+009007199254740992.00', '9.007199254740993e15', '1e23', '0.12345678901234567890'],
	...['-009007199254740992.00e0', '9.007199254740992E15', '1.7976931348623157e308', '5e-324'],
	...['0.1000000000000000000001', '0.99999999999999999999', '1000000000000000000000'],
	// JSON prints other digits than the first of these: 12345678901234567000.
	...['12345678901234567168', '1000000000000000000001', '34193198534492390'],
	...[
		'007',
		'+7',
		'.5',
		'5.',
		'.',
		'e5',
		'1e3',
		'2E-2',
		' 12 ',
		'1_000',
		'１２',
		'12px',
		'2',
		'10',
	],
];

const BOOLEAN_TEXTS = [
	...['true', 'TRUE', 'True', ' TRUE ', 'false', 'FALSE', 'yes', 'no', 'on', '0', '1', 't'],
];

const DATE_TEXTS = [
	// The formats that Loops documents.
	...['2026-01-02T03:04:05.678', '2026-01-02T03:04:05', '2026-01-02T03:04', '2026-01-02'],
	...['2026-01-02 03:04:05.678', '2026-01-02 03:04:05', '2026-01-02 03:04'],
	...['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+02:00', '1767322800000'],
	// Others of ISO 8601.
	...['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.6'],
	...['2026-01-02T03:04:05+0200', '2026-01-02T03:04:05-02', '2026-W05', '2026-031', '2026-01'],
	...['2026-01-02 03:04:05 UTC', '2026-01-02 03:04 GMT', '2026-01-02 03:04:05 +0200'],
	...['2026-01-02 03:04:05 utc', '2026-01-02 UTC', '2026-01-02 03:04:05 CET'],
	...['2026-02-31', '2026-13-01', '02.01.2026', 'tomorrow', '2026-1-2', '1767322800'],
	...['2026-02-31T10:00:00Z', '2026-01-02T25:00', '2026-01-02 and more', '20260131T093000Z'],
	...['20260131', '202601310930', ' 20260131093000 ', '202613310930', '20260131093060'],
	...['20261331', '189912312359', '99999999999999999999'],
];

const DAY = '2026-01-02T03:04:05';
const MOMENTS = [
	...[new Date('none'), new Date(`${DAY}Z`), DateTime.invalid('no date'), luxon(DAY)],
	luxon(DAY, 'utc'),
];

const TEXTS = [
	...['Kim', 'order-1', ' as it is ', 'cm9list0productnews000002', '名前', '🎉', 'a,b', 'null'],
	...[' a ,, b, ', 'a,a', ',', 'a[1],b{2}', '["a"', '"a"', ' ["a"]', '["a"," b ","","a"]'],
	...['undefined', '[object Object]', '{}', '[]', '[1]', '["a","b"]', '{"a":1}', '=1'],
	...['{{ 1 }}', 'Invalid Date', 'Invalid DateTime'],
	...['kim@example.com', 'kim@', 'a@b.co,c@d.co', 'kim\u200b@example.com', 'sendAndWarn'],
];

class Instance {
	title = 'Pen';
}

const THINGS: unknown[] = [
	...[[], {}, [null], ['', 'Null'], { planName: null }, [{}], [{ title: 'Pen' }], [['Pen']]],
	...[[[1]], [7], ['a'], [' b ', '', 'b'], [true], { a: { b: 1 } }, new Instance()],
	...[[new Instance()], [new Map([['title', 'Pen']])]],
	Object.assign(Object.create(null) as object, { planName: 'x' }),
	// Data with the names of a DateTime's methods.
	{ toMillis: 1, toISO: '2026-01-02' },
];

/** Values at the limits of what some field takes. */
export const EDGES: unknown[] = [
	...[undefined, null, '', ...BLANKS, NaN, Infinity, -Infinity, true, false],
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
