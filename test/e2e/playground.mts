// `npm run n8n`: an n8n on this machine with the package, the emulator and the examples in it.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { startEmulator } from '../emulator/server.mts';
import type { WorkflowJson } from '../harness/workflow.mts';
import { N8nClient, owner, type StoredCredential } from './n8n/client.mts';
import { startPackaged } from './n8n/packaged.mts';

const HELP = `n8n 2.41 with this package, on this machine.

  npm run n8n -- [options]

  --port <number>   of n8n, default 5678
  --live            no emulator: put your own API key into the credential "Loops API"
  --help`;

const { values: flags } = parseArgs({
	options: {
		port: { type: 'string', default: '5678' },
		live: { type: 'boolean', default: false },
		help: { type: 'boolean' },
	},
});

/** Stores every workflow of examples/, its Loops nodes with the credential. */
async function addExamples(n8n: N8nClient, credential: StoredCredential) {
	const folder = new URL('../../examples/', import.meta.url);
	for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
		const workflow = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as WorkflowJson;
		await n8n.createWorkflow(workflow, credential);
	}
}

async function play() {
	const n8n = await startPackaged('2.41', { port: Number(flags.port) });
	const emulator = flags.live ? undefined : await startEmulator();
	// A second Ctrl-C does not cut short what the first one started.
	const stop = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve());
	});
	try {
		const client = await N8nClient.connect(n8n.origin);
		const live = { apiKey: '', baseUrl: 'https://app.loops.so/api/v1' };
		await addExamples(client, await client.createCredential(emulator ?? live));
		console.log(`
n8n      ${n8n.origin}
  Email     ${owner.email}
  Password  ${owner.password}
${emulator ? `Loops    ${emulator.origin} (emulator: open it to see what it received; no email leaves this machine)\n  Base URL  ${emulator.baseUrl}` : 'Loops    the real one: put your API key into the credential "Loops API"'}

All examples are there. Stop with Ctrl-C, which also removes what you made.`);
		await Promise.race([stop, n8n.ended]);
	} finally {
		await n8n.stop();
		await emulator?.close();
	}
}

if (flags.help) console.log(HELP);
else await play();
