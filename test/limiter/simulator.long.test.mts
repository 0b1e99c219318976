import { sleep } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { CallQueue } from '../../nodes/Loops/http/callQueue.ts';
import type { Clock } from '../../nodes/Loops/http/clock.ts';
import { RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { startEmulator } from '../emulator/server.mts';
import { simulate } from './simulation.mts';

const CALLS = 80;
const LIMIT = 10;
const CONCURRENCY = 16;
const SEEDS = 9;

/** The real clock, and how late its timers fire: on a busy machine that costs a part of the rate. */
function startClock(): { clock: Clock; meanLag(): number } {
	let timers = 0;
	let late = 0;
	const clock: Clock = {
		now: () => performance.now(),
		random: Math.random,
		async sleep(ms, signal) {
			const due = performance.now() + ms;
			await sleep(ms, signal);
			timers++;
			late += performance.now() - due;
		},
	};
	return { clock, meanLag: () => Math.max(0, late / timers) };
}

interface Setting {
	server: 'fixed' | 'sliding';
	way: string;
	processing: string;
}

const rateOf = (ascending: number[]) =>
	(ascending.length - 1) / LIMIT / ((ascending.at(-1)! - ascending[0]) / 1_000);

/** The limiter under the real clock, over HTTP. */
async function inRealTime({ server, way, processing }: Setting) {
	const emulator = await startEmulator({ rateAlgorithm: server, way, processing });
	const { clock, meanLag } = startClock();
	const limiter = new RateLimiter('plain', clock);
	const queue = new CallQueue();
	let left = CALLS;
	const work = async () => {
		for (let isRetry = false; isRetry || left-- > 0; ) {
			const permit = await limiter.acquire(queue, { isRetry });
			const authorization = `Bearer ${emulator.apiKey}`;
			const answer = await fetch(`${emulator.baseUrl}/lists`, { headers: { authorization } });
			await answer.text();
			const headers = Object.fromEntries(answer.headers);
			isRetry = answer.status === 429;
			if (isRetry) limiter.onRateLimited(permit, headers);
			else limiter.onResponse(permit, headers);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	const accepted = emulator.requests.filter(({ status }) => status === 200).map(({ at }) => at);
	const rejected = emulator.stats.rateLimited;
	await emulator.close();
	return { rate: rateOf(accepted.sort((one, other) => one - other)), rejected, lag: meanLag() };
}

/** The median of several seeds. */
async function inVirtualTime(setting: Setting, timerLag: number) {
	const rates: number[] = [];
	const rejected: number[] = [];
	for (let seed = 1; seed <= SEEDS; seed++) {
		const processes = [[{ calls: CALLS, concurrency: CONCURRENCY }]];
		const outcome = await simulate({ ...setting, processes, timerLag }, seed);
		rates.push(outcome.rate);
		rejected.push(outcome.rejections);
	}
	const middle = (values: number[]) => values.sort((one, other) => one - other)[SEEDS >> 1];
	return { rate: middle(rates), rejected: middle(rejected) };
}

const SETTINGS: Setting[] = [
	{ server: 'sliding', way: '20', processing: 'lognormal:120:0.6' },
	{ server: 'fixed', way: '20', processing: 'steps:20@0,250@4000' },
	{ server: 'sliding', way: 'uniform:0:60', processing: '40' },
];

it('the simulator agrees with the emulator in real time', { retry: 2 }, async () => {
	const measured = await Promise.all(SETTINGS.map(inRealTime));
	for (const [index, real] of measured.entries()) {
		const virtual = await inVirtualTime(SETTINGS[index], 2 * real.lag);
		const all = JSON.stringify({ ...SETTINGS[index], real, virtual });
		expect(Math.abs(real.rate - virtual.rate), all).toBeLessThan(0.03);
		expect(Math.abs(real.rejected - virtual.rejected), all).toBeLessThan(6);
	}
});
