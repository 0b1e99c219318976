import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const last = () => loops.emulator.requests.at(-1);
const written = () =>
	loops.emulator.requests
		.filter(({ method, path }) => method === 'POST' && /messages/.test(path))
		.at(-1)?.body as IDataObject;

const NOTHING = 'Hello {{ $json.nothing }}';
/** Text fields by operation. */
const texts: Array<[string, string, (text: string) => IDataObject]> = [
	...['campaign', 'campaignGroup', 'component', 'theme', 'transactionalEmail'].map(
		(resource): [string, string, (text: string) => IDataObject] => [
			`${resource} create`,
			'Name',
			(name) => ({ name }),
		],
	),
	['audienceSegment create', 'Name', (name) => ({ name })],
	['campaign update', 'Name', (name) => ({ updateFields: { name } })],
	['campaign create', 'Subject', (subject) => ({ subject })],
	['campaign create', 'Group Name or ID', (id) => ({ additionalFields: { campaignGroup: id } })],
	['campaign create', 'Mailing List', (id) => ({ audienceList: id })],
	[
		'campaign create',
		'Audience Segment',
		(id) => ({ audienceKind: 'segment', audienceSegment: id }),
	],
	['emailMessage update', 'Subject', (subject) => ({ updateFields: { subject } })],
	['emailMessage update', 'From Name', (fromName) => ({ updateFields: { fromName } })],
	['emailMessage update', 'From Email', (fromEmail) => ({ updateFields: { fromEmail } })],
	['transactionalEmail saveContent', 'Subject', (subject) => ({ subject })],
	['emailMessage sendPreview', 'Emails', (emails) => ({ emails })],
];

it('text is refused if an expression in it finds nothing', async () => {
	await loops.expectRefusals(
		texts.map(([name, field, of]) => [
			`${name}: ${field}`,
			{ ...contentParameters(name), ...of(`=${NOTHING}`) },
			`'${field}': {{ $json.nothing }} returns nothing`,
		]),
	);
});

it('text is refused if it is null', async () => {
	await loops.expectRefusals(
		texts.map(([name, field, of]) => [
			`${name}: ${field}`,
			{ ...contentParameters(name), ...of('={{ null }}') },
			new RegExp(`^'${field}' (can't be null|is empty) `),
		]),
	);
});

const optional = [
	['previewText', 'Preview Text'],
	['replyToEmail', 'Reply-To Email'],
	['ccEmail', 'CC Email'],
	['bccEmail', 'BCC Email'],
	['languageCode', 'Language Code'],
];

const update = contentParameters('emailMessage update');
const changesOf = (name: string): Array<[string, (value: string) => IDataObject]> => [
	['Update', (value) => ({ ...update, updateFields: { subject: 'October', [name]: value } })],
	[
		'Save Content',
		(value) => ({
			...contentParameters('transactionalEmail saveContent'),
			additionalFields: { [name]: value },
		}),
	],
];

describe.each(optional)('%s', (name) => {
	const changes = changesOf(name);

	it.each(changes)('is cleared by empty text: %s', async (_operation, of) => {
		for (const value of ['', '={{ "" }}']) {
			await loops.run(of(value));
			expect(written()).toMatchObject({ [name]: '' });
		}
	});

	it.each(changes)('stays unchanged if its expression finds nothing: %s', async (_name, of) => {
		await loops.expectSuccess(of('={{ $json.nothing }}'));
		expect(Object.keys(written())).not.toContain(name);
	});
});

it('optional text is refused if an expression within it finds nothing', async () => {
	await loops.expectRefusals(
		optional.flatMap(([name, label]) =>
			changesOf(name).map(([operation, of]): [string, IDataObject, string] => [
				`${operation}: ${label}`,
				of('=a{{ $json.nothing }}'),
				`'${label}': {{ $json.nothing }} returns nothing`,
			]),
		),
	);
});

it('an update fails if its only field is optional text that finds nothing', async () => {
	await loops.expectRefusals(
		optional.map(([name, label]) => [
			label,
			{ ...update, updateFields: { [name]: '={{ $json.nothing }}' } },
		]),
		'There is nothing to update',
	);
});

describe('Content', () => {
	const component = (lmx: string) => ({ ...contentParameters('component create'), lmx });

	it('accepts expressions that give empty text, a number or the word null', async () => {
		const lmx = "=<Paragraph>{{ '' }}{{ 7 }}{{ ' ' }}{{ 'null' }}</Paragraph>";
		await loops.expectSuccess(component(lmx));
		expect(last()?.body).toMatchObject({ lmx: '<Paragraph>7 null</Paragraph>' });
	});
});

