import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, subscribe, upsert } = parametersOf;
const byBoth = (userId: string) => ({ ...upsert, findBy: 'emailAndUserId', userId });
const sentId = () => (loops.calls().at(-1)?.body as IDataObject | undefined)?.userId;
const due = '{{ DateTime.fromISO($json.due).toFormat("yyyy-MM") }}';

describe('an expression within a user ID', () => {
	it.each<[gives: string, expression: string, said: string]>([
		['nothing: a TypeError', '{{ $json.none.deeper }}', 'finds nothing'],
		['nothing: not a number', '{{ Number("x") }}', 'gives NaN'],
		['infinity', '{{ 1 / 0 }}', 'gives Infinity'],
		['the text of an invalid date', due, 'gives "Invalid DateTime"'],
		['an invalid Luxon date', '{{ DateTime.fromISO("x") }}', 'gives "Invalid DateTime"'],
		['an invalid JavaScript date', '{{ new Date("x") }}', 'gives "Invalid Date"'],
		['a function', '{{ $json.id.toString }}', 'fails: this is a function, please add ()'],
		['an empty $if branch', '{{ $if($json.n > 1, "a", "") }}', 'finds nothing'],
		['nothing, unclosed', '{{ $json.none', 'finds nothing'],
		['nothing, after a backslash', '\\\\{{ $json.none }}', 'finds nothing'],
		['nothing, in braces', '{{ { "a": $json.none }.a }}', 'finds nothing'],
		['nothing, with a comment', '{{ $json.none /* "}" */ }}', 'finds nothing'],
		[
			'nothing, in a long text',
			`{{ $json.none ${' '.repeat(20)}\n?? $json.neither ?? $json.norThisWhichIsLonger }}`,
			'finds nothing',
		],
	])('is refused when it gives %s', async (_gives, expression, said) => {
		const { error } = await loops.run(byBoth(`=user_${expression}`), [{ id: 1, n: 1 }]);
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
		const { error } = await loops.run(byBoth(`=${template}`), [{ id: 7, zero: 0, no: false }]);
		expect(error?.message).toBeUndefined();
		expect(sentId()).toBe(sent);
	});

	it('is checked for each item', async () => {
		const items = [{ id: 1 }, {}, { id: 3 }];
		const { failed } = await loops.run(byBoth('=user_{{ $json.id }}'), items, {
			onError: 'continueErrorOutput',
		});
		expect(failed).toMatchObject([
			{ json: { error: { message: expect.stringContaining('finds nothing [item 1]') } } },
		]);
		expect(loops.calls().map(({ body }) => (body as IDataObject).userId)).toEqual([
			'user_1',
			'user_3',
		]);
	});
});

describe('a field with a single expression', () => {
	it('is reported as empty when it finds nothing', async () => {
		const { error } = await loops.run(byBoth('={{ $json.none }}'));
		expect(error?.message).toContain("'User ID' is empty");
	});

	it('is left out when it is optional and finds nothing', async () => {
		const additionalFields = {
			addToList: '={{ $json.a }},{{ $json.b }}',
			clearProperty: '={{ $json.a }}',
		};
		await loops.run({ ...upsert, additionalFields });
		expect(loops.sent().at(-1)?.body).toEqual({ email: 'kim@example.com' });
	});

	it.each<[field: string, of: (value: string) => IDataObject]>([
		['User ID', byBoth],
		['Event Name', (eventName) => ({ ...sendEvent, eventName })],
		['Send Only Once For', (sendOnlyOnceFor) => ({ ...sendEvent, options: { sendOnlyOnceFor } })],
		['Mailing List', (mailingList) => ({ ...subscribe, mailingList })],
		['Clear Property', (clearProperty) => ({ ...upsert, additionalFields: { clearProperty } })],
		[
			'Extra Event Properties',
			(name) => ({
				...sendEvent,
				options: {
					extraEventProperties: { assignments: [{ id: '1', name, type: 'string', value: 'x' }] },
				},
			}),
		],
	])('is refused as %s when it is the text of an invalid date', async (field, of) => {
		for (const value of [`=${due}`, '={{ String(new Date("x")) }}']) {
			const { error } = await loops.run(of(value));
			expect(error?.message).toContain(`'${field}' can't be "Invalid Date`);
		}
		expect(loops.emulator.requests).toEqual([]);
	});
});

