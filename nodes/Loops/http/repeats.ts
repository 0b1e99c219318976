import type { AutomaticKeyScope, LoopsRequest, Repeat } from './request';

/** What each kind means once Loops may have processed the call: whether to retry, and the advice. */
export const REPEATS: Record<Repeat['kind'], { isRetried: boolean; advice: string }> = {
	safe: { isRetried: true, advice: '. It is safe to run this item again.' },
	refused: { isRetried: true, advice: '. If it did, it refuses the same again.' },
	lookUp: { isRetried: false, advice: ': look in Loops before you run this item again.' },
	never: {
		isRetried: false,
		advice:
			', and it was not repeated because that could do it twice: look in Loops before you run it again.',
	},
};

/** The advice for a send with a key, by where the key stays the same. */
const KEY_ADVICE: Record<AutomaticKeyScope | 'own', string> = {
	own: '. It is safe to run this item again with the same contents, within 24 hours of its first send.',
	execution:
		'. Retrying this execution within 24 hours of the first send does not send it twice. Before a new one, look in Loops.',
	subWorkflow: '. Look in Loops before you retry the parent execution, which would send it again.',
	toolCall:
		'. Calling the tool again with the same values does not send it twice in this execution.',
};

/** What to know before a change is run again that Loops may have made. */
export function repeatAdvice({ repeat, rerun }: LoopsRequest): string {
	const { kind } = repeat;
	const advice =
		kind === 'refused' && repeat.key
			? KEY_ADVICE[repeat.key.scope ?? 'own']
			: REPEATS[(kind === 'safe' && rerun) || kind].advice;
	return `It is not known whether Loops processed the request${advice}`;
}
