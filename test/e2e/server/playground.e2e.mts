import { expect, it } from 'vitest';

import { exampleFiles, readExample } from '../../harness/examples.mts';
import { jsonOf, N8nClient, owner } from '../n8n/client.mts';
import { startPlayground } from '../n8n/playground.mts';
import { freePort } from '../n8n/server.mts';

const TIMEOUT = { timeout: 300_000 };

it(
	'npm run n8n has all examples with working credentials, and stops on Ctrl-C',
	TIMEOUT,
	async () => {
		const port = await freePort();
		const playground = startPlayground(['--port', String(port)]);
		await expect.poll(playground.log, { timeout: 180_000 }).toContain('Stop with Ctrl-C');
		const [, password] = /Password {2}(\S+)/.exec(playground.log()) ?? [];
		expect(password).not.toBe(owner.password);
		const [, emulator] = /Loops {4}(\S+) \(emulator/.exec(playground.log()) ?? [];
		const page = await fetch(emulator, { headers: { accept: 'text/html' } });
		expect(await page.text()).toContain('<h1>Loops emulator</h1>');

		const client = await N8nClient.connect(`http://127.0.0.1:${port}`, password);
		const workflows = await client.call<Array<{ id: string; name: string }>>(
			'GET',
			'/rest/workflows',
		);
		expect(workflows.map(({ name }) => name).sort()).toEqual(
			exampleFiles.map((file) => readExample(file).name).sort(),
		);
		// docs/maintainers/n8n-3.md
		const { report } = await client.call<{ report: { workflowResults: unknown[] } }>(
			'GET',
			'/rest/breaking-changes/report?version=v3',
		);
		expect(report.workflowResults).toMatchObject([
			// Get Campaigns in post-to-campaign.json
			{ ruleId: 'always-output-data-multi-output-v3', nbAffectedWorkflows: 1 },
		]);
		const signUps = workflows.find(({ name }) => name.startsWith('Sign-ups'));
		expect(playground.log()).toContain(`${client.origin}/workflow/${signUps?.id}\n`);
		expect((await client.run(signUps?.id ?? '', 'Sign-ups')).status).toBe('success');

		// Events of the created contacts reach the published workflow.
		const [, router = ''] = /\/workflow\/(\S+)\/executions/.exec(playground.log()) ?? [];
		expect(workflows.find(({ id }) => id === router)?.name).toBe('Loops events to workflows');
		const received = async () => {
			const listed = (await client.executions(router)).filter(({ mode }) => mode === 'webhook');
			const executions = await Promise.all(
				listed.map(async ({ id }) => await client.execution(id)),
			);
			return executions.flatMap((execution) =>
				jsonOf(execution, 'Contacts and Lists').map(({ event, email }) => [event, email]),
			);
		};
		await expect
			.poll(received, { timeout: 30_000 })
			.toContainEqual(['contact.created', 'nia@example.com']);

		playground.kill('SIGINT');
		expect(await playground.ended).toBe(0);
		await expect(fetch(client.origin)).rejects.toThrow();
	},
);