const row = (value: string) => ({
	assignments: [{ id: '1', name: 'firstName', type: 'string', value }],
});

/** Every field that takes values. */
const DATA: Array<[field: string, of: (value: string) => IDataObject]> = [
	[
		'Contact Properties',
		(planName) => ({ ...upsert, ...propertiesMapper({ planName: 'string' }, { planName }) }),
	],
	['Event Properties', (plan) => ({ ...sendEvent, ...eventMapper({ plan: 'string' }, { plan }) })],
	[
		'Data Variables',
		(firstName) => ({ ...sendEmail, ...variablesMapper(['firstName'], { firstName }) }),
	],
	[
		'Extra Event Properties',
		(value) => ({ ...sendEvent, options: { extraEventProperties: row(value) } }),
	],
	[
		'Extra Data Variables',
		(value) => withAdded({ ...sendEmail, dataVariables: {} }, { extraDataVariables: row(value) }),
	],
];
const IN_JSON: Array<[field: string, of: (text: string) => IDataObject]> = [
	['Contact Properties (JSON)', (text) => withAdded(upsert, { contactPropertiesJson: text })],
	['Event Properties (JSON)', (text) => withAdded(sendEvent, { eventPropertiesJson: text })],
	[
		'Data Variables (JSON)',
		(text) => withAdded({ ...sendEmail, dataVariables: {} }, { dataVariablesJson: text }),
	],
];
const said = "I get 'Invalid DateTime' in my form: Invalid DateTime";

describe.each([
	...DATA,
	...IN_JSON.map(([field, of]): [string, (value: string) => IDataObject] => [
		field,
		(value) => of(`={ "firstName": "${value.slice(1)}" }`),
	]),
])('%s', (field, of) => {
	const run = async (value: string) => await loops.run(of(value), [{ said, month: '2026-01' }]);

	it('refuses the text of an invalid date', async () => {
		const { error } = await run('={{ DateTime.fromISO($json.due).toFormat(`yyyy-MM`) }}');
		expect(error?.message).toMatch(`'${field}': '`);
		expect(error?.message).toContain(`can't be "Invalid DateTime" [item 0]`);
		expect(error?.description).toContain('The date could not be read');
		expect(loops.calls()).toEqual([]);
	});

	it('refuses a template that contains an invalid date', async () => {
		const { error } = await run('=Until {{ DateTime.fromISO($json.due).toFormat(`yyyy-MM`) }}');
		expect(error?.message).toContain(`'${field}': {{ DateTime.fromISO($json.due)`);
		expect(error?.message).toContain('gives "Invalid DateTime" [item 0]');
		expect(loops.calls()).toEqual([]);
	});

	it('sends longer text that mentions an invalid date', async () => {
		for (const value of ['={{ $json.said }}', '=Kim: {{ $json.said }}{{ $json.none }}']) {
			const { error } = await run(value);
			expect(error?.message).toBeUndefined();
			expect(JSON.stringify(loops.calls().at(-1)?.body)).toContain(said);
		}
	});
});

it.each(IN_JSON.slice(2))('%s refuses an invalid date in a list block', async (field, of) => {
	for (const items of [[{ due: 'Invalid Date' }], [{ due: 'x' }, { due: 'Invalid DateTime' }]]) {
		const { error } = await loops.run(of(JSON.stringify({ items })));
		expect(error?.message).toContain(`'${field}': 'items' can't be [{"due":`);
	}
	expect(loops.emulator.requests).toEqual([]);
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
		expect(error?.message).toBe(`'${field}': {{ $json.none }} finds nothing [item 0]`);
		expect(error?.description).toContain(
			"If it may be empty, write ?? '' before the closing brackets",
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

it('refuses mapped columns with the text of an invalid date', async () => {
	const text = 'Invalid DateTime';
	for (const [parameters, column] of [
		[{ ...upsert, ...propertiesMapper({ planName: 'string' }) }, 'planName'],
		[{ ...sendEvent, ...eventMapper({ plan: 'string' }) }, 'plan'],
		[{ ...sendEmail, ...variablesMapper(['firstName']) }, 'firstName'],
	] as const) {
		const { error } = await loops.run(parameters, [{ [column]: text }]);
		expect(error?.message).toContain(`'${column}' can't be "Invalid DateTime"`);
	}
	expect(loops.calls()).toEqual([]);
});
