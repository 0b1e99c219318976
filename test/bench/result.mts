import type { PackageUnderTest } from '../harness/engine.mts';

export interface Check {
	what: string;
	value: number;
	target: string;
	isMet: boolean;
}

/** A setting of a case with measurements and requirements. */
export interface Result {
	case: number;
	setting: string;
	numbers: Record<string, number>;
	checks: Check[];
}

/** Measures a case, with a row for each setting. */
export type Case = (pkg: PackageUnderTest) => Promise<Array<Omit<Result, 'case'>>>;

/** Further digits would not be reproducible. */
export const rounded = (value: number): number => Number(value.toPrecision(value < 1 ? 3 : 4));

export const atLeast = (what: string, value: number, target: number): Check => ({
	what,
	value: rounded(value),
	target: `≥ ${target}`,
	isMet: value >= target,
});

export const atMost = (what: string, value: number, target: number): Check => ({
	what,
	value: rounded(value),
	target: `≤ ${target}`,
	isMet: value <= target,
});

export const none = (what: string, value: number): Check => ({
	what,
	value,
	target: '0',
	isMet: value === 0,
});
