import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters as p } from '../harness/operations.mts';

// The output schemas lack some kinds of conditions.
const loops = useEmulator({}, { checksOutput: false });

const withFallbacks = (contactPropertiesFallbacks: string) => ({
	...p('emailMessage update'),
	updateFields: { contactPropertiesFallbacks },
});
const withFilter = (filterJson: string) => ({
	...p('campaign update'),
	updateFields: { filterJson },
});
const condition =
	'{ type: "property", key: "planName", operator: "contains", value: $json.plan ?? "" }';

describe('a JSON field of the content', () => {
	it.each([
		['a number out of range', withFallbacks('{ "firstName": 1e999 }'), /loses digits/],
		['NaN', withFallbacks('={{ ({ firstName: $json.a * 2 }) }}'), /'firstName' can't be NaN/],
		['undefined', withFallbacks('={{ ({ firstName: $json.a }) }}'), /can't be undefined/],
		['no condition', withFilter('{ "match": "all", "conditions": [] }'), /every contact/],
		[
			'a condition without a value',
			withFilter(`={{ ({ match: "all", conditions: [${condition}] }) }}`),
			/'Filter \(JSON\): value' is empty/,
		],
	])('is refused with %s', async (_what, parameters, reason) => {
		await loops.expectError(parameters, reason);
		expect(loops.changes()).toEqual([]);
	});
});

it('keeps blanks in the value of a condition', async () => {
	const conditions = { condition: [{ property: 'planName', operator: 'contains', value: ' pro' }] };
	await loops.run({ ...p('campaign update'), updateFields: { conditions } });
	const post = loops.calls().find(({ method }) => method === 'POST');
	expect(JSON.stringify(post?.body)).toContain('" pro"');
});

describe('words that people read', () => {
	const update = (subject: string) => ({ ...p('emailMessage update'), updateFields: { subject } });
	const subject = () => loops.emulator.content.messages.get('cm9msg0october0000000001')?.subject;

	it.each([
		'What does undefined mean?',
		'1970-01-01T00:00:00 explained',
		'#SALE!',
		'Infinity',
		'null-safety',
	])('may be in a subject: %s', async (title) => {
		for (const text of ['=New: {{ $json.title }}', "={{ 'New: ' + $json.title }}"]) {
			await loops.expectSuccess(update(text), [{ title }]);
			expect(subject()).toBe(`New: ${title}`);
		}
		await loops.expectSuccess(update('={{ $json.title }}'), [{ title }]);
	});

	it('are sent with a warning if JavaScript made one of them', async () => {
		const { hints } = await loops.expectSuccess(update("={{ 'New: ' + $json.title }}"));
		expect(hints).toEqual([
			expect.stringContaining("'Subject' holds 'undefined', which is not in"),
		]);
	});

	it.each([
		["=Hi {{ $json.title ?? '' }}!", 'Hi !'],
		['={{ $json.title || "" }}', ''],
	])('may be empty on purpose: %s', async (text, sent) => {
		const { hints } = await loops.expectSuccess(update(text));
		expect(hints).toEqual([]);
		expect(subject()).toBe(sent);
	});

	it.each(['#SALE!', 'Infinity: our new plan', 'Why undefined is not a function', 'undefined'])(
		'may be typed as the name of a campaign: %s',
		async (name) => {
			const { json } = await loops.run({ ...p('campaign create'), name });
			expect(json).toMatchObject([{ name }]);
		},
	);

	it.each(['October news\u200f', '\u200bOctober news', 'Octobe\u0301r news'])(
		'name a campaign whatever is invisible in them: %j',
		async (name) => {
			loops.emulator.content.campaigns.get('cm9campaign0october00001')!.name = name;
			const confirmName = name.normalize('NFC').replace(/[\u200b\u200f]/g, '');
			await loops.expectSuccess({ ...p('campaign schedule'), confirmName });
		},
	);
});

it('does not report an update of nothing as done', async () => {
	const styles = '={{ $json.nothing }}';
	const { error } = await loops.run({ ...p('theme update'), updateFields: { styles } });
	expect(error?.message).toContain('There is nothing to update');
	expect(loops.calls()).toEqual([]);
});
