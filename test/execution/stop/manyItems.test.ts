import type { IDataObject } from 'n8n-workflow';
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

	it.each<[string, IDataObject, string]>([
		['writes', parametersOf.upsert, 'It is safe to run all items again.'],
		[
			'sends',
			sendEmail,
			'Retrying this execution within 24 hours of the first send does not send them again.',
		],
		[
			'sends without a key',
			{ ...sendEmail, options: { preventDuplicatesOnRetry: false } },
			'Running all items again may repeat what is done',
		],
		[
			'sends with Send Only Once For',
			{ ...sendEmail, options: { sendOnlyOnceFor: '={{ $json.n }}' } },
			'It is safe to run all items again within 24 hours of the first send. Keep idempotency keys and contents the same.',
		],
	])('says whether running all items again is safe: %s', async (_kind, parameters, advice) => {
		const { error } = await loops.run({ ...parameters, email: failAt(3) }, people(5));
		expect(error?.description).toContain(advice);
	});
});
