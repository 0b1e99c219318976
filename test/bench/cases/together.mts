import type { PackageUnderTest } from '../../harness/engine.mts';
import { itemsOf, rateOf, runNode, seenIn } from '../measure.mts';
import { startRunner } from '../runner.mts';
import { atLeast, type Case, none } from '../result.mts';
import { type Service, startService } from '../service.mts';

const LIMIT = 10;
const EACH = 150;
const LATENCY = 50;
const TAGS = ['a', 'b'];

/** Two executions share the limit in one process and in two. */
export const together: Case = async (pkg) => {
	const inOne = await startService({ limit: LIMIT, latency: LATENCY });
	const inTwo = await startService({ limit: LIMIT, latency: LATENCY });
	return await Promise.all([
		measured('two executions, one process', inOne, 0.95, inOneProcess(pkg, inOne)),
		measured('two processes', inTwo, 0.85, inTwoProcesses(inTwo)),
	]);
};

async function inOneProcess(pkg: PackageUnderTest, service: Service): Promise<number> {
	const runs = await Promise.all(TAGS.map((tag) => runNode(pkg, service, itemsOf(EACH, tag))));
	return runs.reduce((sum, { succeeded }) => sum + succeeded, 0);
}

async function inTwoProcesses({ baseUrl, apiKey }: Service): Promise<number> {
	const runners = await Promise.all(TAGS.map(() => startRunner()));
	const jobs = TAGS.map((tag) => ({ baseUrl, apiKey, count: EACH, tag }));
	const done = await Promise.all(runners.map((run, n) => run(jobs[n])));
	return done.reduce((sum, { succeeded }) => sum + succeeded, 0);
}

async function measured(
	setting: string,
	service: Service,
	target: number,
	running: Promise<number>,
) {
	const succeeded = await running;
	const { acceptedAt, contacts, turnedAway } = seenIn(await service.requests());
	const items = TAGS.length * EACH;
	const lost = items - Math.min(succeeded, contacts);
	const rate = rateOf(acceptedAt);
	return {
		setting,
		numbers: { items, rate, lost, turnedAway },
		checks: [atLeast('rate / limit', rate / LIMIT, target), none('lost', lost)],
	};
}
