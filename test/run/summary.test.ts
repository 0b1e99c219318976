import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ latency: 20, rateLimit: 10 });

const { sendEmail } = parametersOf;

describe('the summary of a run', () => {
	it('reports waits, retries and possible duplicates', async () => {
		const once = each(sendEmail, { sendOnlyOnceFor: '=order-{{ $json.n }}' });
		await loops.run(once, sampleItems(1));
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		const { hints } = await loops.run(once, sampleItems(15));
		expect(hints).toEqual([
			expect.stringMatching(
				/^15 sent, 1 of them possibly before this run, waited \d\.\d s for the rate limit, API calls retried: 1$/,
			),
		]);
	});

	it('counts a single wait, retry and message of an earlier run', async () => {
		const once = each(sendEmail, { sendOnlyOnceFor: '=order-{{ $json.n }}' });
		await loops.run(once, sampleItems(1));
		const headers = { 'retry-after': '2' };
		loops.emulator.inject({ kind: 'status', status: 429, headers, path: '/v1/transactional' });
		const { hints } = await loops.run(once, sampleItems(1));
		expect(hints).toEqual([
			'0 sent, 1 already sent in the last 24 hours, waited 2.0 s for the rate limit, API calls retried: 1',
		]);
	});

	it('counts and names failed items, so that the counts add up', async () => {
		const items = [...sampleItems(13), { email: 'none' }, { email: 'none either' }];
		const { hints } = await loops.run(each(sendEmail), items, {
			onError: 'continueErrorOutput',
		});
		expect(hints).toEqual([
			"2 of 15 items failed: [item 13], [item 14]. 'error' in the output says why.",
			expect.stringMatching(/^13 sent, 2 failed, waited \d\.\d s/),
		]);
	});

	it('reports the time during which any call waited, not the sum of waits', async () => {
		const { hints } = await loops.run(each(sendEmail), sampleItems(40));
		const [first, last] = [loops.calls()[0].at, loops.calls()[39].at];
		const told = Number(/waited (\d+\.\d) s for the rate limit/.exec(hints[0])?.[1]);
		expect(told).toBeGreaterThan(2.5);
		expect(told).toBeLessThanOrEqual((last - first) / 1_000 + 0.1);
	});
});
