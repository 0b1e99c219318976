import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { FIELDS, type FieldUnderTest } from './fields.mts';
import type { Kind } from './oracle.mts';
import { type Outcome, runField } from './runField.mts';
import { BLANKS, luxon } from './specimens.mts';

const loops = useEmulator();

/** The rows of the table in docs/fields-and-values.md, and the fields each one is about. */
const KINDS: Record<string, Kind[]> = {
	'Contact property: text': ['text'],
	'Contact property: number; Number, in Options': ['number', 'seconds'],
	'Contact property: true or false': ['boolean'],
	'Contact property: date': ['date'],
	'Contact property, in JSON': ['property'],
	'Event property: text': ['eventText'],
	'Event property: number': ['eventNumber'],
	'Event property: true or false': ['eventBoolean'],
	'Event property: date': ['eventDate'],
	'Event property, in JSON': ['event'],
	'Extra event property, of type Number': ['eventNumberRow'],
	'Extra event property, of type Boolean': ['eventBooleanRow'],
	'Data variable': ['variable'],
	'Email, choice': ['email', 'choice'],
	'User ID, Event Name, Transactional Email, key of a send': [
		'id',
		'userId',
		'locator',
		'hash',
		'key',
	],
	'List of IDs': ['ids'],
	Switch: ['switch'],
	'JSON field': ['object'],
};

const DATE = new Date('2026-01-02T03:04:05Z');

/** What the columns of the table stand for. */
const COLUMNS: Record<string, unknown[]> = {
	undefined: [undefined],
	null: [null],
	"`''`": [''],
	blanks: BLANKS,
	text: ['order-1', ' order-1 ', '\u00a0order-1\u200b'],
	number: [12, 0],
	'NaN, Infinity': [NaN, Infinity, -Infinity],
	boolean: [true, false],
	array: [[], ['a'], [1], [[1]], [null], [{ a: 1 }]],
	object: [{}, { planName: 'x' }],
	'Date, DateTime': [DATE, luxon(DATE.toISOString())],
};

const both = { true: true, ' TRUE ': true, false: false, False: false };
const numbers = { '12': 12, ' 2.5\u00a0': 2.5, '-1e3': -1000 };
const notNumbers = [
	'x',
	'1,5',
	'0x10',
	'1e999',
	'Infinity',
	'1 000',
	'9007199254740993',
	'9007199254740993.0',
];
const day = { '2026-01-02': '2026-01-02', ' 2026-01-02 03:04 ': '2026-01-02 03:04' };
type Ones = { is: Array<[given: unknown, sent: unknown]>; isNot: unknown[] };
const ones = (is: object, isNot: unknown[]): Ones => ({ is: Object.entries(is), isNot });
const bits: Ones = {
	is: [
		[1, true],
		[0, false],
	],
	isNot: [2, -1, 0.5],
};

const dates: Record<string, Ones> = {
	text: ones(day, ['x', '2026-02-31', '02.01.2026', '1767322800']),
	number: { is: [[1767322800000, 1767322800000]], isNot: [0, 1767322800] },
};

/** For 'if it is one': valid values with what is sent, and invalid values. */
const ONES: Partial<Record<Kind, Record<string, Ones>>> = {
	number: { text: ones(numbers, notNumbers) },
	boolean: {
		text: ones({ ...both, '1': true, '0': false }, ['yes', 'no', 'x', '2']),
		number: bits,
	},
	date: dates,
	eventNumber: { text: ones(numbers, notNumbers) },
	eventBoolean: { text: ones({ ...both, '1': true }, ['yes', 'x']), number: bits },
	eventDate: dates,
	eventNumberRow: { text: ones(numbers, notNumbers) },
	eventBooleanRow: { text: ones({ ...both, '1': true }, ['yes', 'x']), number: bits },
	variable: {
		array: {
			is: [
				[[], []],
				[[{ a: 1 }], [{ a: 1 }]],
			],
			isNot: [['a'], [[1]], [null]],
		},
	},
	email: { text: ones({ ' kim@example.com ': 'kim@example.com' }, ['kim@', 'a@b.co, c@d.co']) },
	ids: {
		array: {
			is: [
				[['a', 'b'], { a: true, b: true }],
				[[], undefined],
			],
			isNot: [[1], [null]],
		},
	},
	switch: { text: ones(both, ['yes', '1', 'on']) },
	seconds: {
		text: {
			is: [
				['12', 'sent'],
				[' 2.5 ', 'sent'],
			],
			isNot: notNumbers.slice(0, 6),
		},
	},
	choice: {
		text: {
			is: [
				['sendAndWarn', 'sent'],
				['dontSend', 'sent'],
			],
			isNot: ['warn', 'yes'],
		},
	},
	object: {
		text: {
			is: [
				['{"planName":"x"}', { planName: 'x' }],
				['{}', {}],
			],
			isNot: ['x', '[1]', '7'],
		},
	},
};

