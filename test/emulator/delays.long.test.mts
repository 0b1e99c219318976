import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

import { delayOf } from './delays.mts';
import { type Emulator, startEmulator } from './server.mts';
import { callerOf } from './testClient.mts';

it('a delay changes in steps from the first request on', () => {
	const delay = delayOf('steps:20@0,250@1000,5@3000', Math.random);
	expect([700, 1_600, 1_700, 3_600, 3_700].map(delay)).toEqual([20, 20, 250, 250, 5]);
});

describe('the emulator', () => {
	let emulator: Emulator;
	afterEach(async () => await emulator.close());

	const request = async () => {
		const startedAt = performance.now();
		const { status } = await callerOf(emulator)('GET', '/lists');
		return { status, took: performance.now() - startedAt };
	};

	it('counts a request after its way and answers after its processing and its latency', async () => {
		emulator = await startEmulator({ way: '150', processing: '100', latency: 80 });
		const startedAt = Date.now();
		const { took } = await request();
		expect(emulator.requests[0].at - startedAt).toBeGreaterThanOrEqual(145);
		expect(took).toBeGreaterThanOrEqual(325);
	});

	it('counts requests in order of arrival', async () => {
		const ways = [200, 0];
		emulator = await startEmulator({ rateLimit: 1, way: () => ways.shift() ?? 0 });
		const [first, second] = await Promise.all([request(), sleep(50).then(request)]);
		expect([first.status, second.status]).toEqual([429, 200]);
	});

	it('restarts its delays with a reset', async () => {
		emulator = await startEmulator({ processing: 'steps:0@0,300@100' });
		await request();
		await sleep(120);
		expect((await request()).took).toBeGreaterThan(290);
		emulator.reset();
		expect((await request()).took).toBeLessThan(200);
	});
});
