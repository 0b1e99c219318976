import type { Clock } from '../../nodes/Loops/http/rateLimiter.ts';
import { seededRandom } from '../emulator/random.mts';

interface Event {
	at: number;
	/** Events at the same time run in the order they were added. */
	order: number;
	action?: () => void;
}

/** Real timers round down to whole ms, and fire up to this much late on an idle machine. */
const TIMER_LAG_MS = 1.5;

/** Time that jumps to the next event as soon as nothing is left to do. */
export class VirtualClock implements Clock {
	/** Seeded, in [0, 1). */
	readonly random: () => number;
	private time = 0;
	private order = 0;
	/** A binary heap. */
	private readonly events: Event[] = [];
	private readonly lag: () => number;

	/** @param timerLag maximum delay of timers in ms */
	constructor(
		seed = 1,
		private readonly timerLag = TIMER_LAG_MS,
	) {
		this.random = seededRandom(seed * 7919);
		this.lag = seededRandom(seed * 104729);
	}

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const onAbort = () => {
				event.action = undefined;
				reject(signal?.reason as Error);
			};
			const event = this.after(Math.max(1, Math.floor(ms)) + this.lag() * this.timerLag, () => {
				signal?.removeEventListener('abort', onAbort);
				resolve();
			});
			signal?.addEventListener('abort', onAbort, { once: true });
		});
	}

	/** Adds an event. */
	after(ms: number, action: () => void): Event {
		const event = { at: this.time + ms, order: this.order++, action };
		this.push(event);
		return event;
	}

	/** Runs events until `isOver`, or until none is left. */
	async run(isOver: () => boolean = () => false): Promise<void> {
		await settled();
		while (this.events.length > 0 && !isOver()) {
			const event = this.pop();
			if (!event.action) continue;
			this.time = event.at;
			event.action();
			await settled();
		}
	}

	/** Runs the events of the next `ms` milliseconds. */
	async advance(ms: number): Promise<void> {
		let isOver = false;
		this.after(ms, () => (isOver = true));
		await this.run(() => isOver);
	}

	private push(event: Event): void {
		let at = this.events.push(event) - 1;
		for (let up = (at - 1) >> 1; at > 0 && isBefore(event, this.events[up]); up = (at - 1) >> 1) {
			this.events[at] = this.events[up];
			at = up;
		}
		this.events[at] = event;
	}

	private pop(): Event {
		const [first] = this.events;
		const last = this.events.pop()!;
		if (this.events.length === 0) return first;
		let at = 0;
		for (;;) {
			let down = 2 * at + 1;
			if (down + 1 < this.events.length && isBefore(this.events[down + 1], this.events[down])) {
				down++;
			}
			if (down >= this.events.length || !isBefore(this.events[down], last)) break;
			this.events[at] = this.events[down];
			at = down;
		}
		this.events[at] = last;
		return first;
	}
}

function isBefore(one: Event, other: Event): boolean {
	return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Lets the callbacks of all settled promises run. */
async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
