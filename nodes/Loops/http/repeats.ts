import { type AutomaticKeyScope, isChange, type LoopsRequest } from './request';
import { type Failure, isAmbiguous } from './retryPolicy';
import { messages } from './sentences';

interface GivenUp {
	request: LoopsRequest;
	failure: Failure;
	/** True where an attempt may have reached Loops. */
	mayHaveArrived: boolean;
}

/** What it comes to if an item with a key is run again, by where the key is the same. */
const AGAIN: Record<AutomaticKeyScope | 'own', string> = {
	own: 'It is safe to run this item again with the same contents, within 24 hours of its first send.',
	execution:
		'Retrying this execution within 24 hours of the first send does not send it twice. Before a new one, look in Loops.',
	subWorkflow: 'Look in Loops before you retry the parent execution, which would send it again.',
	toolCall: 'Calling the tool again with the same values does not send it twice in this execution.',
};

/** Whether a call that was given up may have been done all the same, and what that means. */
export function repeatAdvice({ request, failure, mayHaveArrived }: GivenUp): string {
	if (!isChange(request) || !(mayHaveArrived || isAmbiguous(failure))) return '';
	const unknown = messages.unknownFate;
	const { repeat } = request;
	switch (repeat.kind) {
		case 'safe':
			return request.rerun === 'refused'
				? `${unknown}. If it did, it refuses the same again.`
				: `${unknown}. It is safe to run this item again.`;
		case 'refused':
			if (!repeat.key) return `${unknown}. If it did, it refuses the same again.`;
			return `${unknown}. ${AGAIN[repeat.key.scope ?? 'own']}`;
		case 'lookUp':
			return `${unknown}: look in Loops before you run this item again.`;
		case 'never':
			return `${unknown}, and it was not repeated because that could do it twice: look in Loops before you run it again.`;
	}
}
