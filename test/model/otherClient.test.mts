import { request } from 'node:http';
import { describe, expect, it } from 'vitest';

import type { EmulatorOptions } from '../emulator/server.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { VirtualTime } from '../harness/virtualTime.mts';

const windows: EmulatorOptions[] = [{ rateAlgorithm: 'fixed' }, { rateAlgorithm: 'sliding' }];
const upsert = { ...parametersOf.upsert, email: '={{ $json.email }}' };
// Enough for half a minute: in its first seconds a run has yet to find out that somebody else is there.
const people = Array.from({ length: 200 }, (_, n) => ({ email: `person${n}@example.com` }));

describe.each(windows)('beside a run, with a limit of 10 per second: %o', (options) => {
	const loops = useEmulator({ rateLimit: 10, processing: 'lognormal:20:0.6', ...options });

	const getLists = async () => {
		const { apiKey, baseUrl } = loops.credentials();
		const headers = { authorization: `Bearer ${apiKey}` };
		return await new Promise<number | undefined>((resolve, reject) => {
			const sent = request(`${baseUrl}/lists`, { headers }, (answer) => {
				answer.resume().once('end', () => resolve(answer.statusCode));
			});
			sent.once('error', reject).end();
		});
	};

	it('another client is left room', async () => {
		const clock = new VirtualTime();
		clock.install(1);
		try {
			const statuses: Array<number | undefined> = [];
			let isOver = false;
			const other = async () => {
				while (!isOver) {
					statuses.push(await getLists());
					await new Promise((resolve) => setTimeout(resolve, 200));
				}
			};
			const beside = other();
			const { json } = await clock.until(loops.run(upsert, people));
			isOver = true;
			await clock.until(beside);
			expect(json).toHaveLength(people.length);
			const accepted = statuses.filter((status) => status === 200).length;
			expect(accepted).toBeGreaterThan(statuses.length * 0.8);
		} finally {
			clock.uninstall();
		}
	});
});
