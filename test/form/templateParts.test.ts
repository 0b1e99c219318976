import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { find, sendEmail, upsert } = parametersOf;
const byUserId = (userId: string) => ({ ...find, findBy: 'userId', userId });
const sentId = () => loops.calls().at(-1)?.query.userId;
const due = '{{ DateTime.fromISO($json.due).toFormat("yyyy-MM") }}';

describe('an expression within a user ID', () => {
	it.each<[gives: string, expression: string, said: string]>([
		['nothing: a TypeError', '{{ $json.none.deeper }}', 'returns nothing'],
		['nothing: not a number', '{{ Number("x") }}', 'returns NaN'],
		['infinity', '{{ 1 / 0 }}', 'returns Infinity'],
		['the text of an invalid date', due, 'returns "Invalid DateTime"'],
		['an invalid Luxon date', '{{ DateTime.fromISO("x") }}', 'returns "Invalid DateTime"'],
		['an invalid JavaScript date', '{{ new Date("x") }}', 'returns "Invalid Date"'],
		['a function', '{{ $json.id.toString }}', 'fails: this is a function, please add ()'],
		['an empty $if branch', '{{ $if($json.n > 1, "a", "") }}', 'returns nothing'],
		['nothing, unclosed', '{{ $json.none', 'returns nothing'],
		['nothing, after a backslash', '\\\\{{ $json.none }}', 'returns nothing'],
		['nothing, in braces', '{{ { "a": $json.none }.a }}', 'returns nothing'],
		['nothing, with a comment', '{{ $json.none /* "}" */ }}', 'returns nothing'],
		[
			'nothing, in a long text',
			`{{ $json.none ${' '.repeat(20)}\n?? $json.neither ?? $json.norThisWhichIsLonger }}`,
			'returns nothing',
		],
	])('is refused when it gives %s', async (_gives, expression, said) => {
		const { error } = await loops.run(byUserId(`=user_${expression}`), [{ id: 1, n: 1 }]);
		expect(error?.message).toContain("'User ID': {{ ");
		expect(error?.message).toContain(said);
		expect(error?.message).toMatch(/^[^\n]{1,160} \[item 0\]$/);
		expect(loops.emulator.requests).toEqual([]);
	});

	it.each<[gives: string, template: string, sent: string]>([
		['a number', 'u{{ $json.id }}', 'u7'],
		['a word', 'u {{ "null and void" }}', 'u null and void'],
		['a name', 'u-{{ "Null" }}', 'u-Null'],
		[
			'a date',
			'u-{{ DateTime.fromISO("2026-01-31", { zone: "utc" }) }}',
			'u-2026-01-31T00:00:00.000Z',
		],
		['brackets', '{u}}{{ "}" + $json.id + "{" }}', '{u}}}7{'],
		['text, by a template literal', 'u{{ `{${$json.id} }` }}', 'u{7 }'],
		['text, with a semicolon', 'u{{ $json.id; }}', 'u7'],
		['text, behind a backslash', 'u\\\\{{ $json.id }}', 'u\\7'],
		['text, beside blanks', ' \u200b{{ $json.id }}\n', '7'],
	])('is sent as n8n joins it when it gives %s', async (_gives, template, sent) => {
		const { error } = await loops.run(byUserId(`=${template}`), [{ id: 7, zero: 0, no: false }]);
		expect(error?.message).toBeUndefined();
		expect(sentId()).toBe(sent);
	});

	it('is checked for each item', async () => {
		const items = [{ id: 1 }, {}, { id: 3 }];
		const { failed } = await loops.run(byUserId('=user_{{ $json.id }}'), items, {
			onError: 'continueErrorOutput',
		});
		expect(failed).toMatchObject([
			{ json: { error: { message: expect.stringContaining('returns nothing [item 1]') } } },
		]);
		expect(loops.calls().map(({ query }) => query.userId)).toEqual(['user_1', 'user_3']);
	});
});

describe('a field with a single expression', () => {
	it('is reported as empty when it finds nothing', async () => {
		await loops.expectError(byUserId('={{ $json.none }}'), "'User ID' is empty");
	});

	it('is left out when it is optional and finds nothing', async () => {
		const additionalFields = {
			addToList: '={{ $json.a }},{{ $json.b }}',
			clearProperty: '={{ $json.a }}',
		};
		await loops.run({ ...upsert, additionalFields });
		expect(loops.sent().at(-1)?.body).toEqual({ email: 'kim@example.com' });
	});
});

const attached = (kind: string, of: IDataObject): IDataObject => ({
	...sendEmail,
	options: { attachments: { [kind]: [of] } },
});
const pdf = { filename: 'a.pdf', contentType: 'application/pdf', data: 'YWJj' };
const header = (name: string, value: string) => ({
	...sendEmail,
	options: { headers: { header: [{ name, value }] } },
});

describe.each<[field: string, of: (template: string) => IDataObject, part: string]>([
	['Attachments: File Name', (filename) => attached('base64', { ...pdf, filename }), 'b'],
	['Attachments: File Name', (filename) => attached('binary', { field: 'data', filename }), 'b'],
	['Attachments: MIME Type', (contentType) => attached('base64', { ...pdf, contentType }), 'b'],
	['Attachments: Content', (data) => attached('base64', { ...pdf, data }), 'YWJj'],
	['Header X-Order', (value) => header('X-Order', value), 'b'],
	['Header: Name', (name) => header(name, 'x'), 'b'],
])("'%s' (%j)", (field, of, part) => {
	const binary = { data: { data: 'YWJj', mimeType: 'text/plain', fileName: 'a.txt' } };
	const run = async (template: string) =>
		await loops.run(of(template), [{ json: { part }, binary }]);

	it('refuses a part that finds nothing', async () => {
		const { error } = await run('=YWJj{{ $json.none }}');
		expect(error?.message).toBe(`'${field}': {{ $json.none }} returns nothing [item 0]`);
		expect(error?.description).toContain(
			"If the value may be empty, write ?? '' before the closing }}",
		);
		expect(loops.calls()).toEqual([]);
	});

	it('accepts parts with text and parts that are empty on purpose', async () => {
		for (const template of ['=YWJj{{ $json.part }}', "=YWJj{{ $json.none ?? '' }}"]) {
			const { error } = await run(template);
			expect(error?.message).toBeUndefined();
		}
	});
});
