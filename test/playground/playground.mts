// `npm run n8n` starts a local n8n with the package, the emulator and the examples.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

import { type Emulator, startEmulator } from '../emulator/server.mts';
import { exampleFiles, readExample } from '../harness/examples.mts';
import { N8nClient, owner, type StoredCredential } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { isInUse } from '../e2e/n8n/server.mts';
import {
	createSecret,
	publish,
	storeTriggerWorkflow,
	type TriggerWorkflow,
} from '../e2e/webhook/trigger.mts';

/** n8n asks for a capital letter and a number. A page in the browser must not be able to log in. */
const password = `Loops-1-${randomBytes(9).toString('base64url')}`;

/** Differs from n8n's default, 5678. */
const DEFAULT_PORT = 5690;

const HELP = `n8n 2.41 with this package, on this machine.

  npm run n8n -- [options]

  --port <number>   of n8n, default ${DEFAULT_PORT}
  --live            no emulator: put your own API key into the credential "Loops API"
  --help`;

const { values: flags } = parseArgs({
	options: {
		port: { type: 'string', default: String(DEFAULT_PORT) },
		live: { type: 'boolean', default: false },
		help: { type: 'boolean' },
	},
});

/** The workflow that Loops calls. */
const ROUTER = 'webhook-router.json';
/** The workflow to run first. */
const SIGN_UPS = 'sign-ups.json';

/** Stores all examples with these credentials. Returns the ID of Sign-ups, and the router. */
async function addExamples(
	n8n: N8nClient,
	loopsEmailApi: StoredCredential,
	secret: StoredCredential,
): Promise<{ signUps: string; router: TriggerWorkflow }> {
	for (const file of exampleFiles.filter((name) => ![ROUTER, SIGN_UPS].includes(name))) {
		await n8n.createWorkflow(readExample(file), loopsEmailApi, secret);
	}
	return {
		signUps: await n8n.createWorkflow(readExample(SIGN_UPS), loopsEmailApi, secret),
		router: await storeTriggerWorkflow(n8n, readExample(ROUTER), secret),
	};
}

const withEmulator = (
	{ origin, baseUrl }: Emulator,
	{ origin: n8n }: N8nClient,
	{ signUps, router }: { signUps: string; router: TriggerWorkflow },
) =>
	`Loops    ${origin} (emulator: open it to see what it received; no email leaves this machine)
  Base URL  ${baseUrl}
  Events    go to the workflow "${readExample(ROUTER).name}". Run "${readExample(SIGN_UPS).name}":
            ${n8n}/workflow/${signUps}
            or press "Send test event" on the page of the emulator, and see what came back:
            ${n8n}/workflow/${router.id}/executions
            An event is an entry that begins with Loops Trigger.`;

const withoutEmulator = `Loops    the real one: put your API key into the credential "Loops API". For Loops Trigger, put
         the signing secret into "Loops Webhook"; Loops has to reach this n8n (a tunnel)`;

/** @throws if the option is not a free port */
async function freePortOf(option: string): Promise<number> {
	const port = Number(option);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`--port is "${option}". Give it a number from 1 to 65535.`);
	}
	if (!(await isInUse(port))) return port;
	throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another port:
  npm run n8n -- --port ${port === 65_535 ? DEFAULT_PORT : port + 1}`);
}

/** Adds the examples to n8n. Returns the text for the user. */
async function fill(n8n: string, emulator: Emulator | undefined): Promise<string> {
	const client = await N8nClient.connect(n8n, password);
	const live = { apiKey: '', baseUrl: 'https://app.loops.so/api/v1' };
	const loopsEmailApi = await client.createCredential(emulator ?? live);
	const signingSecret = emulator?.webhook.secret ?? '';
	const secret = await createSecret(client, { signingSecret });
	const workflows = await addExamples(client, loopsEmailApi, secret);
	if (!emulator) return withoutEmulator;
	await publish(client, workflows.router);
	emulator.setWebhook({ url: workflows.router.url });
	return withEmulator(emulator, client, workflows);
}

async function play() {
	const port = await freePortOf(flags.port);
	const n8n = await startPackaged('2.41', { port });
	const emulator = flags.live ? undefined : await startEmulator();
	// A second Ctrl-C does not interrupt the shutdown.
	const stop = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve());
	});
	const died = n8n.ended.then(() => {
		throw new Error(`n8n ended:\n${n8n.log()}`);
	});
	try {
		const loops = await Promise.race([fill(n8n.origin, emulator), died]);
		console.log(`
n8n      ${n8n.origin}
  Email     ${owner.email}
  Password  ${password}
${loops}

All examples are there. Stop with Ctrl-C, which also removes what you made.`);
		await Promise.race([stop, died]);
	} finally {
		await n8n.stop();
		await emulator?.close();
	}
}

if (flags.help) console.log(HELP);
else {
	await play().catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
