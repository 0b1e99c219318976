import { cp } from 'node:fs/promises';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import { type N8nProcess, removeFolder, startN8n, temporaryFolder } from '../n8n/server.mts';
import { chain, loopsNode, pinned, start } from '../nodes.mts';

let emulator: Emulator;
let running: N8nProcess | undefined;

beforeEach(async () => {
	emulator = await startEmulator();
});
afterEach(async () => {
	await running?.stop();
	await emulator.close();
});

/** Starts an n8n with the encryption key of these tests. */
async function begin(userFolder?: string): Promise<N8nClient> {
	const { installation, tarball } = inject('n8n');
	running = await startN8n(installation, tarball, { userFolder });
	return await N8nClient.connect(running.origin);
}

/** Its workflow and executions have equal IDs in every new database. */
const send = {
	...parametersOf.sendEmail,
	email: 'kim@example.com',
	dataVariables: {},
	options: { dataVariablesJson: '={{ { firstName: $json.firstName } }}' },
};
const workflow = (firstName: string) => ({
	...pinned(chain([start, loopsNode('Loops', send)]), [{ firstName }]),
	id: 'aaaaaaaaaaaaaaaa',
});

async function sendFrom(n8n: N8nClient, firstName: string) {
	const id = await n8n.createWorkflow(workflow(firstName), await n8n.createCredential(emulator));
	const execution = await n8n.run(id, 'Start');
	return { id: execution.id, deduplicated: jsonOf(execution, 'Loops')[0].deduplicated };
}

it('both of two new databases with one encryption key send', { timeout: 400_000 }, async () => {
	const first = await sendFrom(await begin(), 'one');
	await running?.stop();
	const second = await sendFrom(await begin(), 'two');
	expect([first, second]).toEqual([
		{ id: '1', deduplicated: false },
		{ id: '1', deduplicated: false },
	]);
	expect(emulator.outbox.map(({ dataVariables }) => dataVariables.firstName)).toEqual([
		'one',
		'two',
	]);
});

it(
	'a restored backup sends new emails despite a reused execution ID',
	{ timeout: 400_000 },
	async () => {
		await begin();
		running?.kill('SIGTERM');
		await running?.ended;
		const backup = await temporaryFolder('backup');
		await cp(running?.userFolder ?? '', backup, { recursive: true });
		const first = await sendFrom(await begin(running?.userFolder), 'one');
		await running?.stop();
		const second = await sendFrom(await begin(backup), 'two');
		await removeFolder(backup);
		expect([first, second].map(({ deduplicated }) => deduplicated)).toEqual([false, false]);
		expect(second.id).toBe(first.id);
		expect(emulator.outbox).toHaveLength(2);
	},
);
