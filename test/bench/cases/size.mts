import type { PackageUnderTest } from '../../harness/engine.mts';
import { median, itemsOf, runNode } from '../measure.mts';
import { heapNow, watchHeap } from '../memory.mts';
import { atMost, type Case, none } from '../result.mts';
import { type Service, startService } from '../service.mts';

/** Time is measured in separate runs, since forced collections slow down later work. */
const SIZES = [
	{ items: 1_000, timed: 9, sampleEveryMs: 100 },
	{ items: 10_000, timed: 3, sampleEveryMs: 500 },
	{ items: 100_000, timed: 1, sampleEveryMs: 2_000 },
];
const MEGABYTE = 1_048_576;

/** Time per item and memory beside the items do not grow with the number of items. */
export const size: Case = async (pkg) => {
	const service = await startService({ limit: 1_000_000, log: 100 });
	const measured = [];
	for (const { items, timed, sampleEveryMs } of SIZES) {
		const times = [];
		let lost = 0;
		for (let round = 0; round < timed; round++) {
			await service.reset();
			const { wall, succeeded } = await runNode(pkg, service, itemsOf(items));
			times.push(wall);
			lost += items - succeeded;
		}
		await service.reset();
		const watched = await runWatched(pkg, service, items, sampleEveryMs);
		measured.push({
			items,
			msPerItem: median(times) / items,
			itemsMb: watched.itemsMb,
			aboveItemsMb: watched.aboveItemsMb,
			lost: lost + watched.lost,
		});
	}
	const [smallest] = measured;
	return measured.map((numbers) => ({
		setting: `${numbers.items} items`,
		numbers,
		checks: [
			...(numbers === smallest
				? []
				: [atMost('cost / cost at 1000', numbers.msPerItem / smallest.msPerItem, 1.2)]),
			atMost('MB above items', numbers.aboveItemsMb, 64),
			none('lost', numbers.lost),
		],
	}));
};

/**
 * The memory of the node is the heap above that of the items: the input, measured before the start,
 * and the output, measured at the end and prorated by time during the run.
 */
async function runWatched(
	pkg: PackageUnderTest,
	service: Service,
	count: number,
	sampleEveryMs: number,
) {
	const before = heapNow();
	const items = itemsOf(count);
	const withInput = heapNow();
	const watch = watchHeap(sampleEveryMs);
	const ran = await runNode(pkg, service, items);
	const samples = watch.stop();
	const after = heapNow();
	const output = after.used - withInput.used;
	const above = samples.map(({ at, used }) => {
		const share = (at - withInput.at) / (after.at - withInput.at);
		return used - withInput.used - output * share;
	});
	// Read last, so that items and output were still in use when the heap was measured.
	const lost = items.length - Math.min(ran.succeeded, outputLength(ran.run));
	return {
		itemsMb: (after.used - before.used) / MEGABYTE,
		aboveItemsMb: Math.max(0, ...above) / MEGABYTE,
		lost,
	};
}

const outputLength = ({ data }: Awaited<ReturnType<typeof runNode>>['run']): number =>
	data.resultData.runData.Done?.[0]?.data?.main[0]?.length ?? 0;
