import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { description } = new Loops();
const { upsert } = parametersOf;

/** What the editor stores of the node with these options. */
const stored = (options: object) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{ ...upsert, options } as never,
		...([false, false, { typeVersion: 1 } as INode, description] as const),
	);

/** What an option is set to when a user adds it. */
const added = (name: string) =>
	description.properties
		.filter((each) => each.name === 'options')
		.flatMap(({ options }) => options as INodeProperties[])
		.find((each) => each.name === name)?.default;

describe.each([
	['validateOnly', 'ready'],
	['includeInputFields', 'loops'],
])('%s', (name, shown) => {
	it.each<[string, object, boolean]>([
		['is off if it is absent', {}, false],
		['is off if a workflow holds false', { [name]: false }, false],
		['is on as soon as it is added', { [name]: added(name) }, true],
	])('%s', async (_case, options, isOn) => {
		const { json } = await loops.run(stored(options) as never);
		expect(shown in json[0]).toBe(isOn);
	});
});
