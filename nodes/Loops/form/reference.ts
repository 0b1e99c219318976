import type { AccountFacts } from '../account/facts';
import type { Identifier, ValueOr } from '../values/checked';

/** Something that the form gives in another way than by its ID, such as by its name. */
export class Reference {
	/**
	 * @param given what the form gives
	 * @param find gives the ID, or throws ItemRefused unless exactly one thing is meant
	 * @param lock is equal for references to the same thing
	 */
	constructor(
		readonly given: Identifier,
		readonly find: (facts: AccountFacts) => Promise<Identifier>,
		readonly lock: () => string,
	) {}
}

export type IdOrReference = Identifier | Reference;

/** A part of a body that may still have references. */
export type UnresolvedBody = { [name: string]: ValueOr<Reference> };
