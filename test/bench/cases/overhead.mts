import { bareLoop } from '../bareLoop.mts';
import { median, itemsOf, runNode } from '../measure.mts';
import { atLeast, type Case } from '../result.mts';
import { startService } from '../service.mts';

const ITEMS = 5_000;
const ROUNDS = 3;
/** The maximum of the node. */
const CONCURRENCY = 128;

/** The node's own work takes little time compared to n8n's. */
export const overhead: Case = async (pkg) => {
	const bare = { ...pkg, node: bareLoop(pkg.node, CONCURRENCY) };
	const service = await startService({ limit: 1_000_000, log: 100 });
	const perSecond = async (of: typeof pkg) => {
		const { wall, succeeded } = await runNode(of, service, itemsOf(ITEMS));
		if (succeeded < ITEMS) throw new Error('The emulator refused some');
		return ITEMS / (wall / 1_000);
	};
	const nodeRates: number[] = [];
	const bareRates: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		bareRates.push(await perSecond(bare));
		nodeRates.push(await perSecond(pkg));
	}
	const numbers = {
		items: ITEMS,
		throughput: median(nodeRates),
		bareThroughput: median(bareRates),
	};
	return [
		{
			setting: 'no limit in the way',
			numbers,
			checks: [
				atLeast('throughput / bare loop', numbers.throughput / numbers.bareThroughput, 0.85),
			],
		},
	];
};
