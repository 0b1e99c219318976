import { createRequire } from 'node:module';
import fc from 'fast-check';

// The Luxon of n8n's expressions.
const require = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { DateTime } = require('luxon') as {
	DateTime: { fromISO(text: string, options?: { zone: string }): unknown };
};

export const luxon = (iso: string, zone = 'Asia/Tokyo'): unknown => DateTime.fromISO(iso, { zone });

/** Invisible characters around a value or in its place. */
export const BLANKS = [' ', '\t', '\n', ' \t ', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u3000'];

const around = (text: fc.Arbitrary<string>) =>
	fc
		.tuple(fc.constantFrom('', '', ...BLANKS), text, fc.constantFrom('', '', ...BLANKS))
		.map((parts) => parts.join(''));

const number = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(0, 1, -0, 0.1, 2 ** 53, 2 ** 60, 1e21, 5e-324, 1767322800, 1767322800000, 9e15),
);

const numberText = around(
	fc.oneof(
		number.map(String),
		fc.constantFrom(
			...['1,5', '1.000,5', '1 000', '0x10', '0b1', '1e999', '-1e999', '1e-999', 'Infinity', 'NaN'],
			...['9007199254740993', '9007199254740993.0', '-9007199254740993e0', '90071992547409930E-1'],
			...['+009007199254740992.00', '9.007199254740993e15', '1e23', '0.12345678901234567890'],
			...['34193198534492390', '12345678901234567890', '007', '+7', '.5', '5.', '1_000'],
			...['１２', '12px'],
		),
	),
);

const booleanText = around(
	fc.constantFrom(...['true', 'TRUE', 'True', 'false', 'FALSE', 'yes', 'no', 'on', '0', '1', 't']),
);

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
const dateText = around(
	fc.oneof(
		iso,
		fc.constantFrom('2026-02-31', '2026-13-01', '02.01.2026', 'tomorrow', '2026-1-2', '1767322800'),
		fc.constantFrom('20260131', '202601310930', '20260131093000', '202613310930', '20260131093060'),
		fc.constantFrom('2026-W05', '2026-031', '2026-01', '20260131T093000Z'),
	),
);

const moment = fc.oneof(
	fc.date({ noInvalidDate: true, min: new Date('1971-01-01'), max: new Date('2999-12-31') }),
	iso.filter((text) => text.includes('-')).map((text) => luxon(text.replace(' ', 'T'))),
	fc.constant(new Date('none')),
);

const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 40 }),
	fc.string({ unit: 'binary', maxLength: 12 }),
	around(
		fc.constantFrom('Kim', 'order-1', 'cm9list0productnews000002', '名前', '🎉', 'a,b', 'null'),
	),
	fc.constantFrom(
		...['undefined', '[object Object]', '{}', '[]', '[1]', '["a","b"]', '{"a":1}', '=1'],
		...['{{ 1 }}', 'Invalid Date', 'Invalid DateTime'],
	),
	fc.emailAddress(),
	around(fc.constantFrom('kim@example.com', 'kim@', 'a@b.co,c@d.co', 'kim\u200b@example.com')),
);

const thing: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		...[[], {}, [null], ['', 'Null'], { planName: null }, [{}]],
		...[[[1]], [7], ['a'], [true], { a: { b: 1 } }],
	),
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
