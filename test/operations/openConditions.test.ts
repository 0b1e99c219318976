import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

describe('a condition whose value was not found', () => {
	const update = contentParameters('campaign update');

	it.each([
		"={{ 'pro-' + $json.none }}",
		'={{ String($json.none) }}',
		"={{ DateTime.fromISO('x').toFormat('yyyy') }}",
		'\u0000',
	])('is refused, since not equal to it is everybody: %j', async (value) => {
		const row = { property: 'planName', operator: 'notEquals', value };
		const { error } = await loops.run({
			...update,
			updateFields: { conditions: { condition: [row] } },
		});
		expect(error?.message).toContain("'Conditions: Value'");
		expect(loops.changes()).toEqual([]);
	});

	it.each(['Infinity', '#SALE!', 'null'])('is taken if a person wrote it: %s', async (value) => {
		const row = { property: 'planName', operator: 'equals', value };
		const updateFields = { conditions: { condition: [row] } };
		await loops.expectSuccess({ ...update, updateFields });
		expect(JSON.stringify(loops.changes()[0].body)).toContain(`"value":"${value}"`);
	});

	it.each(['', ' '])('is refused in the payload of a workflow node: "%s"', async (plan) => {
		const condition =
			"{ type: 'property', key: 'planName', operator: 'notEquals', value: $json.plan }";
		const nodePayload = `={{ ({ audienceFilter: { match: 'all', conditions: [${condition}] } }) }}`;
		const { error } = await loops.run(
			{ ...contentParameters('workflowNode update'), nodePayload },
			[{ plan }],
		);
		expect(error?.message).toBe("'Payload (JSON): value' is empty [item 0]");
		expect(loops.changes()).toEqual([]);
	});

	it.each([
		[' ', "'Filter (JSON): value' is empty"],
		['\u200b', "'Filter (JSON): value' is empty"],
	])('is refused in JSON: %j', async (value, said) => {
		const condition = { type: 'property', key: 'planName', operator: 'notEquals', value };
		const filterJson = JSON.stringify({ match: 'all', conditions: [condition] });
		await loops.expectError({ ...update, updateFields: { filterJson } }, said);
		expect(loops.changes()).toEqual([]);
	});

	it('is refused in JSON if JavaScript made it', async () => {
		const condition = `{ type: 'property', key: 'planName', operator: 'notEquals', value: 'pro-' + $json.none }`;
		const filterJson = `={{ ({ match: 'all', conditions: [${condition}] }) }}`;
		const { error } = await loops.run({ ...update, updateFields: { filterJson } });
		expect(error?.message).toContain("'Filter (JSON): value' holds 'undefined'");
		expect(loops.changes()).toEqual([]);
	});
});
