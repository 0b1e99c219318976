import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Fault } from '../emulator/faults.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { root } from '../harness/repository.mts';

/** An emulator in a separate process, so that it does not slow down the measured one. */
export interface Service {
	baseUrl: string;
	apiKey: string;
	requests(): Promise<ReceivedRequest[]>;
	reset(): Promise<void>;
	/** Makes every request fail. */
	fail(fault: Fault): Promise<void>;
}

export interface ServiceOptions {
	/** Requests per second. */
	limit?: number;
	/** ms */
	latency?: number;
	/** Delays before and after a request is counted: see the emulator's README. */
	way?: string;
	processing?: string;
	window?: 'fixed' | 'sliding';
	/** Requests kept in the log. */
	log?: number;
}

const running = new Set<ChildProcess>();
let started = 0;

export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { limit = 10, latency = 0, way, processing, window = 'fixed', log = 20_000 } = options;
	// A new key makes a new account for the node, even if a port is reused.
	const apiKey = `bench-${++started}`;
	const flags = {
		port: 0,
		'api-key': apiKey,
		latency,
		...(way && { way }),
		...(processing && { processing }),
		'rate-limit': limit,
		'rate-algorithm': window,
		'request-log': log,
	};
	const child = spawn(
		process.execPath,
		[
			'--import',
			'tsx',
			join(root, 'test/emulator/cli.mts'),
			...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
		],
		{ cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	running.add(child);
	const baseUrl = await printedUrl(child);

	const control = async (path: string, method = 'GET', body?: object) => {
		const response = await fetch(new URL(`/__emulator/${path}`, baseUrl), {
			method,
			body: body && JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${path}`);
		return response.json();
	};
	return {
		baseUrl,
		apiKey,
		requests: async () => (await control('requests')) as ReceivedRequest[],
		reset: async () => {
			await control('reset', 'POST');
		},
		fail: async (fault) => {
			await control('faults', 'POST', { ...fault, times: 'always' });
		},
	};
}

async function printedUrl(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error('The emulator has no output');
	const lines = createInterface(child.stdout);
	for await (const line of lines) {
		const url = /Base URL\s+(\S+)/.exec(line)?.[1];
		if (url) {
			child.stdout.resume();
			return url;
		}
	}
	throw new Error('The emulator did not start');
}

export async function stopServices(): Promise<void> {
	for (const child of running) {
		running.delete(child);
		if (child.exitCode !== null) continue;
		const ended = once(child, 'exit');
		child.kill();
		await ended;
	}
}
