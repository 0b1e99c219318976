import { isSending } from './drafts.mts';
import type { Facts } from './facts.mts';
import type { Item } from './item.mts';
import { subjectOf } from './items.mts';
import { existsAtFirst, isSuppressedAtFirst } from './parameters.mts';
import { hasOwnKeys, isApproved, isMadeIfMissing, MEANWHILE } from './scenario.mts';

/**
 * A draft that someone has changed is theirs: Save Content does not write over it, and Schedule does not
 * send it with the approval of another one.
 */
export const hasDraftOfOthers = ({ scenario, runs }: Facts): boolean =>
	(scenario.operation === 'transactionalEmail saveContent' || isApproved(scenario)) &&
	runs.some(({ requests }) => requests.some(({ fault }) => fault === MEANWHILE));

/** Loops would refuse it for what is in the account, or the node for its key. */
export function isInConflict(of: Item, facts: Facts): boolean {
	const { scenario, items, itemsOf } = facts;
	const others = itemsOf(of.run).filter((item) => item !== of);
	const subject = subjectOf(of.input);
	const isShared = items.some(
		(item) => item.input.n !== of.input.n && subjectOf(item.input) === subject,
	);
	const wasDone = items.some(
		(item) => item.times > 0 && item.run !== of.run && item.input.n === of.input.n,
	);
	const isThere = existsAtFirst(scenario, subject);
	const { whenNotFound = 'error' } = scenario;
	const isNotFoundRefused = whenNotFound === 'error';
	switch (scenario.operation) {
		case 'contact create':
			return isShared || wasDone || isThere;
		case 'contact delete':
			return isNotFoundRefused && (isShared || wasDone || !isThere);
		case 'contact removeSuppression': {
			const isFree = isShared || wasDone || !isSuppressedAtFirst(scenario, subject);
			return !isThere || (!scenario.lenient && isFree);
		}
		case 'contact update':
		case 'contact find':
		case 'contact checkSuppression':
		case 'mailingList unsubscribe':
			return !isThere;
		// Each item gives another subject, and only one can stay.
		case 'emailMessage update':
			return isShared || !isThere;
		case 'transactionalEmail saveContent':
			return isShared || hasDraftOfOthers(facts) || (!isMadeIfMissing(scenario) && !isThere);
		case 'campaign schedule':
			return isShared || wasDone || !isThere || hasDraftOfOthers(facts);
		case 'workflow delete': {
			// A guarded account also keeps one that reaches everyone.
			const mayGo = scenario.publishes && !scenario.guard;
			const isKept = isSending(String(of.input.contact)) && !mayGo;
			return wasDone || !isThere || isKept;
		}
		case 'mailingList subscribe':
			return !isThere && scenario.whenNotFound !== 'create';
		case 'contactProperty create':
			return !scenario.lenient && (wasDone || !String(of.input.property).startsWith('item'));
		default:
			return (
				of.hasForeignKey ||
				(hasOwnKeys(scenario) && others.some(({ input }) => input.key === of.input.key))
			);
	}
}
