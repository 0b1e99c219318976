import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Seed, shippedSeed } from '../../emulator/seed.mts';
import { byHand, readExample } from '../../harness/examples.mts';
import { LOOPS, type WorkflowJson } from '../../harness/workflow.mts';
import { type Execution, itemsOf, jsonOf } from '../n8n/client.mts';
import { n8nCommand } from '../n8n/server.mts';
import { chain, editFields, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Takes what examples post to a channel. */
const posted: unknown[] = [];
const channel = createServer((request, response) => {
	void json(request).then((body) => {
		posted.push(body);
		response.end('ok');
	});
});
beforeAll(async () => {
	channel.listen(0, '127.0.0.1');
	await once(channel, 'listening');
});
afterAll(() => channel.close());

/** An example that posts to our channel, if to any. */
function withChannel(workflow: WorkflowJson): WorkflowJson {
	const { port } = channel.address() as AddressInfo;
	const text = JSON.stringify(workflow);
	return JSON.parse(text.replace('https://hooks.example.com', `http://127.0.0.1:${port}`));
}

/** What only n8n's own nodes do; test/examples checks what Loops gets. */
const outcomes: Record<string, (execution: Execution) => void> = {
	'csv-import.json': (execution) => {
		// Of the last run, after the repair.
		const rows = jsonOf(execution, 'Refused Rows');
		expect(rows.map((row) => row['First Name'])).toEqual(['Omar']);
		for (const row of rows) expect(row).not.toHaveProperty('error');
	},
	'newsletter-from-markdown.json': (execution) =>
		expect(jsonOf(execution, 'Markdown to HTML')[0].html).toContain('<code>seats &lt; 5</code>'),
	'trial-end.json': (execution) =>
		expect(jsonOf(execution, 'Ended Trials').map(({ email }) => email)).toEqual([
			'kim@example.com',
		]),
	'weekly-engagement.json': () =>
		expect(posted).toEqual([{ text: expect.stringContaining('September news') }]),
	'campaign-metrics-to-table.json': (execution) =>
		expect(jsonOf(execution, 'Save Row')).toMatchObject([{ name: 'September news' }]),
};

/** Prepares an account, or the table of an example, which its first run creates. */
const fill: Record<string, (id: string) => Promise<void>> = {
	// At the content limit, all 66 templates take minutes.
	'staging-to-production.json': async () => {
		const { templates = [], ...seed } = shippedSeed() as Seed;
		n8n.emulator.reset({ ...seed, templates: templates.slice(0, 3) });
	},
	// Its report covers the last 90 days.
	'weekly-engagement.json': async () => {
		const campaign = n8n.emulator.content.campaigns.get('cm9campaign0september001')!;
		campaign.createdAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
	},
	'trial-end.json': async (id) => {
		const execution = await n8n.client.run(id, 'Every Hour');
		const table = await n8n.client.tablePath(jsonOf(execution, 'Create Table if Missing')[0].id);
		const trial = { userId: 'u-77', email: 'kim@example.com', planName: 'team' };
		const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const data = [
			{ ...trial, trialEndsAt: at(-1) },
			{ ...trial, trialEndsAt: at(1) },
			{ ...trial, trialEndsAt: at(-9), endedAt: at(-9) },
		];
		await n8n.client.call('POST', `${table}/insert`, { data, returnType: 'count' });
	},
};

/** Nodes that have nothing to do: staging and production are one account, and no file has a cover. */
const idle = ['Save in Production', 'Upload Cover'];

describe.each(byHand)('examples/%s', (file) => {
	it('runs without changes', async () => {
		const workflow = withChannel(readExample(file));
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('Trigger'));
		const id = await n8n.store(workflow);
		await fill[file]?.(id);
		const execution = await n8n.client.run(id, trigger?.name ?? '');
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		for (const { name, type } of workflow.nodes) {
			if (type !== LOOPS || idle.includes(name)) continue;
			expect(itemsOf(execution, name).length, name).toBeGreaterThan(0);
		}
		outcomes[file]?.(execution);
	});
});

it('n8n execute runs a workflow from import:workflow and import:credentials', async () => {
	const { installation, userFolder } = inject('n8n');
	const run = async (...args: string[]) => {
		const { code, output } = await n8nCommand(installation, userFolder, args);
		expect(code, output).toBe(0);
		return output;
	};
	const { apiKey, baseUrl } = n8n.emulator;
	const credential = { id: 'cliCredential', name: 'From the CLI' };
	const credentials = join(userFolder, 'credentials.json');
	await writeFile(
		credentials,
		JSON.stringify([{ ...credential, type: 'loopsEmailApi', data: { apiKey, baseUrl } }]),
	);
	const workflow = join(userFolder, 'workflow.json');
	const nodes = [
		start,
		editFields('Person', { email: 'cli@example.com' }),
		{
			...loopsNode('Loops', {
				resource: 'contact',
				operation: 'create',
				email: '={{ $json.email }}',
			}),
			credentials: { loopsEmailApi: credential },
		},
	];
	await writeFile(workflow, JSON.stringify({ ...chain(nodes), id: 'cliWorkflow', active: false }));
	await run('import:credentials', `--input=${credentials}`);
	await run('import:workflow', `--input=${workflow}`);
	expect(await run('execute', '--id=cliWorkflow', '--rawOutput')).toContain('"success": true');
	expect(n8n.emulator.contact('cli@example.com')).toBeDefined();
});
