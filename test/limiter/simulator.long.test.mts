import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';

import { CallQueue } from '../../nodes/Loops/http/callQueue.ts';
import { realClock } from '../../nodes/Loops/http/clock.ts';
import { RateLimiter } from '../../nodes/Loops/http/rateLimiter.ts';
import { delayOf } from '../emulator/delays.mts';
import { seededRandom } from '../emulator/random.mts';
import { startEmulator } from '../emulator/server.mts';
import { VirtualTime } from '../harness/virtualTime.mts';
import { simulate } from './simulation.mts';

const LIMIT = 10;
const CALLS = 80;
const CONCURRENCY = 16;
const SEEDS = [1, 2, 3];

interface Setting {
	server: 'fixed' | 'sliding';
	way: string;
	processing: string;
	/** Each with a limiter of its own. */
	processes: number;
}

interface Outcome {
	rate: number;
	rejections: number;
}

/** The limiter with the clock of the node, which sends requests to the emulator. */
async function overHttp(setting: Setting, seed: number): Promise<Outcome> {
	const wayOf = delayOf(setting.way, seededRandom(seed));
	const accepted: number[] = [];
	const emulator = await startEmulator({
		rateAlgorithm: setting.server,
		processing: setting.processing,
		delaySeed: seed,
		script: () => ({
			transit: wayOf(performance.now()),
			onProcessed: () => accepted.push(performance.now()),
		}),
	});
	const agent = new Agent({ keepAlive: true });
	const headers = { authorization: `Bearer ${emulator.apiKey}` };
	const send = async () =>
		await new Promise<IncomingMessage>((resolve, reject) => {
			const request = get(`${emulator.baseUrl}/lists`, { agent, headers });
			request.once('error', reject);
			request.once('response', (answer) => answer.resume().once('end', () => resolve(answer)));
		});
	const runProcess = async () => {
		const limiter = new RateLimiter('plain', realClock);
		const queue = new CallQueue();
		let left = CALLS;
		const work = async () => {
			for (let isRetry = false; isRetry || left-- > 0; ) {
				const permit = await limiter.acquire(queue, { isRetry });
				const answer = await send();
				isRetry = answer.statusCode === 429;
				if (isRetry) limiter.onRateLimited(permit, answer.headers);
				else limiter.onResponse(permit, answer.headers);
			}
		};
		await Promise.all(Array.from({ length: CONCURRENCY }, work));
	};
	const time = new VirtualTime();
	time.install(seed);
	try {
		await time.until(Promise.all(Array.from({ length: setting.processes }, runProcess)));
	} finally {
		time.uninstall();
		agent.destroy();
		await emulator.close();
	}
	const seconds = (accepted.at(-1)! - accepted[0]) / 1_000;
	const rate = (accepted.length - 1) / LIMIT / seconds;
	return { rate, rejections: emulator.stats.rateLimited };
}

async function simulated(setting: Setting, seed: number): Promise<Outcome> {
	const process = [{ calls: CALLS, concurrency: CONCURRENCY }];
	const processes = Array.from({ length: setting.processes }, () => process);
	return await simulate({ ...setting, processes }, seed);
}

/** Of several seeds, one by one: virtual time is the time of the whole process. */
async function meanOf(setting: Setting, run: typeof overHttp): Promise<Outcome> {
	const mean = { rate: 0, rejections: 0 };
	for (const seed of SEEDS) {
		const { rate, rejections } = await run(setting, seed);
		mean.rate += rate / SEEDS.length;
		mean.rejections += rejections / SEEDS.length;
	}
	return mean;
}

it.each<Setting>([
	{ server: 'sliding', way: '20', processing: 'lognormal:120:0.6', processes: 1 },
	{ server: 'sliding', way: 'uniform:0:60', processing: '40', processes: 1 },
	{ server: 'sliding', way: '20', processing: '40', processes: 2 },
	{ server: 'fixed', way: '20', processing: 'steps:20@0,250@4000', processes: 2 },
])(
	'the simulator agrees with the emulator: $server windows, way $way, processes: $processes',
	async (setting) => {
		const [real, virtual] = [await meanOf(setting, overHttp), await meanOf(setting, simulated)];
		expect(Math.abs(real.rate - virtual.rate)).toBeLessThan(0.02);
		expect(Math.abs(real.rejections - virtual.rejections)).toBeLessThan(3);
	},
);
