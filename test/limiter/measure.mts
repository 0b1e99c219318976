import type { Cell } from './scenarios.mts';
import { simulate } from './simulation.mts';

/** How far the worst seed may be below the required rate. */
const WORST = 0.05;

/** A cell of the table over several seeds: shares of the limit and of the answers. */
export interface Measured {
	name: string;
	server: string;
	isOfStudy: boolean;
	/** The required values. */
	figures: { rate: number; rejected: number };
	rate: { median: number; worst: number };
	rejected: { median: number; worst: number };
	/** Accepted requests of the other client. */
	othersAccepted?: number;
	isMet: boolean;
}

export async function measure(cell: Cell, seeds: number): Promise<Measured> {
	const { name, server, scenario, isOfStudy } = cell;
	const rates: number[] = [];
	const rejected: number[] = [];
	const othersAccepted: number[] = [];
	for (let seed = 1; seed <= seeds; seed++) {
		const outcome = await simulate(scenario, seed);
		rates.push(outcome.rate);
		rejected.push(outcome.rejected);
		othersAccepted.push(outcome.othersAccepted);
	}
	const rate = { median: median(rates), worst: Math.min(...rates) };
	const isMet =
		rate.median >= cell.rate &&
		rate.worst >= cell.rate - WORST &&
		median(rejected) <= cell.rejected;
	return {
		name,
		server,
		isOfStudy,
		figures: { rate: cell.rate, rejected: cell.rejected },
		rate,
		rejected: { median: median(rejected), worst: Math.max(...rejected) },
		...(scenario.others && { othersAccepted: median(othersAccepted) }),
		isMet,
	};
}

function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
