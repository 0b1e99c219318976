import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { perKey } from '../harness/sendOnce.mts';

const loops = useEmulator({ latency: 20, rateLimit: 10 });

const { sendEmail } = parametersOf;

describe('the summary of a run', () => {
	it('reports possible duplicates, but no ordinary waits and retries', async () => {
		const once = each(sendEmail, perKey('=order-{{ $json.n }}'));
		await loops.run(once, sampleItems(1));
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/transactional' });
		const { hints } = await loops.run(once, sampleItems(15));
		expect(hints).toEqual(['15 sent, 1 of them possibly before this run']);
	});

	it('counts a wait of a minute, and a message of an earlier run', async () => {
		const once = each(sendEmail, perKey('=order-{{ $json.n }}'));
		await loops.run(once, sampleItems(1));
		const headers = { 'retry-after': '70' };
		loops.emulator.inject({ kind: 'status', status: 429, headers, path: '/v1/transactional' });
		const { hints } = await loops.run(once, sampleItems(1));
		expect(hints).toEqual([
			'0 sent, 1 already sent in the last 24 hours, waited 70 s for the rate limit',
		]);
	});

	it('says nothing of a run that waited for seconds', async () => {
		const { hints } = await loops.run(each(sendEmail), sampleItems(15));
		expect(hints).toEqual([]);
	});

	it('counts and names failed items, so that the counts add up', async () => {
		const items = [...sampleItems(13), { email: 'none' }, { email: 'none either' }];
		const { hints } = await loops.run(each(sendEmail), items, {
			onError: 'continueErrorOutput',
		});
		expect(hints).toEqual([
			"2 of 15 items failed: 'error' in the output says why. 'Recipient Email' is not an email address. [2 of 15 items: 13, 14]",
		]);
	});

	it('reports the time during which any call waited, not the sum of waits', async () => {
		const { hints } = await loops.run(each(sendEmail), sampleItems(700));
		const [first, last] = [loops.calls()[0].at, loops.calls()[699].at];
		const told = Number(/waited (\d+) s for the rate limit/.exec(hints[0])?.[1]);
		expect(told).toBeGreaterThanOrEqual(60);
		expect(told).toBeLessThanOrEqual((last - first) / 1_000 + 1);
	});
});
