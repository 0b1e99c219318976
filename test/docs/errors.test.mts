import { readFileSync } from 'node:fs';
import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { codeIn, tablesIn } from '../harness/tables.mts';

/** The messages of messages.txt, some with a next step on a second line. */
const entries = readFileSync(new URL('../messages/messages.txt', import.meta.url), 'utf8')
	.split(/\n(?=- |#|\n)/)
	.filter((entry) => entry.startsWith('- '))
	.map((entry) => entry.slice(2).trim());

const listed = entries.map((entry) => entry.replace(/\s*\n\s*/g, ' '));

const inForms = [new Loops(), new LoopsTrigger()].flatMap(({ description }) => [
	...(description.hints ?? []).map(({ message }) => message),
	...description.properties.flatMap(({ type, displayName }) =>
		type === 'notice' ? [displayName] : [],
	),
]);

const messages = [
	...listed,
	...inForms,
	// test/run/cancel.test.ts makes it, too late for messages.txt.
	'The execution was canceled',
];

/** A message without its source before it and its items after it. */
const beginning = (message: string) =>
	message
		.replace(
			/^(HTTP \d+: (Refused: )?|'Loops Trigger' responded to a request with \d+: |(reasons|warnings): )/,
			'',
		)
		.replace(/ \[(item \S+|all \d+ items|\d+ of \d+ items: [\d, …]+)\]/, '');

/** Codes of the network are parts of messages, so they have no row among these. */
const tables = tablesIn('docs/errors.md').filter(({ columns }) => columns[0] === 'Message');
const rows = tables.flatMap((table) => table.rows.map(([cell]) => codeIn(cell)));

const expressions = tables
	.flatMap((table) => table.rows.flatMap((cells) => cells.flatMap(codeIn)))
	.filter((code) => code.startsWith('{{'));

const toRegExp = (words: string) =>
	words
		.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
		.replaceAll('…', '.+?')
		.replace(/\bN\b/g, '[\\d…]+')
		// Whole words only.
		.replace(/(\w)$/, '$1(?!\\w)');

/** The sentences of a cell without expressions. */
const sentencesIn = (why: string) =>
	why
		.replaceAll(/`\{\{[^`]*`/g, '')
		.split(/(?<=[.!?]) /)
		.map((sentence) => sentence.trim().replace(/\.$/, ''))
		.filter((sentence) => sentence.length > 8);

const isPart = (words: string) => words.startsWith('… ');
const matches = (words: string, message: string) =>
	isPart(words)
		? new RegExp(toRegExp(words.slice(2))).test(message)
		: new RegExp(`^${toRegExp(words)}`).test(beginning(message));

const input = {
	price: '1,5',
	day: '31.01.2026',
	tags: ['a', 'b'],
	plan: 'team',
	name: '',
	names: ['Ada'],
	text: 'a',
	digits: 20260131,
	id: 7,
};
const inJson = (contactPropertiesJson: string) => ({
	...parametersOf.upsert,
	additionalFields: { contactPropertiesJson },
});
const typed = (type: FieldType) => (it: string) => ({
	...parametersOf.upsert,
	...propertiesMapper({ it: type }, { it }),
});
const variable = (it: string) => ({
	...parametersOf.sendEmail,
	...variablesMapper(['it'], { it }),
});
/** The field for each expression of the page, and what Loops receives. */
const MEANT: Record<string, [at: (expression: string) => IDataObject, sent: unknown]> = {
	"{{ Number($json.price.replace(',', '.')) }}": [typed('number'), 1.5],
	"{{ DateTime.fromFormat($json.day, 'dd.MM.yyyy').toISODate() }}": [
		typed('dateTime'),
		'2026-01-31',
	],
	"{{ DateTime.fromFormat(String($json.digits), 'yyyyMMdd').toISODate() }}": [
		typed('dateTime'),
		'2026-01-31',
	],
	"{{ $json.tags.join(', ') }}": [typed('string'), 'a, b'],
	'{{ { planName: $json.plan } }}': [inJson, 'team'],
	"{{ $ifEmpty($json.name, 'there') }}": [variable, 'there'],
	'{{ $json.names.map((name) => ({ name })) }}': [variable, [{ name: 'Ada' }]],
	'{{ $json.text.base64Encode() }}': [typed('string'), 'YQ=='],
	"{{ $json.team ? $json.team + '-' + $json.id : $json.id }}": [typed('string'), '7'],
	"{{ DateTime.fromFormat($json.day, 'dd.MM.yyyy').toFormat('d LLL') }}": [
		typed('string'),
		'31 Jan',
	],
};

/** One sentence that names neither a cause after a colon nor a next step. */
const isBare = (entry: string) => !/\n|[.:;!?] /.test(beginning(entry));

const rowsOf = (message: string) =>
	rows.filter((row) => row.some((words) => !isPart(words) && matches(words, message)));

describe('docs/errors.md', () => {
	it('has at most one row for a message', () => {
		expect(messages.filter((message) => rowsOf(message).length > 1)).toEqual([]);
	});

	it('has a row for each message of one bare sentence', () => {
		const bare = entries.filter(isBare);
		expect(bare.length).toBeGreaterThan(10);
		expect(bare.filter((message) => rowsOf(message).length === 0)).toEqual([]);
	});

	it('says what the message does not say', () => {
		const repeated = tables.flatMap(({ rows: ofTable }) =>
			ofTable.flatMap(([cell, why]) => {
				const told = sentencesIn(why);
				const own = messages.filter((message) =>
					codeIn(cell).some((words) => matches(words, message)),
				);
				return own.filter((message) => told.some((sentence) => message.includes(sentence)));
			}),
		);
		expect(repeated).toEqual([]);
	});

	it('has no row without a message', () => {
		const isSaid = (words: string) => messages.some((message) => matches(words, message));
		expect(rows.flat().filter((words) => !isSaid(words))).toEqual([]);
	});

	it('explains each message', () => {
		for (const { columns, rows: ofTable } of tables) {
			expect(columns).toEqual(['Message', 'Cause and fix']);
			for (const [cell, why] of ofTable) {
				expect(codeIn(cell), cell).not.toEqual([]);
				expect(why.length, cell).toBeGreaterThan(8);
			}
		}
	});

	it('has exactly the expressions that are tested', () => {
		expect([...expressions].sort()).toEqual(Object.keys(MEANT).sort());
	});
});

describe('an expression in docs/errors.md', () => {
	const loops = useEmulator();

	it.each(expressions)('returns the value that Loops needs: %s', async (expression) => {
		const [at, sent] = MEANT[expression];
		// East of Greenwich, a day that becomes a time is the day before in UTC.
		await loops.run(at(`=${expression}`), [input], { timezone: 'Europe/Berlin' });
		const body = loops.calls().at(-1)?.body as IDataObject;
		const { it, planName } = { ...body, ...(body.dataVariables as IDataObject) };
		expect(it ?? planName).toEqual(sent);
	});
});
