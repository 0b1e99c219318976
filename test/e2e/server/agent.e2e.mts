import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { IDataObject, INode } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { propertiesMapper } from '../../harness/forms.mts';
import { parametersOf } from '../../harness/operations.mts';
import { LOOPS } from '../../harness/workflow.mts';
import { type Execution, jsonOf } from '../n8n/client.mts';
import { chain, coreNode, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{
		function: { name: string; description: string; parameters: Record<string, unknown> };
	}>;
}

/** Speaks OpenAI's chat API: uses the tool it is offered once, then repeats what the tool said. */
class ScriptedModel {
	readonly requests: ChatRequest[] = [];
	readonly server: Server;
	/** What it fills in for the tool. */
	input: object = {};

	constructor() {
		this.server = createServer(async (request, response) => {
			const chat = (await json(request)) as ChatRequest;
			this.requests.push(chat);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(this.answer(chat)));
		}).listen(0, '127.0.0.1');
	}

	get url() {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	private answer({ messages, tools }: ChatRequest) {
		const said = messages.findLast(({ role }) => role === 'tool');
		const message = said
			? { role: 'assistant', content: String(said.content) }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: 'call_1',
							type: 'function',
							function: {
								name: tools?.[0].function.name,
								arguments: JSON.stringify(this.input),
							},
						},
					],
				};
		return {
			id: 'chat-1',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, finish_reason: said ? 'stop' : 'tool_calls', message }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}

let model: ScriptedModel;
beforeEach(async () => {
	model = new ScriptedModel();
	await once(model.server, 'listening');
});
afterEach(() => void model.server.close());

/** Runs n8n's AI agent once, with our node as a tool that its model calls with `input`. */
async function runAgent(parameters: IDataObject, input: object): Promise<Execution> {
	model.input = input;
	const openAi = await n8n.client.call<{ id: string }>('POST', '/rest/credentials', {
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'example', url: model.url },
	});
	const agent: INode = {
		...coreNode('Agent', 'agent', 2, { promptType: 'define', text: 'Add the person', options: {} }),
		type: '@n8n/n8n-nodes-langchain.agent',
	};
	const chat: INode = {
		...coreNode('Model', 'lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		credentials: { openAiApi: { id: openAi.id, name: 'Scripted model' } },
	};
	const description = {
		descriptionType: 'manual',
		toolDescription: 'Adds a person to the audience',
	};
	const tool: INode = {
		...loopsNode('Add a Person', { ...parameters, ...description }),
		type: `${LOOPS}Tool`,
	};
	const workflow = chain([start, agent]);
	workflow.nodes.push(chat, tool);
	workflow.connections.Model = {
		ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]],
	};
	workflow.connections['Add a Person'] = {
		ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]],
	};
	const execution = await n8n.run(workflow);
	expect(execution.data.resultData.error).toBeUndefined();
	return execution;
}

it('an AI agent is offered the fields that were left to it, and its call arrives', async () => {
	const execution = await runAgent(
		{
			resource: 'contact',
			operation: 'create',
			email: "={{ $fromAI('email', 'Address of the person', 'string') }}",
			contactPropertiesFrom: 'json',
			contactPropertiesJson: "={{ { seats: $fromAI('seats', 'How many seats', 'number') } }}",
		},
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

it.each(['', ' ', 'null', 'Undefined'])(
	'an AI agent that fills %j into optional fields leaves what Loops holds',
	async (nothing) => {
		const before = n8n.emulator.contact('kim@example.com');
		const names = ['firstName', 'planName', 'seats', 'isBeta', 'trialEndsAt'];
		const left = (name: string) => `={{ $fromAI('${name}', 'May be missing', 'string') }}`;
		const execution = await runAgent(
			{
				...parametersOf.upsert,
				...propertiesMapper(
					{ firstName: 'string', planName: 'string', seats: 'number', isBeta: 'boolean' },
					Object.fromEntries(names.map((name) => [name, left(name)])),
				),
				additionalFields: { subscription: left('subscribed'), subscribeToList: left('lists') },
			},
			Object.fromEntries([...names, 'subscribed', 'lists'].map((name) => [name, nothing])),
		);
		expect(model.requests[0].tools?.[0].function.parameters.required).toContain('planName');
		expect(n8n.calls()[0].body).toEqual({ email: 'kim@example.com' });
		expect(n8n.emulator.contact('kim@example.com')).toEqual(before);
		expect(JSON.stringify(jsonOf(execution, 'Agent'))).toContain('success');
	},
);
