import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { LOOPS } from '../../harness/workflow.mts';
import { jsonOf } from '../n8n/client.mts';
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

	constructor(private readonly input: object) {
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

const model = new ScriptedModel({ email: 'agent@example.com', seats: 7 });
beforeAll(
	() => model.server.listening || new Promise((done) => model.server.once('listening', done)),
);
afterAll(() => void model.server.close());

it('an AI agent is offered the fields that were left to it, and its call arrives', async () => {
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
	const tool: INode = {
		...loopsNode('Add a Person', {
			resource: 'contact',
			operation: 'create',
			email: "={{ $fromAI('email', 'Address of the person', 'string') }}",
			contactPropertiesFrom: 'json',
			contactPropertiesJson: "={{ { seats: $fromAI('seats', 'How many seats', 'number') } }}",
			descriptionType: 'manual',
			toolDescription: 'Adds a person to the audience',
		}),
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
