import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, people } from '../harness/people.mts';

const loops = useEmulator({ latency: 20 });

const { sendEmail } = parametersOf;

describe('the summary of a run', () => {
	it('tells waits, retries and duplicates', async () => {
		const once = each(sendEmail, { sendOnlyOnceFor: '={{ $json.n }}', maxRequestsPerSecond: 4 });
		await loops.run(once, people(1));
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		const { hints } = await loops.run(once, people(6));
		expect(hints).toEqual([
			expect.stringMatching(
				/^6 sent, 1 of them perhaps before this run, \d+ waits? for the rate limit \(\d\.\d s\), 1 retry$/,
			),
		]);
	});

	it('is silent where there is nothing to tell', async () => {
		const { hints } = await loops.run(each(sendEmail), people(5));
		expect(hints).toEqual([]);
	});
});
