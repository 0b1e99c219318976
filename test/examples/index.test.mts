import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { exampleFiles, readExample } from '../harness/examples.mts';

/** Names of n8n's nodes in the editor. */
const NODES: Record<string, string> = {
	'@n8n/n8n-nodes-langchain.agent': 'AI Agent',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'OpenAI Chat Model',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'MCP Server Trigger',
	'n8n-nodes-base.code': 'Code',
	'n8n-nodes-base.convertToFile': 'Convert to File',
	'n8n-nodes-base.crypto': 'Crypto',
	'n8n-nodes-base.dataTable': 'Data table',
	'n8n-nodes-base.emailSend': 'Send Email',
	'n8n-nodes-base.executeWorkflow': 'Execute Sub-workflow',
	'n8n-nodes-base.httpRequest': 'HTTP Request',
	'n8n-nodes-base.if': 'If',
	'n8n-nodes-base.manualTrigger': 'Manual Trigger',
	'n8n-nodes-base.markdown': 'Markdown',
	'n8n-nodes-base.noOp': 'No Operation',
	'n8n-nodes-base.postgres': 'Postgres',
	'n8n-nodes-base.respondToWebhook': 'Respond to Webhook',
	'n8n-nodes-base.scheduleTrigger': 'Schedule Trigger',
	'n8n-nodes-base.set': 'Edit Fields',
	'n8n-nodes-base.splitInBatches': 'Loop Over Items',
	'n8n-nodes-base.stopAndError': 'Stop and Error',
	'n8n-nodes-base.stripeTrigger': 'Stripe Trigger',
	'n8n-nodes-base.switch': 'Switch',
	'n8n-nodes-base.telegramHitlTool': 'Telegram',
	'n8n-nodes-base.wait': 'Wait',
	'n8n-nodes-base.webhook': 'Webhook',
};
const isNote = (type: string) => type === 'n8n-nodes-base.stickyNote';
const isOurs = (type: string) => type.startsWith('n8n-nodes-loops-email.');

const readme = readFileSync(new URL('../../examples/README.md', import.meta.url), 'utf8');
const rows = readme
	.split('\n')
	.filter((line) => line.startsWith('| [`'))
	.map((line) => line.split('|').map((cell) => cell.trim()));

it('the README lists each example with its nodes and credentials', () => {
	const listed = rows.map(([, link, , nodes, toSet]) => ({
		link,
		nodes: nodes.split(', ').sort(),
		credentials: toSet.split(';')[0].split(', ').sort(),
	}));
	const there = exampleFiles.map((file) => {
		const { nodes } = readExample(file);
		const types = nodes.map(({ type }) => type).filter((type) => !isNote(type) && !isOurs(type));
		const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		return {
			link: `[\`${file}\`](${file})`,
			nodes: [...new Set(types.map((type) => NODES[type] ?? type))].sort(),
			credentials: [...new Set(credentials.map(({ name }) => name))].sort(),
		};
	});
	const byLink = (a: { link: string }, b: { link: string }) => a.link.localeCompare(b.link);
	expect(listed.sort(byLink)).toEqual(there.sort(byLink));
});

it.each(exampleFiles)(
	'%s starts with a sticky note, and contains no credential of an n8n',
	(file) => {
		const workflow = readExample(file);
		const { name, nodes } = workflow;
		const [first] = nodes;
		expect(isNote(first.type)).toBe(true);
		expect(String(first.parameters.content)).toMatch(`## ${name}\n`);
		for (const { credentials = {} } of nodes) {
			for (const [type, { id }] of Object.entries(credentials)) expect(id).toBe(type);
		}
		// API keys of Loops are hexadecimal.
		expect(JSON.stringify(workflow)).not.toMatch(/\bBearer (?!Auth\b)|[\da-f]{16}/i);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	},
);

it.each(exampleFiles.filter((file) => file.startsWith('ai-agent')))(
	'the tool in %s lets the model read why a call failed',
	(file) => {
		const tools = readExample(file).nodes.filter(({ type }) => isOurs(type));
		expect(tools.map(({ onError }) => onError)).toEqual(['continueRegularOutput']);
	},
);
