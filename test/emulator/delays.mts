/**
 * A varying time as text:
 * - `120`: always 120 ms
 * - `uniform:0:60`: 0 to 60 ms
 * - `lognormal:120:0.6`: median 120 ms, sigma 0.6, like answers of real services
 * - `steps:20@0,250@15000`: 20 ms, then 250 ms from 15 s after the first request on
 */
export type DelaySpec = string;

/** The delay in ms of a request at `now` in ms. */
export type Delay = (now: number) => number;

/** @throws Error that quotes an invalid spec */
export function delayOf(spec: DelaySpec, random: () => number): Delay {
	const [kind, ...rest] = spec.split(':');
	if (rest.length === 0) {
		const [ms] = numbersIn(spec, [kind], 1);
		return () => ms;
	}
	if (kind === 'uniform') {
		const [from, to] = numbersIn(spec, rest, 2);
		return () => from + (to - from) * random();
	}
	if (kind === 'lognormal') {
		const [median, sigma] = numbersIn(spec, rest, 2);
		return () => median * Math.exp(sigma * normal(random));
	}
	if (kind === 'steps' && rest.length === 1) return stepsOf(spec, rest[0].split(','));
	throw new Error(`not a delay: "${spec}"`);
}

function stepsOf(spec: DelaySpec, parts: string[]): Delay {
	const steps = parts.map((part) => numbersIn(spec, part.split('@'), 2));
	let startedAt: number | undefined;
	return (now) => {
		startedAt ??= now;
		const elapsed = now - startedAt;
		return steps.findLast(([, from]) => from <= elapsed)?.[0] ?? steps[0][0];
	};
}

function numbersIn(spec: DelaySpec, texts: string[], count: number): number[] {
	const numbers = texts.map((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN));
	if (numbers.length !== count || numbers.some(Number.isNaN)) {
		throw new Error(`not a delay: "${spec}"`);
	}
	return numbers;
}

/** Box–Muller transform. */
function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
