import { type Case, none } from '../result.mts';
import { startRunner } from '../runner.mts';
import { startService } from '../service.mts';

const ITEMS = 60_000;
const HEAP_MB = 512;

/** Failed items keep no memory except their output. */
export const failures: Case = async () => {
	const service = await startService({ limit: 1_000_000, log: 100 });
	await service.fail({ kind: 'status', status: 400 });
	const measured = [];
	for (const isRefused of [true, false]) {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const run = await startRunner(HEAP_MB);
			const { baseUrl, apiKey } = service;
			const job = { baseUrl, apiKey, count: ITEMS, tag: 'p', onError, isRefused };
			const { items, peakMb } = await run(job);
			const by = isRefused ? 'the node' : 'Loops';
			const output = onError === 'continueErrorOutput' ? 'error output' : 'Continue';
			measured.push({
				setting: `refused by ${by}, ${output}, heap of ${HEAP_MB} MB`,
				numbers: { items: ITEMS, peakMb, lost: ITEMS - items },
				checks: [none('lost', ITEMS - items)],
			});
		}
	}
	return measured;
};
