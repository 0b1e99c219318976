import { type AutomaticKeyScope, isChange, type LoopsRequest } from '../http/request';

/**
 * What it takes to run an item again that may have been done, from the least to the most:
 * nothing; its own key, which Loops keeps for 24 hours; to know that Loops refuses it; the same
 * execution, whose automatic key Loops keeps as long, or that of a sub-workflow; or not to do it.
 */
const RERUNS = ['safe', 'ownKey', 'refused', 'automaticKey', 'subWorkflowKey', 'twice'] as const;
export type Rerun = (typeof RERUNS)[number];

/** Now it would make another key than that of what was sent. */
const ONCE = "In later executions, 'Send Only Once For' prevents that.";

/** Whether all items may be run again, once those that may have been done are of these kinds. */
const ADVICE: Record<Rerun, string> = {
	safe: 'It is safe to run all items again.',
	ownKey:
		'It is safe to run all items again with the same contents, within 24 hours of the first send.',
	refused: 'To run all items again stops at those that are done: run the others only.',
	automaticKey: `Retrying this execution within 24 hours of the first send does not send them again. A new execution would: run the others only. ${ONCE}`,
	subWorkflowKey: `Retrying the parent execution would send them again: run the others only. ${ONCE}`,
	twice: `To run all items again would do what is or may be done a second time: run the others only. ${ONCE}`,
};

const BY_SCOPE: Record<AutomaticKeyScope, Rerun> = {
	execution: 'automaticKey',
	subWorkflow: 'subWorkflowKey',
	toolCall: 'twice',
};

/** What to know before all items are run again; nothing where none may have been done. */
export function adviceFor(reruns: ReadonlySet<Rerun>, hasSentBefore: boolean): string | undefined {
	const worst = RERUNS.filter((rerun) => reruns.has(rerun)).at(-1);
	if (!worst) return undefined;
	const isTimed = worst === 'ownKey' || worst === 'automaticKey';
	return isTimed && hasSentBefore
		? `${ADVICE[worst]} Some may have been sent before this run: their 24 hours began then.`
		: ADVICE[worst];
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
			if (repeat.key) return repeat.key.scope ? BY_SCOPE[repeat.key.scope] : 'ownKey';
			return repeat.doneBy ? 'safe' : 'refused';
	}
}
