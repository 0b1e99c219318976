import type { Facts } from './facts.mts';
import type { NodeRun, Request } from './observation.mts';
import { hasNames, isContent, timeoutOf } from './scenario.mts';

/** The start of a run, until it knows how long answers take. */
const SLACK_MS = 2_000;
/** What the node waits for a look-up that fails or hangs, once a run. */
const LOOK_UP_MS = 30_000;
/** Before another attempt. */
const PAUSE_MS = 8_000;

/** Calls about campaigns and templates: of 60 in a minute, one of 45 has waited for the next minute. */
const MAX_CONTENT_CALLS = 40;

const isSlow = (fault: string) => /^(stalled|trickled)/.test(fault);

/** Whether it says how long a run may take: other faults have waits of their own, a 429 for all items. */
const isPlain = ({ item, fault = 'trickled' }: Request) =>
	isSlow(fault) || (item === undefined && !fault.startsWith('429'));

/** ms that a run may take; undefined where nothing is said about that. */
export function mayTake(
	run: NodeRun,
	{ scenario, itemsOf, sharedFaults, runs }: Facts,
): number | undefined {
	const { requests } = run;
	const until = runs.slice(0, runs.indexOf(run) + 1).flatMap((each) => each.requests);
	if (!until.every(isPlain)) return undefined;
	const timeoutMs = timeoutOf(scenario) * 1_000;
	const costOf = ({ ms, fault }: Request) =>
		fault === undefined ? Math.min(ms, timeoutMs) : timeoutMs + PAUSE_MS;
	const sum = (all: Request[]) => all.reduce((total, each) => total + costOf(each), 0);
	/** When the last item about a contact, or with a key, is done. */
	const doneAt = new Map<unknown, number>();
	for (const { input } of itemsOf(run)) {
		const locks = [String(input.email).toLowerCase(), input.key ?? input.n];
		const own = sum(requests.filter(({ item }) => item === input.n));
		const at = Math.max(...locks.map((lock) => doneAt.get(lock) ?? 0)) + own;
		for (const lock of locks) doneAt.set(lock, at);
	}
	const ofLookUps =
		hasNames(scenario) && sharedFaults(run).length > 0
			? LOOK_UP_MS
			: sum(requests.filter(({ item }) => item === undefined));
	const isOfDrafts = isContent(scenario);
	// The limit of a minute is measured in test/limiter.
	if (isOfDrafts && until.length > MAX_CONTENT_CALLS) return undefined;
	const ofLimit = isOfDrafts ? 0 : (requests.length / scenario.rateLimit) * 1_000;
	return Math.max(ofLimit, ...doneAt.values()) * 1.3 + ofLookUps + SLACK_MS;
}

/** Attempts of a call. */
export const MAX_TRIES = 5;

/** How often the run asked in vain for each thing that it looked up. A refusal says all at once; a 429, nothing. */
export function triesOfLookUps({ requests }: NodeRun): number[] {
	const tries = new Map<string, number>();
	for (const { item, path, fault } of requests) {
		if (item !== undefined || !fault || fault.startsWith('429')) continue;
		const isRefusal = fault === '401' || fault === '403';
		const [thing, weight] = isRefusal ? [`${path} refused`, MAX_TRIES] : [path, 1];
		tries.set(thing, (tries.get(thing) ?? 0) + weight);
	}
	return [...tries.values()];
}
