import { describe, expect, it } from 'vitest';

import type { EmulatorOptions } from '../emulator/server.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Both clients keep real time, and each has to be on time for its share: a busy machine takes some of it.
const windows: EmulatorOptions[] = [{ rateAlgorithm: 'fixed' }, { rateAlgorithm: 'sliding' }];

describe.each(windows)('with a limit of 10 per second: %o', (options) => {
	const loops = useEmulator({ rateLimit: 10, processing: 'lognormal:20:0.6', ...options });

	it('another client is left room', async () => {
		const { apiKey, baseUrl } = loops.credentials();
		const statuses: number[] = [];
		let isOver = false;
		const other = async () => {
			while (!isOver) {
				const headers = { authorization: `Bearer ${apiKey}` };
				statuses.push((await fetch(`${baseUrl}/lists`, { headers })).status);
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		};
		const beside = other();
		const people = Array.from({ length: 40 }, (_, n) => ({ email: `person${n}@example.com` }));
		const { json } = await loops.run(
			{ ...parametersOf.upsert, email: '={{ $json.email }}' },
			people,
		);
		isOver = true;
		await beside;
		expect(json).toHaveLength(40);
		const accepted = statuses.filter((status) => status === 200).length;
		expect(accepted).toBeGreaterThan(statuses.length * 0.6);
	});
});
