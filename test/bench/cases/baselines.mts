import type { INodeType } from 'n8n-workflow';

import { bareLoop } from '../bareLoop.mts';
import { measure } from '../measure.mts';
import { type Case, none } from '../result.mts';
import { startService } from '../service.mts';

const ITEMS = 100;

/** Nodes without a rate limiter lose items. */
export const baselines: Case = async (pkg) => {
	const nodes: Array<[string, INodeType]> = [
		['bare loop, one at a time', bareLoop(pkg.node, 1)],
		['bare loop, all at once', bareLoop(pkg.node, Infinity)],
		['this node', pkg.node],
	];
	const results = [];
	for (const [setting, node] of nodes) {
		const service = await startService({ limit: 10, latency: 50 });
		const numbers = await measure({ ...pkg, node }, service, ITEMS);
		results.push({
			setting,
			numbers,
			checks: node === pkg.node ? [none('lost', numbers.lost)] : [],
		});
	}
	return results;
};
