import { createRequire } from 'node:module';
import type * as NodeAsTool from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { propertiesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

const { createNodeAsTool } = createRequire(createRequire(import.meta.url).resolve('n8n-core'))(
	'./execution-engine/node-execution-context/utils/create-node-as-tool',
) as typeof NodeAsTool;

const loops = useEmulator();

/** An expression for a field that the model fills in. */
const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'What ${key} is', '${type}') }}`;

/** Operations, the values that the model fills in, and the sent body. */
const tools: Array<[string, IDataObject, IDataObject, object]> = [
	[
		'contact create',
		{
			resource: 'contact',
			operation: 'create',
			email: fromAi('email'),
			...propertiesMapper(
				{ firstName: 'string', seats: 'number', isBeta: 'boolean', trialEndsAt: 'dateTime' },
				{
					firstName: fromAi('firstName'),
					seats: fromAi('seats', 'number'),
					isBeta: fromAi('isBeta', 'boolean'),
					trialEndsAt: fromAi('trialEndsAt'),
				},
			),
			additionalFields: { userId: fromAi('userId'), addToList: ['cm9list0releasenotes00001'] },
		},
		{
			email: 'ai@example.com',
			firstName: 'Ai',
			seats: 3,
			isBeta: false,
			trialEndsAt: '2026-12-24',
			userId: 'ai-1',
		},
		{
			email: 'ai@example.com',
			firstName: 'Ai',
			seats: 3,
			isBeta: false,
			trialEndsAt: '2026-12-24',
			userId: 'ai-1',
			mailingLists: { cm9list0releasenotes00001: true },
		},
	],
	[
		'transactional email send, with variables as JSON',
		{
			resource: 'transactionalEmail',
			operation: 'send',
			transactionalId: { __rl: true, mode: 'id', value: fromAi('template') },
			email: fromAi('email'),
			options: { dataVariablesJson: fromAi('variables', 'json') },
		},
		{
			template: 'cm8tx0welcome00000000001a',
			email: 'ai@example.com',
			variables: '{ "firstName": "Ai" }',
		},
		{
			transactionalId: 'cm8tx0welcome00000000001a',
			email: 'ai@example.com',
			dataVariables: { firstName: 'Ai' },
		},
	],
];

describe.each(tools)('the node as a tool: %s', (_name, parameters, filled, body) => {
	it('asks the model for exactly the fields with $fromAI', () => {
		const { response } = createNodeAsTool({
			node: workflowWith(parameters).nodes.find(({ name }) => name === 'Loops') as INode,
			nodeType: source.node,
			handleToolInvocation: async () => ({}),
		});
		const { shape } = response.schema as unknown as {
			shape: Record<string, { description: string }>;
		};
		expect(Object.keys(shape).sort()).toEqual(Object.keys(filled).sort());
		expect(Object.values(shape).map(({ description }) => description)).toEqual(
			Object.keys(shape).map((key) => `What ${key} is`),
		);
	});

	it('sends the values of the model', async () => {
		const { error } = await loops.run(parameters, [{ json: filled }]);
		expect(error).toBeUndefined();
		expect(loops.calls()[0].body).toEqual(body);
	});
});

/** Parameters and options that only the form of a tool lacks. */
const hiddenIn = (properties: INodeProperties[]): string[] =>
	properties.flatMap(({ name, displayOptions, options = [], type }) => [
		...(displayOptions?.hide?.['@tool'] ? [name] : []),
		...(type === 'collection' ? hiddenIn(options as INodeProperties[]) : []),
	]);

describe('the form of a tool', () => {
	it('lacks what a tool call has no use for, and what is not for a model to decide', () => {
		const hidden = new Set(hiddenIn(source.node.description.properties));
		expect([...hidden].sort()).toEqual([
			'includeInputFields',
			'oneItemAtATime',
			'publish',
			'simplify',
		]);
	});

	it('turns them off where a workflow has them on', async () => {
		const options = { includeInputFields: true, oneItemAtATime: true };
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
