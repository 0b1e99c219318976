import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Timer {
	at: number;
	order: number;
	run: () => void;
}

/** Idle turns of the event loop after which nothing is in flight. */
const QUIET_TURNS = 4;

/** Duration of a request, so that later events have a later time. */
const WAY_MS = 1;

/** Turns after which a request in flight counts as lost, since loopback delivers at once. */
const LOST_TURNS = 1_000;

const real = {
	setTimeout: globalThis.setTimeout,
	clearTimeout: globalThis.clearTimeout,
	setImmediate: globalThis.setImmediate,
	Date: globalThis.Date,
	performanceNow: performance.now.bind(performance),
	random: Math.random,
};

/**
 * Virtual time for a node and an emulator that use real sockets in one process. Time stands still
 * while anything is in flight or running, then jumps to the next timer. So a run of minutes takes
 * milliseconds and is reproducible.
 *
 * It replaces `setTimeout`, `Date`, `performance.now` and `Math.random`. Internal timers of Node.js,
 * such as those of sockets, stay real.
 */
export class VirtualTime {
	/** Number of sent requests. */
	left = 0;

	private isInstalled = false;
	private wake?: () => void;
	private news = 0;
	private made = 0;
	private readonly timers = new Map<object, Timer>();
	private readonly onTheWay = new Map<ClientRequest, 'leaving' | 'held' | 'answered'>();

	private readonly onLeave = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.news++;
		this.left++;
		this.onTheWay.set(request, 'leaving');
		request.once('response', () => this.news++);
		request.once('close', () => {
			this.news++;
			this.time += WAY_MS;
			this.onTheWay.delete(request);
		});
	};
	private readonly onArrive = (message: unknown) => this.note(message, 'held');
	private readonly onAnswer = (message: unknown) => this.note(message, 'answered');

	/** @param time when it starts: by default as if the process had run for an hour */
	constructor(private time = 3_600_000) {}

	/** ms as of `performance.now`. */
	get now(): number {
		return this.time;
	}

	/**
	 * @param seed of Math.random
	 * @param epoch start in ms since 1970
	 */
	install(seed: number, epoch = real.Date.UTC(2026, 0, 1)): void {
		const clock = this;
		const offset = epoch - this.time;
		this.isInstalled = true;
		let state = seed;
		Math.random = () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return state / 2 ** 32;
		};
		globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
			const handle = {
				ref: () => handle,
				unref: () => handle,
				hasRef: () => true,
				refresh: () => handle,
				close: () => handle,
				[Symbol.toPrimitive]: () => 0,
			};
			clock.news++;
			const at = clock.time + (ms >= 1 ? ms : 1);
			clock.timers.set(handle, { at, order: clock.made++, run: () => run(...args) });
			clock.wake?.();
			return handle;
		}) as unknown as typeof setTimeout;
		globalThis.clearTimeout = ((handle?: NodeJS.Timeout) => {
			if (!clock.timers.delete(handle as object)) real.clearTimeout(handle);
		}) as typeof clearTimeout;
		globalThis.Date = new Proxy(real.Date, {
			construct: (target, args: [], newTarget) =>
				Reflect.construct(
					target,
					args.length > 0 ? args : [offset + clock.time],
					newTarget,
				) as Date,
			get: (target, name) =>
				name === 'now' ? () => Math.trunc(offset + clock.time) : Reflect.get(target, name),
		});
		performance.now = () => clock.time;
		subscribe('http.client.request.start', this.onLeave);
		subscribe('http.server.request.start', this.onArrive);
		subscribe('http.server.response.finish', this.onAnswer);
	}

	/** Restores real time. Remaining timers never fire. */
	uninstall(): void {
		this.isInstalled = false;
		this.wake?.();
		globalThis.setTimeout = real.setTimeout;
		globalThis.clearTimeout = real.clearTimeout;
		globalThis.Date = real.Date;
		performance.now = real.performanceNow;
		Math.random = real.random;
		unsubscribe('http.client.request.start', this.onLeave);
		unsubscribe('http.server.request.start', this.onArrive);
		unsubscribe('http.server.response.finish', this.onAnswer);
	}

	/** Advances time until `promise` settles. */
	async until<T>(promise: Promise<T>): Promise<T> {
		let isSettled = false;
		promise.then(
			() => (isSettled = true),
			() => (isSettled = true),
		);
		for (;;) {
			await this.quiet();
			if (isSettled) return await promise;
			if (!this.fireNext()) throw new Error('The run waits for something that never comes');
		}
	}

	/** Advances time by `ms`. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		do await this.quiet();
		while (this.fireNext(end));
		this.time = Math.max(this.time, end);
	}

	/** Advances time whenever nothing else runs, until `uninstall`. */
	async flow(): Promise<void> {
		while (this.isInstalled) {
			await this.quiet();
			if (this.isInstalled && !this.fireNext())
				await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}

	/** Calls `run` after `ms`, when nothing else runs. */
	after(ms: number, run: () => void): void {
		setTimeout(run, ms);
	}

	private fireNext(end = Infinity): boolean {
		let first: [object, Timer] | undefined;
		for (const entry of this.timers) {
			const [, { at, order }] = entry;
			if (!first || at < first[1].at || (at === first[1].at && order < first[1].order))
				first = entry;
		}
		if (!first || first[1].at > end) return false;
		const [handle, { at, run }] = first;
		this.timers.delete(handle);
		this.time = Math.max(this.time, at);
		run();
		return true;
	}

	/** Waits until nothing is in flight and the event loop is idle. */
	private async quiet(): Promise<void> {
		for (let turns = 0, busy = 0; turns < QUIET_TURNS; ) {
			const { news } = this;
			await new Promise((resolve) => real.setImmediate(resolve));
			const isBusy = [...this.onTheWay.values()].some((state) => state !== 'held');
			if (news !== this.news) turns = busy = 0;
			else if (isBusy && busy < LOST_TURNS) busy++;
			else turns++;
		}
	}

	private note(message: unknown, state: 'held' | 'answered'): void {
		const { request } = message as { request: IncomingMessage };
		this.news++;
		const port = (request.socket as Socket).remotePort;
		for (const each of this.onTheWay.keys()) {
			if (each.socket?.localPort === port) this.onTheWay.set(each, state);
		}
	}
}
