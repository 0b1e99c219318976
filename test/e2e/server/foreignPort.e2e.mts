import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it, vi } from 'vitest';

import { startPlayground } from '../n8n/playground.mts';
import { freePort, startN8n, temporaryFolder } from '../n8n/server.mts';
import { startStranger, type Stranger } from '../n8n/stranger.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
let stranger: Stranger | undefined;
afterEach(async () => await stranger?.close());

it('npm run n8n does not touch another n8n on its port', async () => {
	const stored = async () => [
		await n8n.client.call('GET', '/rest/workflows'),
		await n8n.client.call('GET', '/rest/credentials'),
	];
	const before = await stored();
	const { port } = new URL(n8n.client.origin);
	const playground = startPlayground(['--port', port]);
	expect(await playground.ended).toBe(1);
	expect(playground.log()).toContain(`Port ${port} is in use.`);
	expect(await stored()).toEqual(before);
});

it('startN8n fails if another process takes the port during the start', async () => {
	const { installation, tarball } = inject('n8n');
	const userFolder = await temporaryFolder('n8n');
	const port = await freePort();
	const starting = startN8n(installation, tarball, { port, userFolder });
	// n8n creates this file seconds before it listens.
	await vi.waitUntil(() => existsSync(join(userFolder, '.n8n/config')), { timeout: 60_000 });
	stranger = await startStranger(port);
	await expect(starting).rejects.toThrow(`port ${port} is already in use`);
	expect(stranger.requests).toEqual([]);
});

it('startN8n fails on the port of another n8n', async () => {
	const port = Number(new URL(n8n.client.origin).port);
	const starting = startN8n(inject('n8n').installation, undefined, { port });
	await expect(starting).rejects.toThrow(`port ${port} is already in use`);
});
