import { createRequire } from 'node:module';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import type { Emulator } from '../emulator/server.mts';
import {
	outputOf,
	type PackageUnderTest,
	runWorkflow,
	workflowWith,
	type NodeSettings,
} from '../harness/engine.mts';

/** What a run of the node came to, as the service saw it. */
export interface Measured {
	items: number;
	/** ms from start to end of the execution. */
	wall: number;
	/** Requests per second that Loops accepted, from the first to the last of them. */
	rate: number;
	succeeded: number;
	lost: number;
	/** Answers 429. */
	turnedAway: number;
}

/** Requests per second over arrival times in ms; the first one opens the time that is counted. */
export function rateOf(arrivals: number[]): number {
	const sorted = arrivals.sort((a, b) => a - b);
	const seconds = (sorted[sorted.length - 1] - sorted[0]) / 1_000;
	return seconds > 0 ? sorted.length / seconds : Infinity;
}

export const peopleOf = (count: number, tag = 'p'): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { email: `${tag}${n}@example.com`, n } }));

/** Create or Update of each item: one request, one contact. */
export const upsertEach: IDataObject = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
};

/** Runs one node over items, and measures at the emulator. */
export async function runNode(
	pkg: PackageUnderTest,
	emulator: Emulator,
	items: INodeExecutionData[],
	parameters: IDataObject = upsertEach,
	settings: NodeSettings = { onError: 'continueErrorOutput' },
): Promise<Measured> {
	const before = emulator.stats.rateLimited;
	const seen = emulator.requests.length;
	const startedAt = performance.now();
	const run = await runWorkflow(
		pkg,
		{ apiKey: emulator.apiKey, baseUrl: emulator.baseUrl },
		workflowWith(parameters, settings),
		items,
	);
	const wall = performance.now() - startedAt;
	const succeeded = outputOf(run, 'Loops')[0]?.length ?? 0;
	const accepted = emulator.requests.slice(seen).filter(({ status }) => status === 200);
	return {
		items: items.length,
		wall,
		rate: rateOf(accepted.map(({ at }) => at)),
		succeeded,
		lost: items.length - succeeded,
		turnedAway: emulator.stats.rateLimited - before,
	};
}

/**
 * A node as people write it: `helpers.httpRequestWithAuthentication` in a loop over the items, so many
 * at once, and nothing else.
 */
export function bareLoop(node: INodeType, concurrency: number): INodeType {
	return {
		description: node.description,
		async execute() {
			const items = this.getInputData();
			const { baseUrl } = await this.getCredentials('loopsApi');
			const output: INodeExecutionData[] = [];
			let next = 0;
			const work = async () => {
				for (let index = next++; index < items.length; index = next++) {
					const email = this.getNodeParameter('email', index);
					try {
						const json = (await this.helpers.httpRequestWithAuthentication.call(this, 'loopsApi', {
							method: 'PUT',
							url: `${String(baseUrl)}/contacts/update`,
							body: { email },
							json: true,
						})) as IDataObject;
						output[index] = { json, pairedItem: { item: index } };
					} catch (error) {
						output[index] = {
							json: { error: (error as Error).message },
							pairedItem: { item: index },
						};
					}
				}
			};
			await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
			return [output];
		},
	};
}

/** Peak memory of this process above `from`, in bytes, sampled every 20 ms until `stop` is called. */
export function watchMemory(): { stop(): number } {
	const collect = (globalThis as { gc?: () => void }).gc;
	collect?.();
	const from = process.memoryUsage().heapUsed;
	let peak = from;
	const timer = setInterval(() => {
		collect?.();
		peak = Math.max(peak, process.memoryUsage().heapUsed);
	}, 500);
	return {
		stop() {
			clearInterval(timer);
			return peak - from;
		},
	};
}

/** For reports: the machine the numbers are of. */
export function machine(): { cpus: number; model: string; node: string } {
	const os = createRequire(import.meta.url)('node:os') as typeof import('node:os');
	return { cpus: os.cpus().length, model: os.cpus()[0].model, node: process.version };
}
