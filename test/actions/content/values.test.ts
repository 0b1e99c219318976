import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters as p } from '../../harness/operations.mts';

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
			/every contact/,
		],
	])('is refused with %s', async (_what, parameters, reason) => {
		const { error } = await loops.run(parameters);
		expect(error?.message).toMatch(reason);
		expect(loops.emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

it('keeps blanks in the value of a condition', async () => {
	const conditions = { condition: [{ property: 'planName', operator: 'contains', value: ' pro' }] };
	await loops.run({ ...p('campaign update'), updateFields: { conditions } });
	expect(JSON.stringify(loops.calls().at(-1)?.body)).toContain('" pro"');
});

it('refuses to schedule a campaign whose filter has no condition', async () => {
	const campaign = loops.emulator.content.campaigns.get('cm9campaign0october00001');
	Object.assign(campaign ?? {}, {
		...{ mailingListId: null, audienceSegmentId: null },
		audienceFilter: { match: 'all', conditions: [] },
	});
	const { error } = await loops.run(p('campaign schedule'));
	expect(error?.message).toContain('has no audience');
	expect(loops.emulator.content.scheduled).toEqual([]);
});
