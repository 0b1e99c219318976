import type { Repeat } from '../http/request';

/** What happens to an item that may be done when a user runs it again, from best to worst. */
const RERUNS = [
	'harmless', // the same again, or nothing
	'refused', // it fails: Loops refuses it
	'skippedInRetry', // for 24 hours. A new execution sends again, unless the user set the key
	'repeated', // Loops does it again
] as const;
export type Rerun = (typeof RERUNS)[number];

/** The option for the key of a message. */
export const ONCE_FOR = 'Send Only Once For';

const NEW_EXECUTION = `A new execution may send again, unless this run already had '${ONCE_FOR}' or a custom idempotency key`;

/** Each item of the parent may have run the sub-workflow, so one that failed says nothing of the others. */
export const SENDS_OF_SUB_WORKFLOW = `If the parent workflow runs again, it runs this sub-workflow for all of its items. It then sends again what it sent for them, unless '${ONCE_FOR}' or a custom key was set.`;

const BY_ANOTHER_SEND = `Look in Loops before you send it again: without '${ONCE_FOR}', it may go out twice.`;

/** The advice for one item whose change Loops may have made, and for all items of a run. */
const ADVICE: Record<Rerun, [item: string, all: string]> = {
	harmless: ['It is safe to run this item again.', 'It is safe to run all items again.'],
	refused: [
		'You can run this item again: if Loops did, the repeat is refused.',
		'Running all items again fails at those that are done: run only the others.',
	],
	skippedInRetry: [
		`Retry this execution within 24 hours of the first send: it does not send this item twice. ${NEW_EXECUTION}.`,
		`To send only the rest, retry this execution within 24 hours of the first send. ${NEW_EXECUTION}.`,
	],
	repeated: [
		'Running this item again may do it twice: look in Loops first.',
		'Running all items again repeats what is done: run only the others.',
	],
};

const MAKES_ANOTHER =
	'Do not run this item again, which would make another one: go on from what is done';

/** What a second run of an item does if it only makes this call, which has no key. */
export function rerunOf(repeat: Repeat): Rerun {
	if (repeat.kind === 'never') return 'repeated';
	const isHarmless =
		repeat.kind === 'safe' || (repeat.kind === 'once' && repeat.doneBy !== undefined);
	return isHarmless ? 'harmless' : 'refused';
}

/** Advice for an item whose change Loops may have made. n8n has no Retry for a run that continues. */
export const adviceForItem = (rerun: Rerun, continues: boolean): string =>
	rerun === 'skippedInRetry' && continues ? BY_ANOTHER_SEND : ADVICE[rerun][0];

/** Advice for an item that has already made its first change; undefined if it can just run again. */
export const adviceAfterChange = (rerun: Rerun): string | undefined =>
	rerun === 'repeated' ? MAKES_ANOTHER : undefined;

/** Advice for the worst kind of rerun. Undefined if no item can have been done. */
export function adviceForRun(reruns: ReadonlySet<Rerun>): string | undefined {
	const worst = RERUNS.filter((rerun) => reruns.has(rerun)).at(-1);
	return worst && ADVICE[worst][1];
}
