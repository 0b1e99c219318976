import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters as p } from '../harness/operations.mts';

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
	['campaign create', 'Audience Segment', (id) => ({ audienceSegment: id })],
	['emailMessage update', 'Subject', (subject) => ({ updateFields: { subject } })],
	['emailMessage update', 'From Name', (fromName) => ({ updateFields: { fromName } })],
	['emailMessage update', 'From Email', (fromEmail) => ({ updateFields: { fromEmail } })],
	['transactionalEmail saveContent', 'Subject', (subject) => ({ subject })],
	['emailMessage sendPreview', 'Emails', (emails) => ({ emails })],
];

describe.each(texts)('%s: %s', (name, field, of) => {
	it('is refused if an expression in it finds nothing', async () => {
		await loops.expectRefusal(
			{ ...p(name), ...of(`=${NOTHING}`) },
			`'${field}': {{ $json.nothing }} returns nothing`,
		);
	});

	it('is refused if it is null', async () => {
		const { json, error } = await loops.run({ ...p(name), ...of('={{ null }}') });
		expect(json).toEqual([]);
		expect(error?.message).toMatch(new RegExp(`^'${field}' (can't be null|is empty) `));
		expect(loops.emulator.requests).toEqual([]);
	});
});

const optional = [
	...[
		['previewText', 'Preview Text'],
		['replyToEmail', 'Reply-To Email'],
	],
	...[
		['ccEmail', 'CC Email'],
		['bccEmail', 'BCC Email'],
		['languageCode', 'Language Code'],
	],
];

describe.each(optional)('%s', (name, label) => {
	const update = p('emailMessage update');
	const changes: Array<[string, (value: string) => IDataObject]> = [
		['Update', (value) => ({ ...update, updateFields: { subject: 'October', [name]: value } })],
		[
			'Save Content',
			(value) => ({ ...p('transactionalEmail saveContent'), additionalFields: { [name]: value } }),
		],
	];

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

	it.each(changes)(
		'is refused if an expression within text finds nothing: %s',
		async (_operation, of) => {
			await loops.expectRefusal(
				of('=a{{ $json.nothing }}'),
				`'${label}': {{ $json.nothing }} returns nothing`,
			);
		},
	);

	it('fails the update if it finds nothing and is the only field', async () => {
		const updateFields = { [name]: '={{ $json.nothing }}' };
		await loops.expectRefusal({ ...update, updateFields }, 'There is nothing to update');
	});
});

describe('Content (LMX)', () => {
	const component = (lmx: string) => ({ ...p('component create'), lmx });

	it('accepts expressions that give empty text, a number or the word null', async () => {
		const lmx = "=<Paragraph>{{ '' }}{{ 7 }}{{ ' ' }}{{ 'null' }}</Paragraph>";
		await loops.expectSuccess(component(lmx));
		expect(last()?.body).toMatchObject({ lmx: '<Paragraph>7 null</Paragraph>' });
	});
});

const fallbacks = (contactPropertiesFallbacks: unknown) => ({
	...p('emailMessage update'),
	updateFields: { contactPropertiesFallbacks } as IDataObject,
});
const jsons: Array<[string, (value: unknown) => IDataObject]> = [
	['Contact Fallbacks', fallbacks],
	['Styles (JSON)', (styles) => ({ ...p('theme create'), additionalFields: { styles } as never })],
	[
		'Filter (JSON)',
		(filterJson) => ({ ...p('campaign create'), additionalFields: { filterJson } as never }),
	],
	[
		'Data Variables (JSON)',
		(dataVariables) => ({
			...p('emailMessage sendPreview'),
			additionalFields: { dataVariables } as never,
		}),
	],
];

describe.each(jsons)('%s', (label, of) => {
	it.each([
		['{ "a": }', 'is not valid JSON'],
		['[1]', 'is not a JSON object'],
		['"text"', 'is not a JSON object'],
		['={{ [1] }}', 'is not a JSON object'],
		['{ "a": 12345678901234567890 }', 'loses digits'],
		['{ "a": 1e999 }', 'loses digits'],
		['={{ ({ a: $json.nothing * 2 }) }}', "can't be NaN"],
		['={{ ({ a: $json.nothing }) }}', "can't be undefined"],
		['={ "{{ $json.nothing }}": 1 }', 'returns nothing'],
		['={ "a": "x{{ $json.nothing }}" }', 'returns nothing'],
	])('refuses %s', async (value, said) => {
		const { message } = await loops.expectError(of(value), said);
		expect(message).toContain(label);
		expect(loops.emulator.requests).toEqual([]);
	});
});

describe('Email Message > Send Preview', () => {
	it('sends text and numbers as text, and refuses other values', async () => {
		const contactProperties = '{ "firstName": "Kim", "seats": 3 }';
		const preview = p('emailMessage sendPreview');
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

	it.each([
		['kim@example.com, nobody', 'is not an email address'],
		[Array.from({ length: 11 }, (_, n) => `${n}@example.com`).join(), 'has 11 email addresses'],
		['={{ [] }}', "'Emails' is empty"],
		['={{ 7 }}', "'Emails' can't be 7"],
	])('refuses the recipients %s', async (emails, said) => {
		await loops.expectRefusal({ ...p('emailMessage sendPreview'), emails }, said);
	});

	it('sends once to each address', async () => {
		const emails = '={{ ["kim@example.com", "ada@example.com", "kim@example.com"] }}';
		await loops.run({ ...p('emailMessage sendPreview'), emails });
		expect(loops.emulator.content.previews.map((each) => each.emails)).toEqual([
			['kim@example.com', 'ada@example.com'],
		]);
	});
});

const updates = contentOperations.filter(([name]) => name.endsWith(' update'));

describe.each(updates.filter(([name]) => !/^workflow(Node)? /.test(name)))(
	'%s',
	(_name, update) => {
		it('fails with nothing to update', async () => {
			await loops.expectRefusal({ ...update, updateFields: {} }, 'There is nothing to update');
		});

		it('fails for an agent that leaves all fields blank', async () => {
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
	},
);

describe('long text', () => {
	const lmx = (bytes: number) => `<Paragraph>${'ä'.repeat((bytes - 24) / 2)} </Paragraph>`;

	it('of LMX is limited to 100 KB in bytes, not in characters', async () => {
		const component = p('component create');
		expect(Buffer.byteLength(lmx(102_400))).toBe(102_400);
		await loops.expectSuccess({ ...component, lmx: lmx(102_400) });
		loops.emulator.reset();
		await loops.expectRefusal({ ...component, lmx: lmx(102_402) }, "'Content (LMX)' is 101 KB");
	});

	it('of a name is refused by Loops, whose reason is quoted', async () => {
		const { error } = await loops.run({ ...p('audienceSegment create'), name: 'x'.repeat(256) });
		expect(error?.message).toContain('at most 255 characters');
	});
});
