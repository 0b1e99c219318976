import { type Permit, Slots } from '../../nodes/Loops/http/slots.ts';

export const WINDOW = 1_000;

/** Slots with a clock that the test sets, and a fixed random number of 0.5. */
export function slotsOf(limit: number) {
	const clock = { time: 0, now: () => clock.time, random: () => 0.5, sleep: async () => {} };
	const slots = new Slots(limit, WINDOW, clock);
	return {
		slots,
		at: (time: number) => (clock.time = time),
		take: (count: number): Permit[] => Array.from({ length: count }, () => slots.take()),
		/** How many calls can leave at once. */
		room(): number {
			let count = 0;
			for (; slots.freeAt() <= clock.time; count++) slots.take();
			return count;
		},
	};
}
