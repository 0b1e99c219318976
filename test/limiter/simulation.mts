import type { IDataObject } from 'n8n-workflow';

import { type DelaySpec, delayOf } from '../emulator/delays.mts';
import { type OtherClient, startOther } from './otherClients.mts';
import { CallQueue, type LimitName, RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { retryAfterMs } from '../../nodes/Loops/http/retryPolicy.ts';
import { type ServerModel, serverOf } from './serverModels.mts';
import { VirtualClock } from './virtualClock.mts';

/** Calls that share a queue of the limiter. */
export interface Run {
	calls: number;
	/** ms */
	startAt?: number;
	/** Calls at the same time. */
	concurrency?: number;
}

export interface Scenario {
	server: ServerModel;
	/** Requests per window, or a list of `[from ms, limit]`. Default 10. */
	limit?: number | Array<[number, number]>;
	/** ms, default 1000. */
	window?: number;
	/** Which of Loops' limits the limiter knows it by. */
	limitName?: LimitName;
	/** From the client to the server's counter. Default 15 ms. */
	way?: DelaySpec;
	/** From the counter back to the client. Default 40 ms. */
	processing?: DelaySpec;
	/** The runs of each process, which has its own limiter. */
	processes: Run[][];
	others?: OtherClient[];
	/** Changes the headers of an answer. */
	headers?(headers: IDataObject, now: number): IDataObject;
	/** Maximum delay of the limiter's timers in ms. */
	timerLag?: number;
	/** ms after which no new call starts and no request counts. */
	until?: number;
}

export interface RunOutcome {
	/** When each call was counted, and how long it waited before its first attempt, in ms. */
	acceptedAt: number[];
	waits: number[];
}

export interface Outcome {
	/** Accepted requests, including those of others, as a share of the limit. */
	rate: number;
	/** Share of 429 among our answers. */
	rejected: number;
	/** Our answers with 429. */
	rejections: number;
	/** Accepted requests of others, as a share of those that they sent meanwhile; NaN without others. */
	othersAccepted: number;
	runs: RunOutcome[];
	/** When our last request was counted, in ms. */
	endedAt: number;
	/** When each of our attempts reached the server, and whether it was accepted. */
	log: Array<{ at: number; isAllowed: boolean }>;
}

const CONCURRENCY = 32;

interface Answer {
	/** When the server counted or refused the request. */
	at: number;
	status: number;
	headers: IDataObject;
}

/** Runs a scenario in virtual time. */
export async function simulate(scenario: Scenario, seed: number): Promise<Outcome> {
	const { window = 1_000, until = Infinity } = scenario;
	const clock = new VirtualClock(seed, scenario.timerLag);
	const server = serverOf(scenario.server, window, clock.random() * window);
	const way = delayOf(scenario.way ?? '15', clock.random);
	const processing = delayOf(scenario.processing ?? '40', clock.random);
	const acceptedAt: number[] = [];
	const log: Outcome['log'] = [];

	const limitAt = (now: number): number => {
		const { limit = 10 } = scenario;
		if (typeof limit === 'number') return limit;
		return limit.findLast(([from]) => from <= now)?.[1] ?? limit[0][1];
	};
	const arrive = () => {
		const now = clock.now();
		const decision = server(now, limitAt(now));
		if (decision.isAllowed) acceptedAt.push(now);
		return decision;
	};
	/** One attempt. */
	const send = async (): Promise<Answer> =>
		await new Promise((resolve) => {
			clock.after(way(clock.now()), () => {
				const now = clock.now();
				const { isAllowed, remaining } = arrive();
				log.push({ at: now, isAllowed });
				const headers: IDataObject = {
					'x-ratelimit-limit': String(limitAt(now)),
					'x-ratelimit-remaining': String(remaining),
				};
				const answer = {
					at: now,
					status: isAllowed ? 200 : 429,
					headers: scenario.headers?.(headers, now) ?? headers,
				};
				clock.after(processing(now), () => resolve(answer));
			});
		});

	let open = 0;
	const runs = scenario.processes.flatMap((process) => {
		const limiter = new RateLimiter(scenario.limitName ?? 'plain', clock);
		return process.map((run) => {
			const outcome: RunOutcome = { acceptedAt: [], waits: [] };
			let left = run.calls;
			const start = () => {
				const queue = new CallQueue();
				/** Retries until accepted, and returns the time of that. */
				const call = async (onSent: () => void) => {
					for (let isRetry = false; ; isRetry = true) {
						const permit = await limiter.acquire(queue, { isRetry });
						if (!isRetry) onSent();
						const { at, status, headers } = await send();
						if (status !== 429) {
							limiter.onResponse(permit, headers);
							return at;
						}
						// Virtual time counts from the epoch.
						limiter.onRateLimited(permit, headers, retryAfterMs(headers, at));
					}
				};
				const work = async () => {
					while (left > 0 && clock.now() < until) {
						left--;
						const askedAt = clock.now();
						const at = await call(() => outcome.waits.push(clock.now() - askedAt));
						outcome.acceptedAt.push(at);
					}
					open--;
				};
				for (let n = 0; n < (run.concurrency ?? CONCURRENCY); n++) void work();
			};
			open += run.concurrency ?? CONCURRENCY;
			clock.after(run.startAt ?? 0, start);
			return outcome;
		});
	});
	const ofOthers: Outcome['log'] = [];
	const arriveOther = () => ofOthers.push({ at: clock.now(), isAllowed: arrive().isAllowed });
	for (const other of scenario.others ?? []) startOther(other, clock, arriveOther);

	await clock.run(() => open === 0 || clock.now() > until);
	const ours = log.filter(({ isAllowed }) => isAllowed).map(({ at }) => at);
	const startedAt = ours[0];
	const endedAt = ours.at(-1) ?? NaN;
	const counted = acceptedAt.filter((at) => at >= startedAt && at <= endedAt);
	const beside = ofOthers.filter(({ at }) => at >= startedAt && at <= endedAt);
	const rejections = log.length - ours.length;
	return {
		rate: ((counted.length - 1) / limitAt(endedAt)) * (window / (endedAt - startedAt)),
		rejected: rejections / log.length,
		rejections,
		othersAccepted: beside.filter(({ isAllowed }) => isAllowed).length / beside.length,
		runs,
		endedAt,
		log,
	};
}