const fallbacks = (contactPropertiesFallbacks: unknown) => ({
	...contentParameters('emailMessage update'),
	updateFields: { contactPropertiesFallbacks } as IDataObject,
});
const jsons: Array<[string, (value: unknown) => IDataObject]> = [
	['Contact Fallbacks', fallbacks],
	[
		'Styles (JSON)',
		(styles) => ({ ...contentParameters('theme create'), additionalFields: { styles } as never }),
	],
	[
		'Filter (JSON)',
		(filterJson) => ({
			...contentParameters('campaign create'),
			audienceKind: 'json',
			filterJson: filterJson as never,
		}),
	],
	[
		'Data Variables (JSON)',
		(dataVariables) => ({
			...contentParameters('emailMessage sendPreview'),
			additionalFields: { dataVariables } as never,
		}),
	],
];

/** What is no JSON object, or holds what JSON can't. */
const NO_JSON = {
	'{ "a": }': 'is not valid JSON',
	'[1]': 'is not a JSON object',
	'"text"': 'is not a JSON object',
	'={{ [1] }}': 'is not a JSON object',
	'{ "a": 12345678901234567890 }': 'loses digits',
	'{ "a": 1e999 }': 'loses digits',
	'={{ ({ a: $json.nothing * 2 }) }}': "can't be NaN",
	'={{ ({ a: $json.nothing }) }}': "can't be undefined",
	'={ "{{ $json.nothing }}": 1 }': 'returns nothing',
	'={ "a": "x{{ $json.nothing }}" }': 'returns nothing',
};

it.each(jsons)('%s is refused if it is no JSON object', async (label, of) => {
	const errors = await loops.expectRefusals(
		Object.entries(NO_JSON).map(([value, said]) => [value, of(value), said]),
	);
	for (const { message } of errors) expect(message).toContain(label);
});

describe('Email Message > Send Preview', () => {
	it('sends text and numbers as text, and refuses other values', async () => {
		const contactProperties = '{ "firstName": "Kim", "seats": 3 }';
		const preview = contentParameters('emailMessage sendPreview');
		const { json } = await loops.run({ ...preview, additionalFields: { contactProperties } });
		expect(json).toMatchObject([{ success: true, emails: ['kim@example.com'] }]);
		expect(last()?.body).toMatchObject({ contactProperties: { firstName: 'Kim', seats: '3' } });
		loops.emulator.reset();
		const bad = { contactProperties: '{ "isBeta": true }' };
		await loops.expectRefusal(
			{ ...preview, additionalFields: bad },
			"The example value of 'isBeta' is not text",
		);
	});

	it('refuses recipients that are no addresses, none or more than ten', async () => {
		const preview = contentParameters('emailMessage sendPreview');
		const eleven = Array.from({ length: 11 }, (_, n) => `${n}@example.com`).join();
		await loops.expectRefusals([
			['text', { ...preview, emails: 'kim@example.com, nobody' }, 'is not an email address'],
			['eleven', { ...preview, emails: eleven }, 'has 11 email addresses'],
			['none', { ...preview, emails: '={{ [] }}' }, "'Emails' is empty"],
			['a number', { ...preview, emails: '={{ 7 }}' }, "'Emails' can't be 7"],
		]);
	});

	it('sends once to each address', async () => {
		const emails = '={{ ["kim@example.com", "ada@example.com", "kim@example.com"] }}';
		await loops.run({ ...contentParameters('emailMessage sendPreview'), emails });
		expect(loops.emulator.content.previews.map((each) => each.emails)).toEqual([
			['kim@example.com', 'ada@example.com'],
		]);
	});
});

const updates = contentOperations.filter(
	([name]) => name.endsWith(' update') && !/^workflow(Node)? /.test(name),
);

it('updates fail with nothing to update', async () => {
	await loops.expectRefusals(
		updates.map(([name, parameters]) => [name, { ...parameters, updateFields: {} }]),
		'There is nothing to update',
	);
});

it.each(updates)('%s fails for an agent that leaves all fields blank', async (_name, update) => {
	const fields = Object.keys(update.updateFields as IDataObject);
	const blanks = fields.map((name) => [name, `={{ $fromAI('${name}', 'x', 'string') }}`]);
	const updateFields = Object.fromEntries(blanks) as IDataObject;
	for (const blank of ['', ' ', 'null']) {
		const call = Object.fromEntries(fields.map((name) => [name, blank]));
		const told = await loops.askAgent({ ...update, updateFields }, [call]);
		expect(told).toMatch(/nothing to update|can't use/);
	}
	expect(loops.emulator.requests).toEqual([]);
});

describe('long text', () => {
	const lmx = (bytes: number) => `<Paragraph>${'ä'.repeat((bytes - 24) / 2)} </Paragraph>`;

	it('of LMX is limited to 100 KB in bytes, not in characters', async () => {
		const component = contentParameters('component create');
		expect(Buffer.byteLength(lmx(102_400))).toBe(102_400);
		await loops.expectSuccess({ ...component, lmx: lmx(102_400) });
		loops.emulator.reset();
		await loops.expectRefusal({ ...component, lmx: lmx(102_402) }, "'Content' is 101 KB");
	});

	it('of a name is refused by Loops, whose reason is quoted', async () => {
		const { error } = await loops.run({
			...contentParameters('audienceSegment create'),
			name: 'x'.repeat(256),
		});
		expect(error?.message).toContain('at most 255 characters');
	});
});
