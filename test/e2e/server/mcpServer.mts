import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readExample } from '../../harness/examples.mts';
import type { N8nRig } from '../useN8n.mts';
import { callTool, connectTo } from './mcpClient.mts';

const TOKEN = 'a long random token';
const draft = { name: 'October', subject: 'News', html: '<p>Hello</p>' };

/** The tests of mcp-server.json. */
export function mcpServer(n8n: N8nRig): void {
	let client: Client;
	let url: string;

	beforeEach(async () => {
		const workflow = readExample('mcp-server.json');
		const path = `drafts-${randomUUID()}`;
		for (const node of workflow.nodes) {
			if (node.type.endsWith('.mcpTrigger'))
				Object.assign(node, { webhookId: path }).parameters.path = path;
		}
		await n8n.client.activate(await n8n.storeWith(workflow, { httpBearerAuth: { token: TOKEN } }));
		url = `${n8n.client.origin}/mcp/${path}`;
		client = await connectTo(url, { authorization: `Bearer ${TOKEN}` });
	});
	afterEach(async () => await client.close());

	const call = async (name: string, args: IDataObject = {}) => {
		const { isError, text } = await callTool(client, name, args);
		expect(isError, text).toBe(false);
		const [item] = JSON.parse(text) as IDataObject[];
		return item;
	};

	it('an assistant drafts, changes and checks a campaign, and previews it to one address', async () => {
		const { emailMessageId, url: link } = await call('Create_Draft', draft);
		const id = String(emailMessageId);
		expect(link).toMatch(/^https:\/\/app\.loops\.so\/campaigns\//);
		const changed = { emailMessageId: id, subject: 'Newer', html: '<p>Hi</p>' };
		await call('Update_Draft', changed);
		await call('Check_Draft', { emailMessageId: id });
		// A model that was told to send it elsewhere.
		const others = { emails: 'eve@example.net', email: 'eve@example.net', to: 'eve@example.net' };
		await callTool(client, 'Send_Preview', { emailMessageId: id, ...others });
		await call('Send_Preview', { emailMessageId: id });
		const { messages, previews, scheduled } = n8n.emulator.content;
		expect(messages.get(id)).toMatchObject({ subject: 'Newer', lmx: '<Paragraph>Hi</Paragraph>' });
		expect(new Set(previews.flatMap(({ emails }) => emails))).toEqual(new Set(['kim@example.com']));
		expect([scheduled, n8n.emulator.outbox]).toEqual([[], []]);
	});

	it('no tool has a field for a recipient or a time', async () => {
		const { tools } = await client.listTools();
		const fields = tools.map(({ name, inputSchema }) => [
			name,
			Object.keys(inputSchema.properties ?? {}).sort(),
		]);
		expect(Object.fromEntries(fields)).toEqual({
			List_Campaigns: [],
			Create_Draft: ['html', 'name', 'subject'],
			Update_Draft: ['emailMessageId', 'html', 'subject'],
			Check_Draft: ['emailMessageId'],
			Send_Preview: ['emailMessageId'],
		});
	});

	it('refuses to change a scheduled campaign, and a client without the token', async () => {
		const { campaigns, messages } = n8n.emulator.content;
		const campaign = [...campaigns.values()].find(({ status }) => status === 'Scheduled')!;
		const before = { ...messages.get(campaign.emailMessageId) };
		const { emailMessageId } = campaign;
		const refused = await callTool(client, 'Update_Draft', { emailMessageId, ...draft });
		expect(refused.isError).toBe(true);
		expect(refused.text).toContain("AI agents can't");
		expect(messages.get(emailMessageId)).toEqual(before);
		const headers = {
			authorization: 'Bearer another',
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		};
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
		expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
	});

	it('makes two drafts of two equal calls', async () => {
		const { size } = n8n.emulator.content.campaigns;
		await call('Create_Draft', draft);
		await call('Create_Draft', draft);
		expect(n8n.emulator.content.campaigns.size).toBe(size + 2);
	});
}
