import { describe, expect, it } from 'vitest';

import { read } from '../harness/repository.mts';
import { rowsBelow } from './tables.mts';

/** What `npm run bench` has written, as far as it is told. */
interface Bench {
	results: Array<{ case: number; setting: string; numbers: Record<string, number> }>;
}
interface Limiter {
	seeds: number;
	measured: Array<
		{ name: string; server: string; isOfStudy: boolean } & Record<
			'rate' | 'rejected',
			{ median: number }
		>
	>;
}
const bench = JSON.parse(read('test/bench/results.json')) as Bench;
const limiter = JSON.parse(read('test/limiter/results.json')) as Limiter;

const PAGE = 'docs/retries-and-rate-limit.md';

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)} %`;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The numbers of the settings of a case whose name fits. */
const of = (number: number, setting = /./) =>
	bench.results
		.filter((result) => result.case === number && setting.test(result.setting))
		.map(({ numbers }) => numbers);

const all = (name: string, numbers: Array<Record<string, number>>) =>
	numbers.map((each) => each[name]);

/** Lowest and highest share of a limit, told once where they are the same. */
function shares(rates: number[], limit = 10, between = 'to'): string {
	const [low, high] = [Math.min(...rates), Math.max(...rates)].map((rate) => percent(rate / limit));
	return low === high ? low : `${low.replace(' %', '')} ${between} ${high}`;
}

/** What became of the items of some settings. */
function lossOf(numbers: Array<Record<string, number>>): string {
	const turnedAway = sum(all('turnedAway', numbers));
	const items = sum(all('items', numbers)).toLocaleString('en');
	return `${sum(all('lost', numbers))} lost, ${turnedAway} answer${turnedAway === 1 ? '' : 's'} 429 in ${items}`;
}

const constant = of(1);
const varying = of(2, /lognormal|steps/);
const wayVaries = of(2, /uniform/);
const [burst] = of(3);
const beside = of(4);
const [twoRuns, twoProcesses] = of(5);
const [hundred, thousand] = of(6);
const [unlimited] = of(7);
const sizes = of(8);
const large = sizes[sizes.length - 1];
const failures = of(10);
const peaks = all('peakMb', failures).sort((a, b) => a - b);

/** The second column of the table, from what `npm run bench` has written. */
const MEASURED = [
	`${shares(all('rate', constant))} of the limit, ${lossOf(constant)}`,
	`${shares(all('rate', varying))} of the limit, ${lossOf(varying)}`,
	`${shares(all('rate', wayVaries), 10, 'and')} of the limit, ${lossOf(wayVaries)}`,
	`${(burst.wall / burst.bareWall).toFixed(1)} times the time of ten bare requests at once: three go ahead`,
	`${sum(all('lost', beside))} lost, together ${shares(all('together', beside), 10, 'and')} of the limit`,
	`${twoRuns.lost + twoProcesses.lost} lost, ${percent(twoRuns.rate / 10)} and ${percent(twoProcesses.rate / 10)} of the limit`,
	`${percent(hundred.rate / 100)} and ${percent(thousand.rate / 1000)} of the limit`,
	`${percent(unlimited.throughput / unlimited.bareThroughput)} of the throughput of a bare loop with as many at once`,
	`${large.msPerItem.toFixed(2)} ms per item (${(large.msPerItem / sizes[0].msPerItem).toFixed(2)} times that of 1,000), ${large.aboveItemsMb.toFixed(0)} MB above the items' own memory`,
	`${sum(all('lost', failures))} lost with a heap of 512 MB; ${peaks[0].toFixed(0)} to ${peaks[peaks.length - 1].toFixed(0)} MB at most for the whole process`,
	`${all('lost', of(9))
		.join(', ')
		.replace(/, (\d+)$/, ' and $1')} lost`,
];

describe('what is said to be measured', () => {
	it('of the rate limiter is in test/limiter/results.json', () => {
		const told = rowsBelow(PAGE, 'Measured');
		const rows = new Map<string, string[]>();
		for (const { name, server, isOfStudy, rate, rejected } of limiter.measured) {
			if (!isOfStudy || !['sliding', 'fixed'].includes(server)) continue;
			const [share = '', refused = ''] = [percent(rate.median), percent(rejected.median, 1)];
			const [rates, refusals] = rows.get(name)?.map((cell) => `${cell}|`) ?? ['', ''];
			rows.set(name, [rates + share, refusals + refused]);
		}
		expect(told.map(([name, ...cells]) => [name, ...cells])).toEqual(
			[...rows].map(([name, [rates, refusals]]) => [
				name,
				...rates.split('|'),
				...refusals.split('|'),
			]),
		);
		expect(read(PAGE)).toContain(`over ${limiter.seeds} seeds`);
	});

	it('of the node is in test/bench/results.json', () => {
		expect(rowsBelow(PAGE, 'The node').map(([, measured]) => measured)).toEqual(MEASURED);
		expect(read('README.md')).toContain(`${shares(all('rate', constant))} of that when alone`);
	});
});
