import type { VirtualClock } from './virtualClock.mts';

/** Somebody else who uses the same account, doesn't look at headers and repeats nothing. */
export type OtherClient =
	/** So many per second; `uneven` is how far from its time a call may be, as a share of the time between two. */
	| { kind: 'steady'; rate: number; uneven?: number }
	/** Anything between two rates, drawn anew for each call. */
	| { kind: 'varying'; from: number; to: number }
	/** So many at once, every so many ms. */
	| { kind: 'bursts'; size: number; every: number }
	/** So many per second for `period` ms, then nothing for as long. */
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
