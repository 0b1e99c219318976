import { createRequire } from 'node:module';
import type * as NodeAsTool from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { workflowWith } from '../harness/workflow.mts';
import { propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';

const { createNodeAsTool } = createRequire(createRequire(import.meta.url).resolve('n8n-core'))(
	'./execution-engine/node-execution-context/utils/create-node-as-tool',
) as typeof NodeAsTool;

const loops = useEmulator();

/** An expression that an author puts into a field for the model to fill. */
const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'What ${key} is', '${type}') }}`;

/** Each operation that a model should fill, what it fills, and what arrives. */
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
			additionalFields: {
				userId: fromAi('userId'),
				subscribeToList: ['cm9list0releasenotes00001'],
			},
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
		'contact upsert',
		{
			resource: 'contact',
			operation: 'upsert',
			findBy: 'emailAndUserId',
			email: fromAi('email'),
			userId: fromAi('userId'),
			contactPropertiesFrom: 'json',
			contactPropertiesJson: fromAi('properties', 'json'),
			additionalFields: { subscription: fromAi('subscribed', 'boolean') },
		},
		{ email: 'ai@example.com', userId: 'ai-1', properties: { seats: 3 }, subscribed: false },
		{ email: 'ai@example.com', userId: 'ai-1', seats: 3, subscribed: false },
	],
	[
		'event send',
		{
			resource: 'event',
			operation: 'send',
			eventName: fromAi('eventName'),
			email: fromAi('email'),
			extraEventProperties: {
				assignments: [{ id: '1', name: 'plan', type: 'string', value: fromAi('plan') }],
			},
			options: { customIdempotencyKey: fromAi('key') },
		},
		{ eventName: 'signup', email: 'ai@example.com', plan: 'team', key: 'k-1' },
		{ eventName: 'signup', email: 'ai@example.com', eventProperties: { plan: 'team' } },
	],
	[
		'transactional email send, with the email fixed by the author',
		{
			resource: 'transactionalEmail',
			operation: 'send',
			transactionalId: { __rl: true, mode: 'list', value: 'cm8tx0welcome00000000001a' },
			email: fromAi('email'),
			...variablesMapper(['firstName'], { firstName: fromAi('firstName') }),
		},
		{ email: 'ai@example.com', firstName: 'Ai' },
		{
			transactionalId: 'cm8tx0welcome00000000001a',
			email: 'ai@example.com',
			dataVariables: { firstName: 'Ai' },
		},
	],
	[
		'transactional email send, with variables as JSON',
		{
			resource: 'transactionalEmail',
			operation: 'send',
			transactionalId: { __rl: true, mode: 'id', value: fromAi('template') },
			email: fromAi('email'),
			dataVariablesFrom: 'json',
			dataVariablesJson: fromAi('variables', 'json'),
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

describe.each(tools)('as a tool of an AI agent: %s', (_name, parameters, filled, body) => {
	it('asks the model for the fields that the author left to it, and no others', () => {
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

	it('sends what the model filled in', async () => {
		const { error } = await loops.run(parameters, [{ json: filled }]);
		expect(error).toBeUndefined();
		expect(loops.calls()[0].body).toEqual(body);
	});
});
