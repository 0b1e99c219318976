import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../../harness/agent.mts';
import { outputOf, runWorkflow } from '../../harness/engine.mts';
import { source, useEmulator } from '../../harness/loops.mts';
import { contentOperations, contentParameters as p } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const last = () => loops.emulator.requests.at(-1);

/** Nothing may be sent. */
async function expectRefusal(parameters: IDataObject, said: RegExp | string) {
	const { json, error } = await loops.run(parameters);
	expect(json).toEqual([]);
	if (typeof said === 'string') expect(error?.message).toContain(said);
	else expect(error?.message).toMatch(said);
	expect(loops.emulator.requests).toEqual([]);
}

const locators = contentOperations.flatMap(([name, parameters]) =>
	Object.entries(parameters)
		.filter(([, value]) => (value as IDataObject | null)?.__rl === true)
		.map(([field]): [string, string] => [name, field]),
);
const withId = (name: string, field: string, value: unknown, mode = 'id') => ({
	...p(name),
	[field]: { __rl: true, mode, value },
});

describe.each(locators)('the ID of %s', (name, field) => {
	it.each([
		...['../contacts', 'a/b', '..', '.', 'a?b=c', 'a#b', 'a%2Fb', '=c-{{ $json.nothing }}'],
		...['={{ $json.nothing }}', '={{ "" }}', '={{ {} }}', '=x{{ " " }}', 'ä'],
		...['https://app.loops.so/campaigns', 'javascript:alert(1)'],
	])('is not %s', async (value) => {
		await expectRefusal(withId(name, field, value), /is not an ID|is empty|finds|gives|not text/);
	});

	it('may be given as a number', async () => {
		await loops.run(withId(name, field, '={{ 12 }}'));
		// What has a revision is read first.
		expect(loops.emulator.requests.map(({ path }) => path).join(' ')).toContain('/12');
	});

	const hasUrl = /^(campaign|transactionalEmail) /.test(name);
	it.runIf(hasUrl)('may be the address of the thing', async () => {
		const id = 'cm9campaign0october00001';
		const url = withId(name, field, `https://app.loops.so/x/${id}/compose?tab=1#a`, 'url');
		await loops.run(url);
		expect(loops.emulator.requests[0].path).toContain(`/${id}`);
		expect(loops.emulator.requests[0].path).not.toContain('compose');
	});

	it.runIf(field === 'eventName')('may be a name with any characters, but no path', async () => {
		for (const value of ['a/b', 'stripe:invoice.paid', 'x y', '../api-key', 'ä%']) {
			loops.emulator.reset();
			await loops.run(withId(name, field, value, 'name'));
			const [{ path }] = loops.emulator.requests;
			expect(path).toBe(`/v1/event-patterns/by-name/${encodeURIComponent(value)}`);
		}
		for (const value of ['.', '..']) {
			loops.emulator.reset();
			const { error } = await loops.run(withId(name, field, value, 'name'));
			expect(error?.message).toContain("'Event Name'");
			expect(loops.emulator.requests).toEqual([]);
		}
	});
});

/** Fields that hold text, by where they are. */
const NOTHING = 'Hello {{ $json.nothing }}';
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
	['campaign create', 'Subject', (subject) => ({ emailContent: { subject } })],
	['campaign create', 'Campaign Group', (id) => ({ additionalFields: { campaignGroup: id } })],
	['campaign create', 'Mailing List', (id) => ({ additionalFields: { audienceList: id } })],
	['campaign create', 'Audience Segment', (id) => ({ additionalFields: { audienceSegment: id } })],
	['emailMessage update', 'Subject', (subject) => ({ updateFields: { subject } })],
	['emailMessage update', 'From Name', (fromName) => ({ updateFields: { fromName } })],
	['emailMessage update', 'From Email', (fromEmail) => ({ updateFields: { fromEmail } })],
	['transactionalEmail saveContent', 'Subject', (subject) => ({ subject })],
	['emailMessage sendPreview', 'Emails', (emails) => ({ emails })],
];

describe.each(texts)('%s: %s', (name, field, of) => {
	it('is refused where a part finds nothing', async () => {
		await expectRefusal(
			{ ...p(name), ...of(`=${NOTHING}`) },
			`'${field}': {{ $json.nothing }} finds nothing`,
		);
	});

	it.each(['={{ $json.nothing }}', '={{ " \u200b" }}', '={{ null }}'])(
		'is refused where %s gives nothing',
		async (value) => {
			await expectRefusal({ ...p(name), ...of(value) }, `'${field}' is empty`);
		},
	);

	it('is refused where its brackets are not resolved', async () => {
		await expectRefusal({ ...p(name), ...of(NOTHING) }, `'${field}' holds brackets`);
	});
});

