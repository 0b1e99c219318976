import type { IDataObject, INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { propertiesMapper } from '../../harness/forms.mts';
import { parametersOf } from '../../harness/operations.mts';
import { LOOPS } from '../../harness/workflow.mts';
import { type Execution, jsonOf } from '../n8n/client.mts';
import { chain, coreNode, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import { useScriptedModel } from './scriptedModel.mts';

const n8n = useN8n();
const model = useScriptedModel();

/** Our node as a tool. */
const loopsTool = (parameters: IDataObject): INode => ({
	...loopsNode('Add a Person', {
		...parameters,
		descriptionType: 'manual',
		toolDescription: 'Adds a person to the audience',
	}),
	type: `${LOOPS}Tool`,
});

/** A stored workflow with our node as a tool, whose input has an email that the model gives. */
async function workflowTool(parameters: IDataObject): Promise<INode> {
	const trigger = coreNode('Called', 'executeWorkflowTrigger', 1.1, {
		workflowInputs: { values: [{ name: 'email' }] },
	});
	const id = await n8n.store(chain([trigger, loopsNode('Loops', parameters)]));
	await n8n.client.activate(id);
	const type = '@n8n/n8n-nodes-langchain.toolWorkflow';
	return {
		...coreNode('Call Workflow', 'toolWorkflow', 2.2, {
			description: 'Lets a person get emails again',
			workflowId: { __rl: true, mode: 'id', value: id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: { email: "={{ $fromAI('email', 'Address of the person', 'string') }}" },
				schema: [{ id: 'email', displayName: 'email', type: 'string', display: true }],
			},
		}),
		type,
	};
}

/** Runs n8n's AI agent with a tool that its model calls with `input`. */
async function runAgent(tool: INode, input: object, version = 2): Promise<Execution> {
	model.inputs = [input];
	const openAiApi = await n8n.client.createOther('openAiApi', model.credential());
	const agent: INode = {
		...coreNode('Agent', 'agent', version, {
			promptType: 'define',
			text: 'Add the person',
			options: {},
		}),
		type: '@n8n/n8n-nodes-langchain.agent',
	};
	const chat: INode = {
		...coreNode('Model', 'lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		credentials: { openAiApi },
	};
	const workflow = chain([start, agent]);
	workflow.nodes.push(chat, tool);
	workflow.connections.Model = {
		ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]],
	};
	workflow.connections[tool.name] = {
		ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]],
	};
	const execution = await n8n.run(workflow);
	expect(execution.data.resultData.error).toBeUndefined();
	return execution;
}

it('an AI agent gets the fields with $fromAI as tool parameters, and its call reaches Loops', async () => {
	const execution = await runAgent(
		loopsTool({
			resource: 'contact',
			operation: 'create',
			email: "={{ $fromAI('email', 'Address of the person', 'string') }}",
			additionalFields: {
				contactPropertiesJson: "={{ { seats: $fromAI('seats', 'How many seats', 'number') } }}",
			},
		}),
		{ email: 'agent@example.com', seats: 7 },
	);

	const [offered] = model.requests[0].tools ?? [];
	expect(offered.function).toMatchObject({
		name: 'Add_a_Person',
		description: 'Adds a person to the audience',
		parameters: {
			type: 'object',
			properties: {
				email: { type: 'string', description: 'Address of the person' },
				seats: { type: 'number', description: 'How many seats' },
			},
			required: ['email', 'seats'],
		},
	});
	expect(n8n.calls()[0].body).toEqual({ email: 'agent@example.com', seats: 7 });
	expect(JSON.stringify(jsonOf(execution, 'Agent'))).toContain('success');
});

it.each(['', 'null'])(
	'an AI agent that fills optional fields with %j does not change them in Loops',
	async (nothing) => {
		const before = n8n.emulator.contact('kim@example.com');
		const names = ['firstName', 'planName', 'seats', 'isBeta', 'trialEndsAt'];
		const left = (name: string) => `={{ $fromAI('${name}', 'May be missing', 'string') }}`;
		const execution = await runAgent(
			loopsTool({
				...parametersOf.upsert,
				...propertiesMapper(
					{ firstName: 'string', planName: 'string', seats: 'number', isBeta: 'boolean' },
					Object.fromEntries(names.map((name) => [name, left(name)])),
				),
				additionalFields: { subscription: left('subscribed'), addToList: left('lists') },
			}),
			Object.fromEntries([...names, 'subscribed', 'lists'].map((name) => [name, nothing])),
		);
		expect(model.requests[0].tools?.[0].function.parameters.required).toContain('planName');
		expect(n8n.calls()[0].body).toEqual({ email: 'kim@example.com' });
		expect(n8n.emulator.contact('kim@example.com')).toEqual(before);
		expect(JSON.stringify(jsonOf(execution, 'Agent'))).toContain('success');
	},
);

const email = 'tomas@example.com';

it('an AI agent lifts no suppression with our node as its tool', async () => {
	await runAgent(loopsTool({ ...parametersOf.removeSuppression, email }), {});
	expect(model.requests).toHaveLength(2);
	expect(n8n.calls()).toEqual([]);
	expect(n8n.emulator.contact(email)).toMatchObject({ isSuppressed: true });
});

it('an AI agent lifts one in a sub-workflow, where the node cannot tell that it calls', async () => {
	const parameters = { ...parametersOf.removeSuppression, email: '={{ $json.email }}' };
	await runAgent(await workflowTool(parameters), { email });
	expect(n8n.emulator.contact(email)).toMatchObject({ isSuppressed: false });
});

// Version 2 gives the model an empty text for each failed call of a node.
it('an AI agent of version 3 tells its model how to correct a call', async () => {
	const parameters = {
		...parametersOf.sendEvent,
		email: "={{ $fromAI('email', 'Address of the person', 'string') }}",
	};
	await runAgent(loopsTool(parameters), { email: 'agent at example.com' }, 3);
	const told = JSON.stringify(
		model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'),
	);
	expect(told).toContain("'Email' is not an email address");
	expect(told).toContain('Enter a single email address and nothing else');
});
