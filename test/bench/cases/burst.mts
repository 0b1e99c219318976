import { setTimeout as sleep } from 'node:timers/promises';

import { bareLoop } from '../bareLoop.mts';
import { median, itemsOf, runNode } from '../measure.mts';
import { atMost, type Case } from '../result.mts';
import { startService } from '../service.mts';

const ROUNDS = 9;
const REST_MS = 2_600;

/** Items within the limit leave at once after three probes, which cost a round trip. */
export const burst: Case = async (pkg) => {
	const bare = { ...pkg, node: bareLoop(pkg.node, Infinity) };
	const services = [await startService({ latency: 20 }), await startService({ latency: 20 })];
	const nodeMs: number[] = [];
	const bareMs: number[] = [];
	// The first round opens connections and compiles code.
	for (let round = 0; round <= ROUNDS; round++) {
		const ours = await runNode(pkg, services[0], itemsOf(10));
		const theirs = await runNode(bare, services[1], itemsOf(10));
		if (ours.succeeded + theirs.succeeded < 20) throw new Error('The emulator refused some');
		if (round > 0) {
			nodeMs.push(ours.wall);
			bareMs.push(theirs.wall);
		}
		await sleep(REST_MS);
	}
	const numbers = { items: 10, wall: median(nodeMs), bareWall: median(bareMs) };
	return [
		{
			setting: '10 items, 20 ms',
			numbers,
			checks: [atMost('wall / bare requests', numbers.wall / numbers.bareWall, 2)],
		},
	];
};
