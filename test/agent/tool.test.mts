import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow, type ToolCalling } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

/** Parameters and options that only the form of a tool lacks. */
const hiddenIn = (properties: INodeProperties[]): string[] =>
	properties.flatMap(({ name, displayOptions, options = [], type }) => [
		...(displayOptions?.hide?.['@tool'] ? [name] : []),
		...(type === 'collection' ? hiddenIn(options as INodeProperties[]) : []),
	]);

describe.each<ToolCalling>(['itself', 'engine'])('an agent that calls by %s', (calling) => {
	it('gets the way out of an error once, in the message', async () => {
		const workflow = agentWorkflow(
			{ ...parametersOf.sendEvent, email: 'nobody' },
			{ toolCalling: calling },
		);
		const items = [{ json: { calls: [{}] } }];
		const run = await runWorkflow(source, loops.credentials(), workflow, items);
		const { message = '' } = run.data.resultData.runData.Loops.at(-1)?.error ?? {};
		expect(message).toMatch(
			/^'Email' is not an email address: "nobody" \[item 0\]\. Enter a single email address/,
		);
		expect(message.split('Enter a single email address')).toHaveLength(2);
	});
});

describe('the form of a tool', () => {
	it('lacks what a tool call has no use for, and what is not for a model to decide', () => {
		const hidden = new Set(hiddenIn(source.node.description.properties));
		expect([...hidden].sort()).toEqual([
			'includeInputFields',
			'publish',
			'replaceDraft',
			'simplify',
		]);
	});

	it('turns Include Input Fields off where a workflow has it on', async () => {
		const options = { includeInputFields: true };
		const parameters = { ...parametersOf.find, options };
		const workflow = agentWorkflow(parameters, { toolCalling: 'engine' });
		const run = await runWorkflow(source, loops.credentials(), workflow, [
			{ json: { secret: 'of the chat', calls: [{}] } },
		]);
		const told = JSON.stringify(outputOf(run, 'Agent')[0]);
		expect(told).toContain('kim@example.com');
		expect(told).not.toContain('of the chat');
	});
});
