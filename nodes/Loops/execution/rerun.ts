import { isChange, type LoopsRequest } from '../transport/request';

/**
 * What it takes to run an item again that may have been done, from the least to the most:
 * nothing; its own key, which Loops keeps for 24 hours; to know that Loops refuses it; the same
 * execution, whose automatic key Loops keeps as long; or not to do it.
 */
const RERUNS = ['safe', 'ownKey', 'refused', 'automaticKey', 'twice'] as const;
export type Rerun = (typeof RERUNS)[number];

/** Whether all items may be run again, once those that may have been done are of these kinds. */
const ADVICE: Record<Rerun, string> = {
	safe: 'It is safe to run all items again.',
	ownKey: 'It is safe to run all items again within 24 hours.',
	refused: 'To run all items again stops at those that are done: run the others only.',
	automaticKey:
		"To retry this execution is safe for 24 hours. To run all items in a new one would do what is or may be done a second time: run the others only, or use 'Send Only Once For'.",
	twice:
		"To run all items again would do what is or may be done a second time: run the others only, or use 'Send Only Once For' for sends.",
};

/** What to know before all items are run again; nothing where none may have been done. */
export function adviceFor(reruns: ReadonlySet<Rerun>): string | undefined {
	const worst = RERUNS.filter((rerun) => reruns.has(rerun)).at(-1);
	return worst && ADVICE[worst];
}

/** What a second run of a call that may have been done would come to. */
export function rerunOf(request: LoopsRequest): Rerun {
	const { repeat } = request;
	if (!isChange(request)) return 'safe';
	if (request.rerun) return request.rerun;
	switch (repeat.kind) {
		case 'safe':
			return 'safe';
		case 'lookUp':
			return 'refused';
		case 'never':
			return 'twice';
		case 'refused':
			if (repeat.key) return repeat.key.option ? 'ownKey' : 'automaticKey';
			return repeat.mayBeDone ? 'safe' : 'refused';
	}
}