/** What is sent when a field is left out. */
const LEFT_OUT: Partial<Record<Kind, unknown>> = { object: {}, seconds: 'sent' };

/** Whether the request does not show the value, only that there is one. */
const isOpaque = (kind: Kind) => ['hash', 'seconds', 'choice'].includes(kind);

/** The words of the cells: given values with what is sent; `refused` means no request. */
const refused = Symbol('refused');
type Expected = Array<[given: unknown, sent: unknown]>;
const WORDS: Record<string, (values: unknown[], kind: Kind, column: string) => Expected> = {
	'–': (values, kind) => values.map((value) => [value, LEFT_OUT[kind]]),
	refused: (values) => values.map((value) => [value, refused]),
	clears: (values) => values.map((value) => [value, null]),
	'as is': (values) => values.map((value) => [value, value]),
	'as text': (values, kind) =>
		values.map((value) => [value, kind === 'userId' && value === 0 ? refused : String(value)]),
	trimmed: (values) => values.map((value) => [value, 'order-1']),
	'ISO 8601': (values) => values.map((value) => [value, DATE]),
	'at commas': () => [
		['a', { a: true }],
		[' a, b,', { a: true, b: true }],
		['["a", "b"]', { a: true, b: true }],
	],
	'if it is one': (_values, kind, column) => {
		const { is, isNot } = ONES[kind]?.[column] as Ones;
		return [...is, ...isNot.map((value): [unknown, unknown] => [value, refused])];
	},
};

const cellsOf = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

function tableIn(page: string): { columns: string[]; rows: string[][] } {
	const lines = page.split('\n');
	const start = lines.findIndex((line) => cellsOf(line)[0] === 'Kind of field');
	const end = lines.indexOf('', start);
	return {
		columns: cellsOf(lines[start]).slice(1),
		rows: lines.slice(start + 2, end).map(cellsOf),
	};
}

const { columns, rows } = tableIn(
	readFileSync(new URL('../../docs/fields-and-values.md', import.meta.url), 'utf8'),
);

function seen(outcome: Outcome, kind: Kind): unknown {
	if (!outcome.request) return refused;
	if (outcome.sent !== undefined && isOpaque(kind)) return 'sent';
	return outcome.sent;
}

function expectSame(actual: unknown, wanted: unknown, kind: Kind, about: string): void {
	if (wanted instanceof Date) {
		expect(new Date(String(actual)).getTime(), about).toBe(wanted.getTime());
	} else if (wanted === refused || !isOpaque(kind)) {
		expect(actual, about).toEqual(wanted);
	} else {
		expect(actual, about).toBe('sent');
	}
}

describe('the table of values in the documentation', () => {
	it('has the rows and columns that are tested', () => {
		expect(columns).toEqual(Object.keys(COLUMNS));
		expect(rows.map(([name]) => name)).toEqual(Object.keys(KINDS));
		expect(new Set(FIELDS.map(({ kind }) => kind))).toEqual(new Set(Object.values(KINDS).flat()));
	});

	const cases = rows.flatMap(([row, ...cells]) =>
		FIELDS.filter(({ kind }) => KINDS[row].includes(kind)).map(
			(field): [string, string, FieldUnderTest, string[]] => [row, field.name, field, cells],
		),
	);
	it.each(cases)('is true for %s: %s', async (_row, _name, field, cells) => {
		for (const [index, cell] of cells.entries()) {
			const column = columns[index];
			// n8n turns a DateTime in a collection into text.
			const values = COLUMNS[column].filter((value) => !field.isNested || !isDateTime(value));
			const expected = WORDS[cell](values, field.kind, column);
			for (const [given, wanted] of expected) {
				const [outcome] = await runField(loops, field, [given]);
				const about = `${column}: ${JSON.stringify(given)} ${String(given)}`;
				expectSame(seen(outcome, field.kind), wanted, field.kind, about);
			}
		}
	});
});

const isDateTime = (value: unknown) =>
	typeof value === 'object' && value !== null && 'isLuxonDateTime' in value;
