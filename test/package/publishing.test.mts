import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

/** A registry that has no package and takes all; it only writes down what it is asked. */
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

/** `npm publish` as somebody would run it on a computer, logged in to the registry. */
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

// npm takes two seconds of work for it, and many times that on a busy machine.
describe('npm publish on a computer', { timeout: 120_000 }, () => {
	it('sends nothing, since only a workflow can say where the package comes from', async () => {
		const { code, output } = await publish();
		expect(output).toContain('Automatic provenance generation not supported');
		expect(code).not.toBe(0);
		expect(puts).toEqual([]);
	});

	// Hence the setting on npm that takes no tokens (docs/releasing.md).
	it('gets through when it is told to leave the provenance out', async () => {
		expect(await publish('--no-provenance')).toMatchObject({ code: 0 });
		expect(puts).toEqual(['/n8n-nodes-loops-email']);
	});
});
