import type { Claims } from './facts.mts';
import type { NodeRun } from './observation.mts';
import { isToPeople, OWN } from './scenario.mts';

/** Nothing that changes or sends something has even left. */
const isHeldBack = ({ requests, changing }: NodeRun) =>
	changing.length === 0 && requests.every(({ contents }) => contents === undefined);

/** Of a run with both account guards on. */
export const OF_GUARDED_RUNS: Claims<NodeRun> = {
	'N Nothing changes before the team is looked up': (run, { scenario: { guard } }) =>
		guard === undefined || isHeldBack(run) || run.requests[0].path === '/v1/api-key',
	'N Nothing changes in the account of another team': (run, { scenario: { guard = OWN } }) =>
		guard.team === OWN.team || isHeldBack(run),
	'N Nobody at another domain is reached': (run, { scenario }) =>
		(scenario.guard ?? OWN).domain === OWN.domain || !isToPeople(scenario) || isHeldBack(run),
};
