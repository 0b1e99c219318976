import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPackage } from './communityPackage.mts';
import type { Installation } from './install.mts';
import { becomesReady, type RunningProcess, startProcess } from './process.mts';

/** An n8n process with the package. `stop` also removes its user folder. */
export interface N8nProcess extends RunningProcess {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	readonly userFolder: string;
}

/** A new temporary folder, to be removed with `removeFolder`. */
export const temporaryFolder = async (purpose: string) =>
	await mkdtemp(join(tmpdir(), `n8n-nodes-loops-email-${purpose}-`));

export const removeFolder = async (folder: string) =>
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** A free port of the loopback interface. */
export const freePort = async (): Promise<number> => await bind(0, '127.0.0.1');

/** Whether a process listens on the port of the loopback or of all interfaces. */
export async function isInUse(port: number): Promise<boolean> {
	try {
		for (const host of ['127.0.0.1', undefined]) await bind(port, host);
		return false;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
		throw error;
	}
}

/** Listens briefly. */
async function bind(at: number, host?: string): Promise<number> {
	const server = createServer().listen(at, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await once(server.close(), 'close');
	return port;
}

/** Disables telemetry, rate limits and secure cookies, for HTTP on loopback. */
const QUIET = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_ENCRYPTION_KEY: 'e2e-example-key',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// The level of READY.
	N8N_LOG_LEVEL: 'info',
	NO_COLOR: '1',
};

/**
 * The output of each command once it is ready. An answer on the port could come from another process,
 * such as the user's own n8n.
 */
const READY = {
	start: 'Editor is now accessible via',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests',
};

/** Options of `startN8n`. */
export interface N8nOptions {
	/** Default: the server with its editor. */
	command?: keyof typeof READY;
	/** Default: a free one. */
	port?: number;
	/** The user folder of an earlier n8n. Default: a new one. */
	userFolder?: string;
	env?: Record<string, string>;
	/** A file for the output, for other processes. */
	logFile?: string;
}

/**
 * Starts an n8n on the loopback interface with the package of the tarball, if given, and waits until
 * it is ready.
 * @throws with its output if it ends or is not ready within two minutes
 */
export async function startN8n(
	installation: Installation,
	tarball: string | undefined,
	{ command = 'start', port, userFolder: existing, env = {}, logFile }: N8nOptions = {},
): Promise<N8nProcess> {
	const userFolder = existing ?? (await temporaryFolder('n8n'));
	if (!existing && tarball) await installPackage(tarball, userFolder);
	const ports = { http: port ?? (await freePort()), broker: await freePort() };
	const args = command === 'worker' ? ['worker', '--concurrency=2'] : [command];
	const environment = {
		...QUIET,
		N8N_USER_FOLDER: userFolder,
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		NODE_COMPILE_CACHE: installation.compiled,
		...(command === 'worker'
			? { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(ports.http) }
			: { N8N_PORT: String(ports.http) }),
		...env,
	};
	const n8n = startProcess(installation.node, [installation.cli, ...args], environment, {
		logFile,
	});
	const origin = `http://127.0.0.1:${ports.http}`;
	const stop = async () => {
		await n8n.stop();
		await removeFolder(userFolder);
	};
	if (!(await becomesReady(n8n, 120_000, () => n8n.log().includes(READY[command])))) {
		await stop();
		throw new Error(`n8n ${args.join(' ')} did not become ready:\n${n8n.log()}`);
	}
	return { ...n8n, origin, userFolder, stop };
}

/** Runs a command of n8n's CLI and returns exit code and output. */
export async function n8nCommand(
	installation: Installation,
	userFolder: string,
	args: string[],
): Promise<{ code: number | null; output: string }> {
	const n8n = startProcess(installation.node, [installation.cli, ...args], {
		...QUIET,
		N8N_USER_FOLDER: userFolder,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		NODE_COMPILE_CACHE: installation.compiled,
	});
	return { code: await n8n.ended, output: n8n.log() };
}
