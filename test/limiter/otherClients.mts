import type { VirtualClock } from './virtualClock.mts';

/** Another client of the account that ignores headers and never retries. */
export type OtherClient =
	/** Calls per second; `uneven` is the maximum delay of a call, as a share of the interval. */
	| { kind: 'steady'; rate: number; uneven?: number }
	/** A random rate between two for each call. */
	| { kind: 'varying'; from: number; to: number }
	/** `size` calls at once, every `every` ms. */
	| { kind: 'bursts'; size: number; every: number }
	/** `rate` calls per second for `period` ms, then none for `period` ms. */
	| { kind: 'onAndOff'; rate: number; period: number };

export function startOther(other: OtherClient, clock: VirtualClock, arrive: () => unknown): void {
	if (other.kind === 'bursts') {
		const burst = () => {
			for (let n = 0; n < other.size; n++) arrive();
			clock.after(other.every, burst);
		};
		clock.after(clock.random() * other.every, burst);
		return;
	}
	if (other.kind === 'varying') {
		const next = () => {
			arrive();
			clock.after(1_000 / (other.from + (other.to - other.from) * clock.random()), next);
		};
		clock.after(clock.random() * 1_000, next);
		return;
	}
	const between = 1_000 / other.rate;
	const phase = clock.random() * (other.kind === 'onAndOff' ? 2 * other.period : between);
	const uneven = (other.kind === 'steady' && other.uneven) || 0;
	const tick = () => {
		clock.after(clock.random() * uneven * between, () => {
			const isOn =
				other.kind === 'steady' || (clock.now() + phase) % (2 * other.period) < other.period;
			if (isOn) arrive();
		});
		clock.after(between, tick);
	};
	clock.after(phase % between, tick);
}
