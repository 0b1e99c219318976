import { measure } from '../measure.mts';
import { atLeast, type Case, none } from '../result.mts';
import { startService } from '../service.mts';

const LIMIT = 10;
const ITEMS = 500;
const LATENCY_MS = 300;

/** Input sorted by contact: one contact's items run in order, different contacts concurrently. */
export const sorted: Case = async (pkg) =>
	await Promise.all(
		[1, 25, 100].map(async (each) => {
			const service = await startService({ limit: LIMIT, latency: LATENCY_MS });
			const numbers = await measure(pkg, service, ITEMS, each);
			return {
				setting: `${each} in a row for each contact, ${LATENCY_MS} ms`,
				numbers,
				checks: [
					...(each < 100 ? [atLeast('rate / limit', numbers.rate / LIMIT, 0.94)] : []),
					none('lost', numbers.lost),
				],
			};
		}),
	);
