/** ms; shorter times are too noisy to judge. */
const WORTH_JUDGING_MS = 30;

/** Doublings judged together, and the allowed growth per doubling: 2 is linear, 4 quadratic. */
const DOUBLINGS = 3;
const MAX_GROWTH = 2.5;

/** ms; shorter times count as this, since a garbage collection takes longer. */
const LEAST_MS = 5;

/** ms; too long for any of these sizes. */
const MAX_MS = 2_000;

/** CPU time in ms, including that of a refusal. */
function cpuTime(work: () => unknown): number {
	const before = process.cpuUsage();
	try {
		work();
	} catch {}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/**
 * Doubles the size of a text from 4 kB to 1 MB until the growth of the time is clear.
 * @returns the times if they grow faster than the size
 */
export function superLinearGrowth(
	make: (size: number) => string,
	work: (text: string) => unknown,
): string | undefined {
	// Every text differs, so that no cache answers.
	let texts = 0;
	const timeFor = (size: number) => {
		const text = make(size + ++texts);
		return cpuTime(() => work(text));
	};
	const times: number[] = [];

	for (let size = 4_096; size <= 1_048_576; size *= 2) {
		let last = timeFor(size);
		let first = times.at(-DOUBLINGS) ?? Infinity;
		const isTooMuch = () =>
			last > MAX_MS ||
			(last > WORTH_JUDGING_MS && last > MAX_GROWTH ** DOUBLINGS * Math.max(first, LEAST_MS));
		for (let again = 0; again < 5 && last < MAX_MS && isTooMuch(); again++) {
			last = Math.min(last, timeFor(size));
			first = Math.max(first, timeFor(size / 2 ** DOUBLINGS));
		}
		if (isTooMuch()) {
			return `${first.toFixed(1)} ms for ${size / 2 ** DOUBLINGS} characters, ${last.toFixed(1)} ms for ${size}`;
		}
		if (last > WORTH_JUDGING_MS && first < Infinity) return undefined;
		times.push(last);
	}
	return undefined;
}
