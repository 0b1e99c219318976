import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, inject, it } from 'vitest';

import { byHand, readExample } from '../../harness/examples.mts';
import { LOOPS } from '../../harness/workflow.mts';
import { type Execution, itemsOf, jsonOf } from '../n8n/client.mts';
import { n8nCommand } from '../n8n/server.mts';
import { chain, editFields, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Checks the result of an example in n8n and Loops. */
const outcomes: Record<string, (execution: Execution) => void> = {
	'sign-ups.json': () => {
		expect(n8n.emulator.outbox).toHaveLength(3);
		expect(n8n.emulator.eventLog).toHaveLength(3);
		expect(n8n.emulator.contact('user-1001')).toMatchObject({ seats: 12, referrer: 'podcast' });
	},
	'csv-import.json': (execution) => {
		expect(n8n.emulator.contact('ines@example.com')).toMatchObject({ seats: 14, isBeta: true });
		const rowsOf = (node: string) =>
			[0, 1].map((run) => jsonOf(execution, node, { run }).map((json) => json.email ?? json.Email));
		expect(rowsOf('Imported')).toEqual([
			['ines@example.com', 'paul@example.com', 'kim@example.com'],
			['rita@example.com', 'tove@example.com'],
		]);
		expect(rowsOf('Refused Rows').flat()).toEqual([
			'omar@example',
			'not known',
			'sven@example.com',
		]);
		// Sorted, since the calls of a run can overtake each other.
		const sent = n8n.calls().map(({ body }) => (body as IDataObject).email);
		expect(sent.sort()).toEqual(rowsOf('Imported').flat().sort());
	},
	'suppressed-again.json': () => {
		const { emulator } = n8n;
		expect(emulator.contact('tomas@example.com')).toMatchObject({ isSuppressed: false });
		for (const email of ['tomas@example.com', 'kim@example.com']) {
			expect(emulator.contact(email)?.mailingLists).toHaveProperty('cm9list0investors00000003');
		}
	},
	'dunning-email.json': () => {
		expect(n8n.emulator.outbox).toHaveLength(2);
	},
	'preference-centre.json': (execution) => {
		expect(jsonOf(execution, 'Found', { output: 1 })).toEqual([
			{ found: false, email: 'zoe@example.com' },
		]);
		expect(n8n.emulator.contact('ada@example.com')).toMatchObject({ subscribed: false });
		expect(n8n.emulator.contact('zoe@example.com')).toMatchObject({ planName: 'free' });
	},
	'newsletter.json': (execution) => {
		const { campaigns, messages, previews, scheduled } = n8n.emulator.content;
		const campaign = [...campaigns.values()].at(-1)!;
		const { lmx } = messages.get(campaign.emailMessageId)!;
		expect(lmx).toContain('<H2>Search &amp; filters</H2>');
		expect(lmx.match(/<Image src="https:/g)).toHaveLength(2);
		expect(previews).toHaveLength(1);
		expect(jsonOf(execution, 'Approval')).toEqual([expect.objectContaining({ formMode: 'test' })]);
		expect(jsonOf(execution, 'Ready to Schedule')).toEqual([
			{ campaign: campaign.name, url: `https://app.loops.so/campaigns/${campaign.id}` },
		]);
		expect(scheduled).toEqual([]);
	},
	'campaign-metrics-to-table.json': (execution) => {
		expect(jsonOf(execution, 'Save Row')).toEqual([
			expect.objectContaining({
				name: 'September news',
				sends: n8n.emulator.contactCount,
				softBounces: 0,
			}),
		]);
	},
};

const submitted = new Set<string>();

/** Submits the form of a waiting execution once, since n8n needs a moment to resume. */
async function submitForm({ id, data }: Execution) {
	if (submitted.has(id)) return;
	submitted.add(id);
	const form = new FormData();
	form.set('submit', '');
	const url = `${n8n.client.origin}/form-waiting/${id}?signature=${data.resumeToken}`;
	expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
}

describe.each(byHand)('examples/%s', (file) => {
	it('runs without changes', async () => {
		const workflow = readExample(file);
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('Trigger'));
		const id = await n8n.store(workflow);
		const execution = await n8n.client.run(id, trigger?.name ?? '', submitForm);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		for (const { name, type } of workflow.nodes) {
			if (type === LOOPS) expect(itemsOf(execution, name).length, name).toBeGreaterThan(0);
		}
		outcomes[file](execution);
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
		JSON.stringify([{ ...credential, type: 'loopsApi', data: { apiKey, baseUrl } }]),
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
			credentials: { loopsApi: credential },
		},
	];
	await writeFile(workflow, JSON.stringify({ ...chain(nodes), id: 'cliWorkflow', active: false }));
	await run('import:credentials', `--input=${credentials}`);
	await run('import:workflow', `--input=${workflow}`);
	expect(await run('execute', '--id=cliWorkflow', '--rawOutput')).toContain('"success": true');
	expect(n8n.emulator.contact('cli@example.com')).toBeDefined();
});
