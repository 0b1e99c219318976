import type { AccountFacts } from '../account/facts';
import { idIn, NAMED, type NamedKind, pluralOf } from '../account/names';
import type { Identifier } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import { isLoopsId } from '../values/parse';
import { type IdOrReference, Reference } from './reference';
import type { ParameterValue } from './parameterValue';

interface NameOptions {
	/** For an empty value. */
	hint?: string;
	/** Throws ItemRefused for what does not fit: called with what is given, and with its ID. */
	check?(id: Identifier): void;
	/** Makes the lock of a reference. */
	lockOf?(own: string): () => string;
}

/** Something that is given by its ID or name. An ID of Loops is not looked up. */
export function idOrName(
	value: ParameterValue,
	kind: NamedKind,
	{ hint, check, lockOf = (own) => () => own }: NameOptions = {},
): IdOrReference {
	const { isId = isLoopsId } = NAMED[kind];
	const given = value.identifier(pluralOf(kind), { hint });
	check?.(given);
	if (isId(given)) return given;
	const find = async (facts: AccountFacts): Promise<Identifier> => {
		const table = await facts.names(kind);
		const { id, problem, hint: fix } = table ? idIn(table, kind, given) : { id: given };
		if (id === undefined) throw new ItemRefused(`'${value.label}': ${problem}`, fix);
		check?.(id);
		return id;
	};
	return value.refer(new Reference(given, find, lockOf(`called ${given}`)));
}
