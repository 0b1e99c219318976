import { type AutomaticKeyScope, isChange, type LoopsRequest } from './request';

/** What happens if an item that may have been done runs again, from best to worst. */
const RERUNS = [
	'safe', // the same again, or nothing
	'ownKey', // nothing for 24 hours: Loops remembers the user's key
	'once', // it fails: Loops refuses it
	'again', // Loops does it again, and no key can prevent that
	'executionKey', // nothing for 24 hours in a Retry; a new execution sends again
	'subWorkflowKey', // the same, but a Retry of the parent execution also sends again
	'toolCallKey', // nothing for the same values in this execution; others send again
	'twice', // Loops makes the change again
] as const;
export type Rerun = (typeof RERUNS)[number];

/** Only for later executions: setting it now would change the keys of what was sent. */
const LATER = "In later executions, 'Send Only Once For' prevents that.";

const TWICE = `Running all items again may repeat what is done: run only the others. ${LATER}`;

const LOOK =
	'The node did not repeat it, since Loops could do it twice. Look in Loops before you run it again.';

/** For one item whose change Loops may have made, and for all items of a run. */
const ADVICE: Record<Rerun, [item: string, all: string]> = {
	safe: ['It is safe to run this item again.', 'It is safe to run all items again.'],
	ownKey: [
		'It is safe to run this item again within 24 hours of its first send. Keep its idempotency key and contents the same.',
		'It is safe to run all items again within 24 hours of the first send. Keep idempotency keys and contents the same.',
	],
	once: [
		'You can run this item again: if Loops did, the repeat is refused.',
		'Running all items again fails at those that are done: run only the others.',
	],
	again: [LOOK, 'Running all items again repeats what is done: run only the others.'],
	executionKey: [
		'Retrying this execution within 24 hours of the first send does not send it twice. Before you start a new execution, look in Loops for the message.',
		`Retrying this execution within 24 hours of the first send does not send them again. A new execution would: run only the others. ${LATER}`,
	],
	subWorkflowKey: [
		'Look in Loops before you retry the parent execution, which would send it again.',
		`Retrying the parent execution would send them again: run only the others. ${LATER}`,
	],
	toolCallKey: [
		'Calling the tool again with exactly the same values does not send it twice in this execution.',
		TWICE,
	],
	twice: [LOOK, TWICE],
};

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
			return request.isContentApi ? 'again' : 'twice';
		case 'once':
			if (repeat.key) return BY_SCOPE[repeat.key.scope ?? 'own'];
			return repeat.doneBy ? 'safe' : 'once';
	}
}

const BY_SCOPE: Record<AutomaticKeyScope | 'own', Rerun> = {
	own: 'ownKey',
	execution: 'executionKey',
	subWorkflow: 'subWorkflowKey',
	toolCall: 'toolCallKey',
};

/** Advice for an item whose change Loops may have made. */
export const adviceForItem = (request: LoopsRequest): string =>
	`It is not known whether Loops processed the request. ${ADVICE[rerunOf(request)][0]}`;

/** Advice for an item that has made something, and failed after that. */
export const adviceForFollowUp = (isUnknown: boolean): string =>
	`${isUnknown ? 'It is not known whether Loops processed the request. ' : ''}Running this item again would make another one: go on from what is done.`;

/** The worst kind decides. Undefined unless some item may have been done. */
export function adviceForRun(
	reruns: ReadonlySet<Rerun>,
	hasSentBefore: boolean,
): string | undefined {
	const worst = RERUNS.filter((rerun) => reruns.has(rerun)).at(-1);
	if (!worst) return undefined;
	const [, advice] = ADVICE[worst];
	const isTimed = worst === 'ownKey' || worst === 'executionKey';
	return isTimed && hasSentBefore
		? `${advice} Some may have been sent before this run: their 24 hours began then.`
		: advice;
}
