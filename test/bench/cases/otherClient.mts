import { setTimeout as sleep } from 'node:timers/promises';

import type { PackageUnderTest } from '../../harness/engine.mts';
import { isAboutItem, itemsOf, rateOf, runNode, seenIn } from '../measure.mts';
import { atLeast, type Case, none } from '../result.mts';
import { type Service, startService } from '../service.mts';

const LIMIT = 10;
const ITEMS = 200;
const OTHER_EVERY_MS = 200;
const HEAD_START_MS = 1_000;

/** Uses exactly what another client of the account leaves. */
export const otherClient: Case = async (pkg) =>
	await Promise.all((['fixed', 'sliding'] as const).map((window) => shared(pkg, window)));

async function shared(pkg: PackageUnderTest, window: 'fixed' | 'sliding') {
	const service = await startService({ limit: LIMIT, latency: 20, window });
	const other = sendSteadily(service);
	await sleep(HEAD_START_MS);
	const { wall, succeeded } = await runNode(pkg, service, itemsOf(ITEMS));
	await other.stop();

	const requests = await service.requests();
	const ours = seenIn(requests);
	const [from, to] = [ours.acceptedAt[0], ours.acceptedAt.at(-1) ?? 0];
	const others = requests.filter((one) => !isAboutItem(one) && one.at >= from && one.at <= to);
	const othersAt = others.filter(({ status }) => status === 200).map(({ at }) => at);
	const together = rateOf([...ours.acceptedAt, ...othersAt].sort((a, b) => a - b));
	const lost = ITEMS - Math.min(succeeded, ours.contacts);
	return {
		setting: `${window} window, 5/s of 10/s taken`,
		numbers: {
			items: ITEMS,
			wall,
			together,
			rate: rateOf(ours.acceptedAt),
			lost,
			turnedAway: ours.turnedAway,
			otherSent: others.length,
			otherTurnedAway: others.length - othersAt.length,
		},
		checks: [atLeast('together / limit', together / LIMIT, 0.9), none('lost', lost)],
	};
}

/** A client that ignores limits and never retries. */
function sendSteadily({ baseUrl, apiKey }: Service): { stop(): Promise<void> } {
	const inFlight = new Set<Promise<unknown>>();
	const timer = setInterval(() => {
		const call = fetch(`${baseUrl}/lists`, { headers: { authorization: `Bearer ${apiKey}` } })
			.then(async (response) => await response.arrayBuffer())
			.finally(() => inFlight.delete(call));
		inFlight.add(call);
	}, OTHER_EVERY_MS);
	return {
		async stop() {
			clearInterval(timer);
			await Promise.all(inFlight);
		},
	};
}
