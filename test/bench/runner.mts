import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { loadBuiltPackage } from '../harness/builtPackage.mts';
import { outputOf } from '../harness/engine.mts';
import { itemsOf, runNode } from './measure.mts';

export interface Job {
	baseUrl: string;
	apiKey: string;
	count: number;
	tag: string;
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	/** Whether every item has an invalid email address. */
	isRefused?: boolean;
}

/** The result of a run. */
export interface Done {
	succeeded: number;
	/** Number of output items. */
	items: number;
	/** Maximum memory of the process in MB. */
	peakMb: number;
}

/**
 * Starts a process that runs the node once on request.
 * @param heapMb heap limit, above which the process dies
 */
export async function startRunner(heapMb?: number): Promise<(job: Job) => Promise<Done>> {
	const limit = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
	const child = fork(fileURLToPath(import.meta.url), {
		env: { ...process.env, BENCH_RUNNER: '1' },
		execArgv: [...process.execArgv, ...limit],
	});
	await once(child, 'message');
	return async (job) => {
		const died = once(child, 'exit').then(() => [{ succeeded: 0, items: 0, peakMb: NaN }]);
		child.send(job);
		const [done] = (await Promise.race([once(child, 'message'), died])) as [Done];
		return done;
	};
}

if (process.env.BENCH_RUNNER) {
	const { pkg } = await loadBuiltPackage();
	process.once('message', (job: Job) => {
		const people = itemsOf(job.count, job.tag);
		for (const { json } of job.isRefused ? people : []) json.email = 'none';
		void runNode(pkg, job, people, job.onError).then(({ run, succeeded }) => {
			const items = outputOf(run, 'Loops').flat().length;
			const peakMb = process.resourceUsage().maxRSS / 1_024;
			const done: Done = { succeeded, items, peakMb };
			process.send?.(done, undefined, undefined, () => process.exit());
		});
	});
	process.send?.('ready');
}
