import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { outputOf, type PackageUnderTest, runWorkflow } from '../harness/engine.mts';
import { workflowWith } from '../harness/workflow.mts';
import type { Service } from './service.mts';

const WINDOW_S = 1;

/** Items in which `each` consecutive ones have the same contact. */
export const itemsOf = (count: number, tag = 'p', each = 1): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { email: `${tag}${Math.floor(n / each)}@example.com`, n },
	}));

/** Create or Update: one request and one contact per item. */
const upsertEach: IDataObject = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
};

export interface Ran {
	run: IRun;
	/** Duration of the execution in ms. */
	wall: number;
	succeeded: number;
}

/** Runs a node over items with the error output. */
export async function runNode(
	pkg: PackageUnderTest,
	{ apiKey, baseUrl }: Pick<Service, 'apiKey' | 'baseUrl'>,
	items: INodeExecutionData[],
	onError: 'continueRegularOutput' | 'continueErrorOutput' = 'continueErrorOutput',
): Promise<Ran> {
	const workflow = workflowWith(upsertEach, { onError });
	const startedAt = performance.now();
	const run = await runWorkflow(pkg, { apiKey, baseUrl }, workflow, items);
	const wall = performance.now() - startedAt;
	return { run, wall, succeeded: outputOf(run, 'Loops')[0]?.length ?? 0 };
}

/** The items as seen by the service. */
export interface Seen {
	/** ms since the epoch, ascending. */
	acceptedAt: number[];
	/** Number of accepted contacts. */
	contacts: number;
	/** Answers 429. */
	turnedAway: number;
}

export const isAboutItem = ({ path }: ReceivedRequest) => path === '/v1/contacts/update';

export function seenIn(requests: ReceivedRequest[]): Seen {
	const ofItems = requests.filter(isAboutItem);
	const accepted = ofItems.filter(({ status }) => status === 200);
	return {
		acceptedAt: accepted.map(({ at }) => at).sort((a, b) => a - b),
		contacts: new Set(accepted.map(({ body }) => (body as { email: string }).email)).size,
		turnedAway: ofItems.filter(({ status }) => status === 429).length,
	};
}

/**
 * Requests per second from the first to the last. The first only starts the time; requests within a
 * single window count as spread over that window.
 */
export function rateOf(ascending: number[]): number {
	const [first = 0] = ascending;
	const seconds = ((ascending.at(-1) ?? 0) - first) / 1_000;
	return seconds > WINDOW_S ? (ascending.length - 1) / seconds : ascending.length / WINDOW_S;
}

/** Runs the node over new items and measures at the service. */
export async function measure(pkg: PackageUnderTest, service: Service, count: number, each = 1) {
	const { wall, succeeded } = await runNode(pkg, service, itemsOf(count, 'p', each));
	const { acceptedAt, contacts, turnedAway } = seenIn(await service.requests());
	return {
		items: count,
		wall,
		rate: rateOf(acceptedAt),
		lost: count - Math.min(succeeded, contacts * each),
		turnedAway,
	};
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What several rounds measured. */
export interface Spread {
	least: number;
	median: number;
	most: number;
}

export const spread = (values: number[]): Spread => ({
	least: Math.min(...values),
	median: median(values),
	most: Math.max(...values),
});
