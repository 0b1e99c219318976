import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { outputOf, type PackageUnderTest, runWorkflow } from '../harness/engine.mts';
import { workflowWith } from '../harness/workflow.mts';
import type { Service } from './service.mts';

const WINDOW_S = 1;

/** `each` items in a row are about the same contact. */
export const peopleOf = (count: number, tag = 'p', each = 1): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { email: `${tag}${Math.floor(n / each)}@example.com`, n },
	}));

/** Create or Update of each item: one request, one contact. */
const upsertEach: IDataObject = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
};

export interface Ran {
	run: IRun;
	/** ms from start to end of the execution, n8n's own work included. */
	wall: number;
	succeeded: number;
}

/** Runs one node over items, with failed ones on its error output. */
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

/** What the service saw of the items. */
export interface Seen {
	/** ms since the epoch, ascending. */
	acceptedAt: number[];
	/** Different contacts it accepted. */
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
 * Requests per second from the first to the last. The first one opens the time and does not count;
 * what is over within a window has no rate of its own and counts as spread over that window.
 */
export function rateOf(ascending: number[]): number {
	const [first = 0] = ascending;
	const seconds = ((ascending.at(-1) ?? 0) - first) / 1_000;
	return seconds > WINDOW_S ? (ascending.length - 1) / seconds : ascending.length / WINDOW_S;
}

/** Runs the node over fresh items, and measures at the service. */
export async function measure(pkg: PackageUnderTest, service: Service, count: number, each = 1) {
	const { wall, succeeded } = await runNode(pkg, service, peopleOf(count, 'p', each));
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
