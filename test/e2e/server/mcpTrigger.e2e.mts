import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { IDataObject, INode } from 'n8n-workflow';
import { afterEach, expect, it } from 'vitest';

import { TOOL } from '../../harness/agent.mts';
import { everyOperation, parametersOf } from '../../harness/operations.mts';
import { onceOff, perKey } from '../../harness/sendOnce.mts';
import { chain, coreNode, loopsNode } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import { callTool, connectTo } from './mcpClient.mts';

const n8n = useN8n();
let client: Client;
afterEach(async () => {
	await client.close();
});

/** Publishes the nodes as tools of n8n's MCP Server Trigger, and connects a client. */
async function connect(tools: Array<[name: string, parameters: IDataObject]>): Promise<Client> {
	const path = `mcp-${randomUUID()}`;
	const trigger: INode = {
		...coreNode('MCP', 'mcpTrigger', 2, { path, authentication: 'none' }),
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		webhookId: path,
	};
	const workflow = chain([trigger]);
	for (const [name, parameters] of tools) {
		workflow.nodes.push({ ...loopsNode(name, parameters), type: TOOL });
		workflow.connections[name] = { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] };
	}
	await n8n.client.activate(await n8n.store(workflow));
	client = await connectTo(`${n8n.client.origin}/mcp/${path}`);
	return client;
}

const call = async (name: string, args?: Record<string, unknown>) =>
	await callTool(client, name, args);

const email = "={{ $fromAI('email', 'Address of the person', 'string') }}";

it('an MCP client finds a tool with its fields, calls it, and gets its errors', async () => {
	await connect([['Welcome a person', { ...parametersOf.sendEmail, email }]]);

	const { tools } = await client.listTools();
	expect(tools).toMatchObject([
		{
			name: 'Welcome_a_person',
			inputSchema: {
				properties: { email: { type: 'string', description: 'Address of the person' } },
				required: ['email'],
			},
		},
	]);

	const sent = await call('Welcome_a_person', { email: 'mo@example.com' });
	expect(JSON.parse(sent.text)).toMatchObject([{ success: true, email: 'mo@example.com' }]);
	expect(n8n.emulator.outbox).toMatchObject([{ email: 'mo@example.com' }]);

	const refused = await call('Welcome_a_person', { email: 'mo' });
	expect(refused.isError).toBe(true);
	expect(refused.text).toContain("'Recipient Email' is not an email address");
	expect(refused.text).toContain('Enter a single email address and nothing else');
	expect(n8n.emulator.outbox).toHaveLength(1);
});

it('two equal calls of an MCP client send one email with a key in Send Only Once, and two without', async () => {
	await connect([
		['Once', { ...parametersOf.sendEmail, email, options: perKey('order-7') }],
		['Always', { ...parametersOf.sendEmail, email }],
	]);
	const deduplicated = async (name: string) => {
		const { text } = await call(name, { email: 'mo@example.com' });
		return (JSON.parse(text) as IDataObject[]).map((item) => item.deduplicated);
	};
	expect([await deduplicated('Once'), await deduplicated('Once')]).toEqual([[false], [true]]);
	expect(n8n.emulator.outbox).toHaveLength(1);
	expect([await deduplicated('Always'), await deduplicated('Always')]).toEqual([[false], [false]]);
	expect(n8n.emulator.outbox).toHaveLength(3);
});

it('an MCP client whose answers are lost is told whether to call again, and no Retry', async () => {
	await connect([
		['Once', { ...parametersOf.sendEmail, email, options: perKey('order-8') }],
		['Always', { ...parametersOf.sendEmail, email, options: onceOff }],
	]);
	const loseAll = () =>
		n8n.emulator.inject({
			kind: 'resetAfter',
			path: '/v1/transactional',
			method: 'POST',
			times: 5,
		});
	loseAll();
	const once = await call('Once', { email: 'mo@example.com' });
	expect(once.text).toContain('No response from Loops');
	expect(once.text).toContain('It is safe to run the workflow again with this item');
	n8n.emulator.clearFaults();
	loseAll();
	const always = await call('Always', { email: 'mo@example.com' });
	expect(always.text).toContain('running the workflow again with this item may repeat the request');
	for (const { text } of [once, always]) expect(text).not.toMatch(/\bRetry\b|retry the request/);
});

// A server for each resource, since n8n makes all tools of a server anew for each call.
it.each([...new Set(everyOperation.map(([, { resource }]) => resource))])(
	'an MCP client can call every operation of the resource %s that agents may use',
	async (resource) => {
		const ofResource = everyOperation.filter(([, parameters]) => parameters.resource === resource);
		await connect(ofResource);
		for (const [name] of ofResource) {
			const { text } = await call(name.replace(' ', '_'));
			expect(text, name).toMatch(
				/^(\[\{"|NodeOperationError: (AI agents can't use '|'Input Data Field Name': the item has no))/,
			);
		}
	},
);
