import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

/** An empty registry that accepts and logs every PUT. */
let registry: Server;
let home: string;
let puts: string[];

beforeEach(async () => {
	puts = [];
	registry = createServer((request, response) => {
		request.resume();
		if (request.method === 'PUT') puts.push(request.url ?? '');
		response.writeHead(request.method === 'PUT' ? 201 : 404, {
			'content-type': 'application/json',
		});
		response.end('{}');
	});
	await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
	home = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-publish-'));
	const address = `//127.0.0.1:${(registry.address() as AddressInfo).port}/`;
	writeFileSync(
		join(home, '.npmrc'),
		`registry=http:${address}\n${address}:_authToken=example\nfetch-retries=0\nupdate-notifier=false\n`,
	);
});
afterEach(() => {
	registry.close();
	rmSync(home, { recursive: true });
});

/** Runs `npm publish` as a user who is logged in to the registry. */
async function publish(...args: string[]): Promise<{ code: number; output: string }> {
	return await new Promise((resolve) => {
		execFile(
			'npm',
			['publish', ...args],
			{ cwd: root, env: { PATH: process.env.PATH, HOME: home } },
			(error, stdout, stderr) =>
				resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
		);
	});
}

// npm takes two seconds, and much longer on a busy machine.
describe('npm publish on a computer', { timeout: 120_000 }, () => {
	it('sends nothing, since only a workflow has provenance', async () => {
		const { code, output } = await publish();
		expect(output).toContain('Automatic provenance generation not supported');
		expect(code).not.toBe(0);
		expect(puts).toEqual([]);
	});

	// So npm has to be set to refuse tokens (docs/releasing.md).
	it('publishes with --no-provenance', async () => {
		expect(await publish('--no-provenance')).toMatchObject({ code: 0 });
		expect(puts).toEqual(['/n8n-nodes-loops-email']);
	});
});
