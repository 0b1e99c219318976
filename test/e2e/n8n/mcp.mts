import type { N8nClient } from './client.mts';

interface JsonRpcAnswer {
	error?: { message: string };
	result?: { isError?: boolean; content: Array<{ text: string }>; structuredContent: object };
}

/** A client of n8n's MCP server: JSON-RPC over HTTP. */
export class McpClient {
	private calls = 0;

	private constructor(
		private readonly origin: string,
		private readonly apiKey: string,
	) {}

	/** Enables the server, creates a key and initializes the session. */
	static async connect(n8n: N8nClient): Promise<McpClient> {
		await n8n.call('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		// n8n shows a key only on creation.
		const { apiKey } = await n8n.call<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate');
		const mcp = new McpClient(n8n.origin, apiKey);
		await mcp.request('initialize', {
			protocolVersion: '2025-06-18',
			capabilities: {},
			clientInfo: { name: 'e2e', version: '1' },
		});
		return mcp;
	}

	/** Calls a tool and returns its answer. @throws if it reports an error */
	async use<T>(name: string, args: object): Promise<T> {
		const { result, error } = await this.request('tools/call', { name, arguments: args });
		if (!result || result.isError) {
			throw new Error(`${name}: ${error?.message ?? result?.content[0].text}`);
		}
		return result.structuredContent as T;
	}

	private async request(method: string, params: object): Promise<JsonRpcAnswer> {
		const response = await fetch(`${this.origin}/mcp-server/http`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${this.apiKey}`,
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: ++this.calls, method, params }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`);
		const [, event = text] = /^data: (.*)$/m.exec(text) ?? [];
		return JSON.parse(event) as JsonRpcAnswer;
	}
}
