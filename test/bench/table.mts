import Table from 'cli-table3';

import { type Result, rounded } from './result.mts';

/** Labels and formats of the numbers in a result. */
const SHOWN: Record<string, (value: number) => string> = {
	items: (value) => `${value} items`,
	wall: (value) => (value < 1_000 ? `${rounded(value)} ms` : `${rounded(value / 1_000)} s`),
	bareWall: (value) => `bare ${rounded(value)} ms`,
	rate: (value) => `${rounded(value)} accepted/s`,
	together: (value) => `${rounded(value)} together/s`,
	lost: (value) => `${value} lost`,
	turnedAway: (value) => `${value} × 429`,
	otherSent: (value) => `other sent ${value}`,
	otherTurnedAway: (value) => `other ${value} × 429`,
	throughput: (value) => `${rounded(value)} items/s`,
	bareThroughput: (value) => `bare ${rounded(value)} items/s`,
	msPerItem: (value) => `${rounded(value)} ms/item`,
	itemsMb: (value) => `items ${rounded(value)} MB`,
	peakMb: (value) => `peak ${rounded(value)} MB`,
	aboveItemsMb: (value) => `above ${rounded(value)} MB`,
};

export function tableOf(results: Result[]): string {
	const table = new Table({
		head: ['Case', 'Setting', 'Measured', 'Target', ''],
		colWidths: [6, 31, 42, 37, 9],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { case: number, setting, numbers, checks } of results) {
		table.push([
			String(number),
			setting,
			Object.entries(numbers)
				.map(([name, value]) => SHOWN[name]?.(value) ?? `${name} ${rounded(value)}`)
				.join(', '),
			checks.map(({ what, value, target }) => `${what} ${value} (${target})`).join('\n'),
			checks.map(({ isMet }) => (isMet ? 'met' : 'NOT MET')).join('\n'),
		]);
	}
	return table.toString();
}
