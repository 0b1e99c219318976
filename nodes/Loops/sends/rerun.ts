import type { Repeat } from '../http/request';

/** What happens to an item that may be done when a user runs it again, from best to worst. */
const RERUNS = [
	'harmless', // the same again, or nothing
	'refused', // it fails: Loops refuses it
	'skippedInRetry', // for 24 hours. A new execution sends again, unless the user set the key
	'repeated', // Loops does it again
] as const;
export type Rerun = (typeof RERUNS)[number];

/** The option that may hold a key of the user's own. */
export const ONCE = 'Send Only Once';

const NEW_EXECUTION = `A new execution is safe only if this run already used a key in '${ONCE}'`;

/** Each item of the parent may have run the sub-workflow, so one that failed says nothing of the others. */
export const SENDS_OF_SUB_WORKFLOW = `If the parent workflow runs again, messages that were already sent are sent again. Only a key in '${ONCE}' prevents that.`;

const BY_ANOTHER_SEND = `Check in Loops before you send this message again. Without a key in '${ONCE}', it may be sent twice.`;

/** The advice for one item whose change Loops may have made, and for all items of a run. */
const ADVICE: Record<Rerun, [item: string, all: string]> = {
	harmless: [
		'It is safe to run the workflow again with this item.',
		'It is safe to run the workflow again with all items.',
	],
	refused: [
		'You can run the workflow again with this item: if Loops has processed the request, it refuses the second one.',
		'If you run the workflow again with all items, those already done fail. Filter them out before this node.',
	],
	skippedInRetry: [
		`Use Retry in n8n's list of executions within 24 hours of the first send. Retry does not send this item twice. ${NEW_EXECUTION}.`,
		`To send only the remaining items, use Retry in n8n's list of executions within 24 hours of the first send. ${NEW_EXECUTION}.`,
	],
	repeated: [
		'Check in Loops first, because running the workflow again with this item may repeat the request.',
		'If you run the workflow again with all items, those already done are repeated. Filter them out before this node.',
	],
};

const MAKES_ANOTHER =
	'Do not run the workflow again with this item, because that would create a duplicate. Continue with what was created';

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
