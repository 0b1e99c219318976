import type { NodeApiError } from 'n8n-workflow';

import { AccountFacts, type FirstFact } from '../account/facts';
import type { FactUse } from '../account/factLoader';
import { apiError } from '../http/apiError';
import type { Facts, Needs } from '../operations/operation';
import { spellingKey } from '../values/blank';
import { formatName, sentence } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import type { Run } from './startRun';

/** The item that facts are loaded for. */
interface ItemContext {
	run: Run;
	index: number;
	signal?: AbortSignal;
}

/**
 * Looks the team up once a run. It has to come first: in the account of another team, everything else would
 * fail for other reasons.
 * @throws NodeApiError if it can't be looked up
 * @throws ItemRefused if the API key is that of another team
 */
export async function requireTeam(wanted: string, item: ItemContext): Promise<void> {
	const { run, signal } = item;
	const facts = new AccountFacts(run.loader, signal);
	run.team ??= await orUndefined(item, 'The team of the API key', 'require', facts.team());
	const actual = String(run.team);
	const [one, other] = [wanted, actual].map((name) => spellingKey(name).replace(/\s+/g, ' '));
	if (one === other) return;
	throw new ItemRefused(
		`The API key belongs to the team '${formatName(actual)}', not to '${formatName(wanted)}'`,
		`Nothing was sent for this item. Choose the credential of '${formatName(wanted)}', or correct 'Options > Only for Team'`,
	);
}

/**
 * Loads what an item needs to know about the account.
 * @throws NodeApiError if something required can't be loaded
 */
export async function loadNeeds(needs: Needs, item: ItemContext): Promise<Facts> {
	const { loader, mayCheckEvent } = item.run;
	const facts = new AccountFacts(loader, item.signal);
	const load = async <N extends { use: FactUse }, T>(
		what: string,
		need: N | undefined,
		loadFact: (need: N) => Promise<T>,
	) => need && (await orUndefined(item, what, need.use, loadFact(need)));
	const isChecked = needs.event?.use !== 'warn' || mayCheckEvent(needs.event.name);
	const event = isChecked ? needs.event : undefined;
	const [contactProperties, eventFact, variables, emailsAndDrafts] = await Promise.all([
		load('The contact properties', needs.contactProperties, (need) =>
			facts.contactProperties(need),
		),
		load(`The event '${formatName(event?.name ?? '')}'`, event, (need) => facts.event(need)),
		load('The data variables of the email', needs.variables, (need) => facts.variables(need)),
		load('The transactional emails', needs.emailsAndDrafts, (need) => facts.emailsAndDrafts(need)),
	]);
	return {
		contactProperties,
		event: event && (eventFact ?? 'unknown'),
		variables,
		emailsAndDrafts,
	};
}

/**
 * Loads what an item has to know before it can be read.
 * @throws NodeApiError if it can't be loaded
 */
export async function loadFirst(
	needed: Iterable<FirstFact<unknown>>,
	item: ItemContext,
): Promise<Map<string, unknown>> {
	const facts = new AccountFacts(item.run.loader, item.signal);
	const loaded = [...needed].map(
		async ({ what, use, load }) => [what, await orUndefined(item, what, use, load(facts))] as const,
	);
	return new Map(await Promise.all(loaded));
}

/** Undefined if the fact can't be loaded and the item does not require it. */
async function orUndefined<T>(
	{ run: { node }, index, signal }: ItemContext,
	what: string,
	use: FactUse,
	fact: Promise<T>,
): Promise<T | undefined> {
	try {
		return await fact;
	} catch (error) {
		signal?.throwIfAborted();
		if (use !== 'require') return undefined;
		const { message, description, hint, httpCode } = error as Partial<NodeApiError & ItemRefused>;
		const parts = {
			message: `${what} could not be looked up. ${message}`,
			description: `Nothing was sent for this item. ${description ?? sentence(hint ?? '')}`,
			httpCode,
		};
		throw apiError(node.getNode(), parts, index);
	}
}
