import { NAMED } from '../account/names';
import { format } from '../values/format';
import type { Reason } from './failure';
import type { Item } from './item';

/** Says which IDs of an item Loops does not have. Only Validate Only asks: a run gets Loops' own answer. */
export async function unknownIds({ form, facts, warn }: Item): Promise<Reason[]> {
	const reasons = form.ids.map(async ({ kind, id, label }) => {
		const isKnown = await facts.has(kind, id);
		const what = `${NAMED[kind].noun} ${format(id)}`;
		if (isKnown === undefined) warn(`'${label}': the ${what} could not be looked up`);
		if (isKnown !== false) return [];
		const problem = `'${label}': Loops has no ${NAMED[kind].noun}`;
		const text = `${problem} ${format(id)}. Choose another one, or copy its name or ID from Loops.`;
		return [{ text, kind: `${problem} …` }];
	});
	const all = (await Promise.all(reasons)).flat();
	return [...new Map(all.map((each) => [each.text, each])).values()];
}
