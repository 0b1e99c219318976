import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { changesIn, FIELDS, type FieldName, refusalsOf, useAccount } from './account.mts';

const loops = useAccount();

/** What n8n's evaluation gives as nothing, as column `v`. */
const MISSING = { undefined, null: null };
const BLANK = { 'empty text': '', blanks: '  ', 'other blanks': '\u00a0\n\u200b' };
const BROKEN = {
	NaN: Number.NaN,
	'an object': { a: 1 },
	'an empty object': {},
	'an invalid date': new Date(Number.NaN),
};
const NOTHING = { ...MISSING, ...BLANK, ...BROKEN };
/** What JavaScript makes a word of. */
const WORDS = { ...MISSING, NaN: Number.NaN, 'an object': { a: 1 } };
/** Text that is nobody's name as a whole. */
const NOBODY = Object.fromEntries(
	['0', 'undefined', 'null', 'NaN', '[object Object]'].map((text) => [`"${text}"`, text]),
);

const named = (...texts: string[]) => Object.fromEntries(texts.map((text) => [text, text]));
/** What spreadsheets, databases and programs write for no value. */
const NO_TEXT = named('#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '\\N', '[object Object]');
const NO_ID = { ...NO_TEXT, ...named('NULL', 'Null', 'n/A', '1.23457E+11', '1,23457E+11') };
const HARDLY_ID = named('none', 'None', 'nil', 'UNKNOWN', 'false');

const WHOLE = ['{{ $json.v }}', '{{ $input.item.json.v }}'];
const PARTS = ['user_{{ $json.v }}', '{{ $json.v }}-{{ $json.id }}'];
const JOINED = [
	"{{ 'user_' + $json.v }}",
	"{{ $json.v + '-' + $json.id }}",
	'{{ `${$json.id}-${$json.v}` }}',
	"{{ 'user_' + $input.item.json.v }}",
	"{{ ('user:' + $json.v).toLowerCase() }}",
];
const JOINED_ADDRESSES = [
	"{{ $json.v + '@example.com' }}",
	'{{ `kim.${$json.v}@example.com` }}',
	"{{ 'kim+' + $input.item.json.v + '@example.com' }}",
];
const ADDRESSES = ['{{ $json.v }}@example.com', 'kim.{{ $json.v }}@example.com'];
const LMX = ['<Paragraph>Hi {{ $json.v }}!</Paragraph>'];
const HELLO = ['Hi {{ $json.v }}!', '{{ $json.v }}, welcome'];

/** Each text runs in each field, with one item for each value of the column `v`. */
interface Group {
	values: Record<string, unknown>;
	texts: string[];
	fields: FieldName[];
}

const KEYS: FieldName[] = ['key', 'raw key'];
const EMAILS: FieldName[] = ['email', 'email of an event'];
const LINES: FieldName[] = ['subject', 'preview text', 'sender name', 'campaign name'];
const DATA: FieldName[] = ['data variable', 'event property', 'contact property'];
const NAMES_AND_KEYS: FieldName[] = ['event name', 'transactional email', ...KEYS];

const REFUSED: Group[] = [
	{ values: NOTHING, texts: WHOLE, fields: [...EMAILS, 'user ID', ...NAMES_AND_KEYS] },
	{ values: NOTHING, texts: PARTS, fields: ['user ID', ...NAMES_AND_KEYS, 'mailing list'] },
	{ values: NOTHING, texts: ADDRESSES, fields: EMAILS },
	{ values: NO_ID, texts: WHOLE, fields: ['user ID', ...KEYS] },
	{ values: { ...NOBODY, zero: 0 }, texts: WHOLE, fields: ['user ID', ...KEYS] },
	{ values: WORDS, texts: ['{{ String($json.v) }}'], fields: ['user ID', ...KEYS] },
	// How a text is joined makes no difference to a field: one tries all ways.
	{ values: WORDS, texts: JOINED, fields: ['user ID'] },
	{ values: WORDS, texts: ["{{ 'user_' + $json.v }}"], fields: NAMES_AND_KEYS },
	{ values: WORDS, texts: JOINED_ADDRESSES, fields: EMAILS },
	{ values: { ...MISSING, ...BROKEN }, texts: HELLO, fields: LINES },
	{ values: { ...MISSING, ...BROKEN }, texts: LMX, fields: ['LMX'] },
	{ values: { null: null }, texts: WHOLE, fields: [...LINES, 'LMX'] },
];

/** Sent, with a warning. */
const WARNED: Group[] = [
	{ values: MISSING, texts: HELLO, fields: DATA },
	{ values: HARDLY_ID, texts: WHOLE, fields: KEYS },
	{ values: NO_TEXT, texts: WHOLE, fields: [...DATA, ...LINES] },
	{ values: WORDS, texts: ["{{ 'Hi ' + $json.v }}"], fields: [...DATA, ...LINES] },
	// All items read the value of the first one.
	...Object.entries(WORDS).map(
		([name, value]): Group => ({
			values: { [name]: value, [`${name} again`]: value },
			texts: ["{{ 'Hi ' + $input.first().json.v }}"],
			fields: ['subject'],
		}),
	),
	{
		values: WORDS,
		texts: ["{{ '<Paragraph>Hi ' + $json.v + '</Paragraph>' }}"],
		fields: ['LMX'],
	},
];

/** Sent without a warning: what a field that may stay empty does with nothing. */
const LEFT_OUT: Group[] = [
	{
		values: { ...MISSING, ...BLANK },
		texts: WHOLE,
		fields: ['user ID beside an email', 'mailing list'],
	},
	{ values: MISSING, texts: WHOLE, fields: DATA },
	{ values: BLANK, texts: HELLO, fields: LINES },
];

const casesOf = (groups: Group[]) =>
	groups.flatMap(({ values, texts, fields }) =>
		fields.flatMap((field) =>
			texts.map((text) => [field, text, Object.keys(values).join(', '), values] as const),
		),
	);

async function runOf(field: FieldName, text: string, values: Record<string, unknown>) {
	const rows = Object.values(values).map((v, id) => ({ id: id + 7, v }) as IDataObject);
	const run = await loops.run(FIELDS[field].with(`=${text}`), rows, {
		onError: 'continueRegularOutput',
	});
	const refusals = refusalsOf(run);
	return {
		hints: run.hints,
		refused: Object.keys(values).filter((_, index) => refusals.has(index)),
		sent: changesIn(loops).map(FIELDS[field].sent),
	};
}

it.each(casesOf(REFUSED))('%s, %s: refuses %s', async (field, text, _names, values) => {
	const { refused, sent } = await runOf(field, text, values);
	expect({ refused, sent }).toEqual({ refused: Object.keys(values), sent: [] });
});

it.each(casesOf(WARNED))('%s, %s: warns of %s', async (field, text, _names, values) => {
	const { refused, sent, hints } = await runOf(field, text, values);
	const names = Object.keys(values);
	const warned = names.filter((_, index) =>
		hints.some(
			(hint) => hint.endsWith(`[item ${index}]`) || hint.endsWith(`[all ${names.length} items]`),
		),
	);
	expect({ refused, sent: sent.length, warned }).toEqual({
		refused: [],
		sent: names.length,
		warned: names,
	});
});

it.each(casesOf(LEFT_OUT))('%s, %s: sends %s', async (field, text, _names, values) => {
	const { refused, sent, hints } = await runOf(field, text, values);
	expect({ refused, hints, sent: sent.length }).toEqual({
		refused: [],
		hints: [],
		sent: Object.keys(values).length,
	});
	if (WHOLE.includes(text)) expect(sent.filter((each) => each && String(each))).toEqual([]);
});

it.each(Object.entries({ ...NOBODY, zero: 0 }))(
	'a user ID of %s beside an email is left out, with a warning',
	async (name, value) => {
		const { refused, sent, hints } = await runOf('user ID beside an email', WHOLE[0], {
			[name]: value,
		});
		expect({ refused, sent, hints: hints.length }).toEqual({
			refused: [],
			sent: [undefined],
			hints: 1,
		});
	},
);

it.each(
	casesOf([
		{ values: BROKEN, texts: WHOLE, fields: ['user ID beside an email'] },
		{
			values: { ...MISSING, ...BROKEN },
			texts: [...PARTS, ...JOINED],
			fields: ['user ID beside an email'],
		},
	]),
)('%s, %s: leaves out %s, with a warning', async (field, text, _names, values) => {
	const { refused, sent, hints } = await runOf(field, text, values);
	expect({ refused, sent: sent.filter((each) => each !== undefined) }).toEqual({
		refused: [],
		sent: [],
	});
	expect(hints.length).toBeGreaterThan(0);
});
