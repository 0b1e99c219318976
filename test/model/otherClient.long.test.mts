import { request } from 'node:http';
import { sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { EmulatorOptions } from '../emulator/server.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const windows: EmulatorOptions[] = [{ rateAlgorithm: 'fixed' }, { rateAlgorithm: 'sliding' }];
const upsert = { ...parametersOf.upsert, email: '={{ $json.email }}' };
// Enough for half a minute: in its first seconds a run has yet to find out that someone else is there.
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
		const statuses: Array<number | undefined> = [];
		let isOver = false;
		const other = async () => {
			while (!isOver) {
				statuses.push(await getLists());
				await sleep(200);
			}
		};
		const beside = other();
		const { json } = await loops.run(upsert, people);
		isOver = true;
		await beside;
		expect(json).toHaveLength(people.length);
		const accepted = statuses.filter((status) => status === 200).length;
		expect(accepted).toBeGreaterThan(statuses.length * 0.8);
	});
});
