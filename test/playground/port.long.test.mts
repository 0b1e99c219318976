import { afterEach, beforeEach, expect, it } from 'vitest';

import { startPlayground } from '../e2e/n8n/playground.mts';
import { startStranger, type Stranger } from '../e2e/n8n/stranger.mts';

let stranger: Stranger;
beforeEach(async () => {
	stranger = await startStranger();
});
afterEach(async () => await stranger.close());

it('the playground exits before it starts n8n if its port is in use', async () => {
	const playground = startPlayground(['--port', String(stranger.port)]);
	expect(await playground.ended).toBe(1);
	expect(playground.log()).toBe(
		`Port ${stranger.port} is in use. Stop the program that uses it, or choose another port:\n` +
			`  npm run n8n -- --port ${stranger.port + 1}\n`,
	);
	expect(stranger.requests).toEqual([]);
});
