import { NAMED } from '../account/names';
import { format } from '../values/format';
import type { Item } from './item';

/** Says which IDs of an item Loops does not have. Only Validate Only asks: a run gets Loops' own answer. */
export async function unknownIds({ form, facts, warn }: Item): Promise<string[]> {
	const reasons = form.ids.map(async ({ kind, id, label }) => {
		const isKnown = await facts.has(kind, id);
		const what = `${NAMED[kind].noun} ${format(id)}`;
		if (isKnown === undefined) warn(`'${label}': the ${what} could not be looked up`);
		return isKnown === false
			? [`'${label}': Loops has no ${what}. Choose another one, or copy its name or ID from Loops.`]
			: [];
	});
	return [...new Set((await Promise.all(reasons)).flat())];
}
