import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { people } from '../../harness/people.mts';

const loops = useEmulator({ latency: 20 });

const { sendEmail } = parametersOf;

describe('a stop', () => {
	const failAt = (n: number) => `={{ $json.n === ${n} ? "not an address" : $json.email }}`;

	it('finishes the earlier items, leaves others unstarted and counts both', async () => {
		const { error } = await loops.run(
			{ ...sendEmail, email: failAt(38), options: { maxRequestsPerSecond: 50 } },
			people(100),
		);
		const done = loops.emulator.outbox.length;
		expect(error?.message).toContain('[item 38]');
		expect(error?.description).toMatch(
			new RegExp(`Of 100 items: ${done} done, 1 failed, ${99 - done} not started\\.`),
		);
		expect(
			loops.emulator.outbox
				.slice(0, 38)
				.map(({ email }) => email)
				.sort(),
		).toEqual(
			people(38)
				.map(({ email }) => email)
				.sort(),
		);
		expect(done).toBeLessThan(100);
	});
});
