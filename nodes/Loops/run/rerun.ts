import { type AutomaticKeyScope, isChange, type LoopsRequest } from '../http/request';

/** What happens if an item that may have been done runs again, from best to worst. */
const RERUNS = [
	'safe', // the same again, or nothing
	'ownKey', // nothing for 24 hours: Loops remembers the user's key
	'once', // it fails: Loops refuses it
	'again', // Loops does it again, and no key can prevent that
	'automaticKey', // nothing for 24 hours in a Retry; a new execution sends again
	'subWorkflowKey', // the same, but a Retry of the parent execution also sends again
	'twice', // Loops makes the change again
] as const;
export type Rerun = (typeof RERUNS)[number];

/** Only for later executions: setting it now would change the keys of what was sent. */
const ONCE = "In later executions, 'Send Only Once For' prevents that.";

/** The worst kind among the items that may have been done decides. */
const ADVICE: Record<Rerun, string> = {
	safe: 'It is safe to run all items again.',
	ownKey:
		'It is safe to run all items again within 24 hours of the first send. Keep idempotency keys and contents the same.',
	once: 'Running all items again fails at those that are done: run only the others.',
	again: 'Running all items again repeats what is done: run only the others.',
	automaticKey: `Retrying this execution within 24 hours of the first send does not send them again. A new execution would: run only the others. ${ONCE}`,
	subWorkflowKey: `Retrying the parent execution would send them again: run only the others. ${ONCE}`,
	twice: `Running all items again may repeat what is done: run only the others. ${ONCE}`,
};

const BY_SCOPE: Record<AutomaticKeyScope, Rerun> = {
	execution: 'automaticKey',
	subWorkflow: 'subWorkflowKey',
	toolCall: 'twice',
};

/** Undefined unless some item may have been done. */
export function adviceFor(reruns: ReadonlySet<Rerun>, hasSentBefore: boolean): string | undefined {
	const worst = RERUNS.filter((rerun) => reruns.has(rerun)).at(-1);
	if (!worst) return undefined;
	const isTimed = worst === 'ownKey' || worst === 'automaticKey';
	return isTimed && hasSentBefore
		? `${ADVICE[worst]} Some may have been sent before this run: their 24 hours began then.`
		: ADVICE[worst];
}

export function rerunOf(request: LoopsRequest): Rerun {
	const { repeat } = request;
	if (!isChange(request)) return 'safe';
	if (request.rerun) return request.rerun;
	switch (repeat.kind) {
		case 'safe':
			return 'safe';
		case 'lookUp':
			return 'once';
		case 'never':
			return request.isGated ? 'again' : 'twice';
		case 'once':
			if (repeat.key) return repeat.key.scope ? BY_SCOPE[repeat.key.scope] : 'ownKey';
			return repeat.doneBy ? 'safe' : 'once';
	}
}