describe('Preview Text', () => {
	it('may be emptied', async () => {
		await loops.run({ ...p('emailMessage update'), updateFields: { previewText: '' } });
		expect(last()?.body).toMatchObject({ previewText: '' });
	});
});

const fallbacks = (contactPropertiesFallbacks: unknown) => ({
	...p('emailMessage update'),
	updateFields: { contactPropertiesFallbacks } as IDataObject,
});
const jsons: Array<[string, (value: unknown) => IDataObject]> = [
	['Contact Property Fallbacks (JSON)', fallbacks],
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
		['={ "{{ $json.nothing }}": 1 }', 'finds nothing'],
	])('refuses %s', async (value, said) => {
		await expectRefusal(of(value), said);
		expect((await loops.run(of(value))).error?.message).toContain(label);
	});
});

describe('what a preview shows', () => {
	it('are texts and numbers, as texts', async () => {
		const contactProperties = '{ "firstName": "Kim", "seats": 3 }';
		const preview = p('emailMessage sendPreview');
		const { json } = await loops.run({ ...preview, additionalFields: { contactProperties } });
		expect(json).toMatchObject([{ success: true, emails: ['kim@example.com'] }]);
		expect(last()?.body).toMatchObject({ contactProperties: { firstName: 'Kim', seats: '3' } });
		loops.emulator.reset();
		const bad = { contactProperties: '{ "isBeta": true }' };
		await expectRefusal(
			{ ...preview, additionalFields: bad },
			"'isBeta' of the preview is not text",
		);
	});

	it.each([
		['kim@example.com, nobody', 'is not an email address'],
		[Array.from({ length: 11 }, (_, n) => `${n}@example.com`).join(), 'has 11 addresses'],
		['={{ [] }}', "'Emails' is empty"],
		['={{ 7 }}', "'Emails' can't be 7"],
	])('goes not to %s', async (emails, said) => {
		await expectRefusal({ ...p('emailMessage sendPreview'), emails }, said);
	});

	it('goes once to each address', async () => {
		const emails = '={{ ["kim@example.com", "ada@example.com", "kim@example.com"] }}';
		await loops.run({ ...p('emailMessage sendPreview'), emails });
		expect(loops.emulator.content.previews.map((each) => each.emails)).toEqual([
			['kim@example.com', 'ada@example.com'],
		]);
	});
});

const updates = contentOperations.filter(([name]) => name.endsWith(' update'));

describe.each(updates.filter(([name]) => !name.startsWith('workflow')))('%s', (_name, update) => {
	it('is refused with nothing to update', async () => {
		await expectRefusal({ ...update, updateFields: {} }, 'There is nothing to update');
	});

	it('is refused for an agent that leaves all to blank', async () => {
		const fields = Object.keys(update.updateFields as IDataObject);
		const blanks = fields.map((name) => [name, `={{ $fromAI('${name}', 'x', 'string') }}`]);
		const updateFields = Object.fromEntries(blanks) as IDataObject;
		for (const blank of ['', ' ', 'null']) {
			const calls = [Object.fromEntries(fields.map((name) => [name, blank]))];
			const workflow = agentWorkflow({ ...update, updateFields });
			const run = await runWorkflow(source, loops.credentials(), workflow, [{ json: { calls } }]);
			expect(JSON.stringify(outputOf(run, 'Agent')[0])).toMatch(/nothing to update|can't use/);
		}
		expect(loops.emulator.requests).toEqual([]);
	});
});

describe('long texts', () => {
	const lmx = (bytes: number) => `<Paragraph>${'ä'.repeat((bytes - 24) / 2)} </Paragraph>`;

	it('of LMX may have 100 KB in bytes, not in characters', async () => {
		const component = p('component create');
		expect(Buffer.byteLength(lmx(102_400))).toBe(102_400);
		expect((await loops.run({ ...component, lmx: lmx(102_400) })).error).toBeUndefined();
		loops.emulator.reset();
		await expectRefusal({ ...component, lmx: lmx(102_402) }, "'Content (LMX)' has 101 KB");
	});

	it('of names are left to Loops, whose refusal is quoted', async () => {
		const { error } = await loops.run({ ...p('audienceSegment create'), name: 'x'.repeat(256) });
		expect(error?.message).toContain('at most 255 characters');
	});
});
