import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from './faults.mts';
import { startEmulator, type Emulator } from './server.mts';
import { callerOf, type Call } from './testClient.mts';

let emulator: Emulator;
let call: Call;

beforeAll(async () => {
	emulator = await startEmulator({ rateLimit: 100, rateWindow: 60_000 });
	call = callerOf(emulator);
});
beforeEach(() => emulator.reset());
afterAll(async () => await emulator.close());

describe('a fault', () => {
	async function statuses(count: number, ask = call): Promise<number[]> {
		const found = [];
		for (let index = 0; index < count; index += 1) {
			found.push((await ask('GET', '/lists')).status);
		}
		return found;
	}

	it('does not count rate-limited requests', async () => {
		const tight = await startEmulator({ rateLimit: 1, rateWindow: 60_000 });
		tight.inject({ kind: 'status', status: 503 });
		tight.inject({ kind: 'status', status: 503 });
		const replies = [
			await callerOf(tight)('GET', '/lists'),
			await callerOf(tight)('GET', '/lists'),
		];
		expect(replies.map(({ status }) => status)).toEqual([503, 429]);
		expect(tight.waitingFaults).toHaveLength(1);
		await tight.close();
	});

	it('applies with its probability, reproducibly by seed', async () => {
		const fault: Fault = { kind: 'status', probability: 0.3 };
		emulator.inject(fault);
		const first = await statuses(40);
		const struck = first.filter((status) => status === 500).length;
		expect(struck).toBeGreaterThan(4);
		expect(struck).toBeLessThan(24);
		emulator.reset();
		emulator.inject(fault);
		expect(await statuses(40)).toEqual(first);

		const other = await startEmulator({ rateLimit: 0, faultSeed: 2 });
		other.inject(fault);
		expect(await statuses(40, callerOf(other))).not.toEqual(first);
		await other.close();
	});

	it('with a probability applies at most `times` times', async () => {
		emulator.inject({ kind: 'status', probability: 1, times: 2 });
		expect(await statuses(3)).toEqual([500, 500, 200]);
	});
});
