import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { loadBuiltPackage } from '../harness/builtPackage.mts';
import { peopleOf, runNode } from './measure.mts';

export interface Job {
	baseUrl: string;
	apiKey: string;
	count: number;
	tag: string;
}

/** Another n8n: a process that runs the node once, when it is told to, and says how many succeeded. */
export async function startRunner(): Promise<(job: Job) => Promise<number>> {
	const child = fork(fileURLToPath(import.meta.url), {
		env: { ...process.env, BENCH_RUNNER: '1' },
	});
	await once(child, 'message');
	return async (job) => {
		child.send(job);
		const [succeeded] = (await once(child, 'message')) as [number];
		return succeeded;
	};
}

if (process.env.BENCH_RUNNER) {
	const { pkg } = await loadBuiltPackage();
	process.once('message', (job: Job) => {
		void runNode(pkg, job, peopleOf(job.count, job.tag)).then(({ succeeded }) =>
			process.send?.(succeeded, undefined, undefined, () => process.exit()),
		);
	});
	process.send?.('ready');
}
