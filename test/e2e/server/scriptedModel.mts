import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{
		function: { name: string; description: string; parameters: Record<string, unknown> };
	}>;
}

/**
 * A fake of OpenAI's chat API: in each conversation, it calls the offered tool once with each of its
 * inputs, then repeats the last answer of the tool.
 */
class ScriptedModel {
	requests: ChatRequest[] = [];
	/** Inputs of its tool calls. */
	inputs: object[] = [];
	private server?: Server;

	async start() {
		this.requests = [];
		this.server = createServer(async (request, response) => {
			const chat = (await json(request)) as ChatRequest;
			this.requests.push(chat);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(this.answer(chat)));
		}).listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	stop() {
		this.server?.close();
	}

	/** Data of an `openAiApi` credential. */
	credential() {
		const { port } = this.server?.address() as AddressInfo;
		return { apiKey: 'example', url: `http://127.0.0.1:${port}/v1` };
	}

	private answer({ messages, tools }: ChatRequest) {
		const said = messages.filter(({ role }) => role === 'tool');
		const input = this.inputs[said.length];
		const message = !input
			? { role: 'assistant', content: String(said.at(-1)?.content) }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${said.length + 1}`,
							type: 'function',
							function: { name: tools?.[0].function.name, arguments: JSON.stringify(input) },
						},
					],
				};
		return {
			id: 'chat-1',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, finish_reason: input ? 'tool_calls' : 'stop', message }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}

/** Starts a model for the tests of a file. */
export function useScriptedModel(): ScriptedModel {
	const model = new ScriptedModel();
	beforeEach(async () => await model.start());
	afterEach(() => model.stop());
	return model;
}
