import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'vitest';

/** Connects a client to an MCP Server Trigger. n8n 2.41 registers it shortly after activation. */
export async function connectTo(
	url: string,
	headers: Record<string, string> = {},
): Promise<Client> {
	const client = new Client({ name: 'e2e', version: '1' });
	const connect = async () =>
		await client.connect(
			new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
		);
	await expect.poll(connect, { timeout: 10_000 }).toBeUndefined();
	return client;
}

/** What the client gets from a tool. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
	const { isError = false, content } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as Array<{ text: string }>;
	return { isError, text };
}
