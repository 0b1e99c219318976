import { describe, expect, it } from 'vitest';

import { FIELDS } from '../form/generated/fields.mts';
import { type Expected, expectedOf, type Kind } from '../form/generated/oracle.mts';
import { BLANKS, luxon } from '../form/generated/samples.mts';
import { tablesIn } from '../harness/tables.mts';

/** The rows of the table in docs/values.md, and the fields each one is about. */
const KINDS: Record<string, Kind[]> = {
	'Number: contact or event property, Options': [
		...(['number', 'seconds', 'eventNumber', 'eventNumberRow'] as const),
	],
	'True or false: contact or event property': ['boolean', 'eventBoolean', 'eventBooleanRow'],
	'Date: contact or event property': ['date', 'eventDate'],
	'Contact property: text': ['text'],
	'Contact property, in JSON': ['property'],
	'Event property: text': ['eventText'],
	'Event property, in JSON': ['event'],
	'Data variable': ['variable'],
	'Email, choice': ['email', 'choice'],
	'User ID, Event Name, key of a send': ['id', 'userId', 'hash', 'key'],
	'Transactional Email': ['locator'],
	'List of names or IDs': ['ids'],
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

/** For 'if it is one': the fields take some of these, and refuse others. */
const CANDIDATES: Record<string, unknown[]> = {
	text: ['12', 'TRUE', '2026-01-02', 'kim@example.com', 'sendAndWarn', '{"planName":"x"}', 'x'],
	number: [1767322800000, 1767322800, 1, 0, 0.5],
	array: [[], ['a'], [{ a: 1 }], [1], [null]],
};

/** The words of the cells: what becomes of each value of the column. */
const isSent = (wanted: Expected, sent: unknown, kind?: Kind) => {
	// The request does not show it. A timeout can't be 0.
	if (wanted !== 'any' && kind !== 'seconds') expect(wanted).toEqual({ sent });
};
const WORDS: Record<string, (wanted: Expected, value: unknown, kind: Kind) => void> = {
	'–': (wanted, _value, kind) =>
		expect(wanted).toEqual({ object: { sent: {} }, seconds: 'any' }[kind as string] ?? 'nothing'),
	refused: (wanted) => expect(wanted).toBe('refused'),
	clears: (wanted) => isSent(wanted, null),
	'as is': isSent,
	// Zero is nobody, and no message.
	'as text': (wanted, value, kind) =>
		['userId', 'hash', 'key'].includes(kind) && value === 0
			? expect(wanted).toBe('refused')
			: isSent(wanted, String(value)),
	trimmed: (wanted) => isSent(wanted, 'order-1'),
	'ISO 8601': (wanted) =>
		wanted === 'any' || expect(JSON.stringify(wanted)).toContain(DATE.toISOString()),
	'at commas': () => isSent(expectedOf.ids(' a, b,'), { a: true, b: true }),
};

const { columns, rows } = tablesIn('docs/values.md').find(
	(table) => table.columns[0] === 'Kind of field',
)!;

// That the node does the same as the oracle is for form/generated/values.test.mts.
describe('the table of values in the documentation', () => {
	it('has the rows and columns that are tested', () => {
		expect(columns.slice(1)).toEqual(Object.keys(COLUMNS));
		expect(rows.map(([name]) => name)).toEqual(Object.keys(KINDS));
		const kinds = FIELDS.map(({ kind }) => kind.replace('Beside', ''));
		expect(new Set(kinds)).toEqual(new Set(Object.values(KINDS).flat()));
	});

	it.each(rows.flatMap(([row, ...cells]) => KINDS[row].map((kind) => ({ row, kind, cells }))))(
		'agrees with the oracle on $row: $kind',
		({ kind, cells }) => {
			for (const [index, cell] of cells.entries()) {
				const column = columns[index + 1];
				if (cell === 'if it is one') {
					const expected = CANDIDATES[column].map(expectedOf[kind]);
					const refused = expected.filter((wanted) => wanted === 'refused').length;
					expect([0, expected.length], column).not.toContain(refused);
				} else {
					for (const value of COLUMNS[column]) WORDS[cell](expectedOf[kind](value), value, kind);
				}
			}
		},
	);
});
