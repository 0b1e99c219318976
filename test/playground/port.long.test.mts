import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';

import { startPlayground } from '../e2e/n8n/playground.mts';

it('the playground exits before it starts n8n if its port is in use', async () => {
	let calls = 0;
	const stranger = createServer(() => (calls += 1)).listen(0, '127.0.0.1');
	await once(stranger, 'listening');
	const { port } = stranger.address() as AddressInfo;
	const playground = startPlayground(['--port', String(port)]);
	expect(await playground.ended).toBe(1);
	stranger.close();
	expect(playground.log()).toBe(
		`Port ${port} is in use. Stop the program that uses it, or choose another port:\n` +
			`  npm run n8n -- --port ${port + 1}\n`,
	);
	expect(calls).toBe(0);
});
