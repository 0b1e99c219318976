import { expect, it } from 'vitest';

import { EFFECTS } from './assumption.mts';
import { cleanUp } from './cleanUp.mts';
import { Journal } from './journal.mts';
import { EMAIL_ID, type Exchange, KEY, startOtherLoops } from './otherLoops.mts';
import { ASSUMPTIONS, checkAll } from './run.mts';
import { Service } from './service.mts';

/** How an answer of Loops may differ. */
const DIFFERENCES: Record<string, (exchange: Exchange) => void> = {
	status: (exchange) => (exchange.status = 418),
	body: (exchange) => (exchange.body = [{ id: 1, createdAt: 'once', message: 'Other words' }]),
	headers: ({ headers }) => Object.assign(headers, { 'x-ratelimit-limit': 'five' }),
};

/** Runs a check where one answer, if any, differs. Gives its outcome, and how many requests it made. */
async function outcomeOf(id: string, differing?: number, change?: (exchange: Exchange) => void) {
	let count = 0;
	const other = await startOtherLoops((exchange) => {
		count += 1;
		if (count === differing) change?.(exchange);
	});
	const journal = new Journal();
	const settings = {
		baseUrl: other.baseUrl,
		apiKey: KEY,
		pace: 10_000,
		domain: 'example.com',
		recipient: 'kim@example.com',
		transactionalId: EMAIL_ID,
	};
	const service = new Service(settings, journal);
	const only = ASSUMPTIONS.filter((each) => each.id === id);
	const [{ outcome }] = await checkAll(service, EFFECTS, { only });
	const requests = count;
	expect((await cleanUp(service, journal)).remaining).toEqual([]);
	expect([other.made('contacts'), other.made('workflows')]).toEqual([[], []]);
	await other.close();
	return { outcome, requests };
}

const checks = ASSUMPTIONS.filter(({ check }) => check).map(({ id }) => id);

/** The others look at the status and the body of an answer. */
const LOOKS_AT: Record<string, string[]> = {
	'rate-headers': ['headers'],
	'rate-limit-10': ['headers'],
	'content-limit-60': ['status', 'headers'],
};
/** Their bodies are not looked at, or taken for a team that lacks something. */
const STATUS_ALONE = [
	'route-unknown',
	'method-wrong',
	'event-by-name-unknown',
	'event-case',
	'email-case',
	'update-null-clears',
	'property-unknown',
	'content-not-enabled',
	'metrics-not-enabled',
	'content-limit-others',
	'newest-first',
	'workflow-unavailable',
];

it.each(checks)('%s is reported where an answer differs', async (id) => {
	const { requests } = await outcomeOf(id);
	const places = Array.from({ length: requests }, (_, at) => at + 1);
	const noticed: string[] = [];
	for (const [kind, change] of Object.entries(DIFFERENCES)) {
		const runs = await Promise.all(places.map((at) => outcomeOf(id, at, change)));
		if (runs.some(({ outcome }) => outcome === 'differs')) noticed.push(kind);
	}
	expect(noticed).toEqual(
		LOOKS_AT[id] ?? (STATUS_ALONE.includes(id) ? ['status'] : ['status', 'body']),
	);
});
