import type { AccountFacts } from '../account/facts';
import { spellingKey } from '../values/blank';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import type { Run } from './startRun';

/**
 * Asks for the team once a run.
 * @throws NodeApiError if Loops does not tell
 * @throws ItemRefused if the API key is that of another team
 */
export async function requireTeam(wanted: string, run: Run, facts: AccountFacts): Promise<void> {
	run.team ??= await facts.team();
	const [one, other] = [wanted, run.team].map((name) => spellingKey(name).replace(/\s+/g, ' '));
	if (one === other) return;
	throw new ItemRefused(
		`The API key belongs to the team '${formatName(run.team)}', not to '${formatName(wanted)}'`,
		`Nothing was sent for this item. Choose the credential of '${formatName(wanted)}', or correct 'Options > Only for Team'`,
	);
}
