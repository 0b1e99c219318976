import { describe, expect, it } from 'vitest';

import { read } from '../harness/repository.mts';
import { rowsBelow } from '../harness/tables.mts';

/** The results of `npm run bench` that the pages use. */
interface Measured {
	date: string;
	/** Of the code that was measured; older results lack it. */
	commit?: string;
}
interface Bench extends Measured {
	results: Array<{ case: number; setting: string; numbers: Record<string, number> }>;
}
interface Limiter extends Measured {
	seeds: number;
	measured: Array<
		{ name: string; server: string; othersAccepted?: number } & Record<
			'rate' | 'rejected',
			{ median: number }
		>
	>;
}
interface BesideHttp extends Measured {
	rows: Array<{
		setting: string;
		isUnlucky: boolean;
		status: string;
		numbers: Record<'never' | 'once' | 'again', number>;
	}>;
}
const bench = JSON.parse(read('test/bench/results.json')) as Bench;
const limiter = JSON.parse(read('test/limiter/results.json')) as Limiter;
const besideHttp = JSON.parse(read('test/bench/http.json')) as BesideHttp;
const cost = JSON.parse(read('test/bench/cost.json')) as Measured & {
	rows: Array<{ node: string; ms: { median: number }; peakMb: number }>;
};
const trigger = JSON.parse(read('test/bench/trigger.json')) as Measured & {
	rows: Array<{ node: string; isLazy: boolean; ms: { median: number } }>;
};

const OF_BENCH = 'test/bench/README.md';
const OF_LIMITER = 'test/limiter/README.md';

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)}%`;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The numbers of a case for the settings that match. */
const of = (number: number, setting = /./) =>
	bench.results
		.filter((result) => result.case === number && setting.test(result.setting))
		.map(({ numbers }) => numbers);

const all = (name: string, numbers: Array<Record<string, number>>) =>
	numbers.map((each) => each[name]);

/** The lowest and highest share of a limit, or one number if both are equal. */
function shares(rates: number[], limit = 10, between = 'to'): string {
	const [low, high] = [Math.min(...rates), Math.max(...rates)].map((rate) => percent(rate / limit));
	return low === high ? low : `${low.replace('%', '')} ${between} ${high}`;
}

const measuredOn = ({ date, commit }: Measured) =>
	`Measured on ${date.slice(0, 10)}${commit ? ` of commit ${commit}` : ''}`;

/** How many items of some settings were lost or rate-limited. */
function lossOf(numbers: Array<Record<string, number>>): string {
	const turnedAway = sum(all('turnedAway', numbers));
	const items = sum(all('items', numbers)).toLocaleString('en');
	return `${sum(all('lost', numbers))} lost, ${turnedAway} answer${turnedAway === 1 ? '' : 's'} 429 in ${items}`;
}

const constant = of(1);
const varying = of(2);
const beside = of(4);
const [twoRuns, twoProcesses] = of(5);
const [hundred, thousand] = of(6);
const sizes = of(8);
const large = sizes[sizes.length - 1];
const failures = of(10);
const peaks = all('peakMb', failures).sort((a, b) => a - b);

/** The second column of the table, from the results of `npm run bench`. */
const MEASURED = [
	`${shares(all('rate', constant))} of the limit, ${lossOf(constant)}`,
	`${shares(all('rate', varying))} of the limit, ${lossOf(varying)}`,
	`${sum(all('lost', beside))} lost, together ${shares(all('together', beside), 10, 'and')} of the limit`,
	`${twoRuns.lost + twoProcesses.lost} lost, ${percent(twoRuns.rate / 10)} and ${percent(twoProcesses.rate / 10)} of the limit`,
	`${percent(hundred.rate / 100)} and ${percent(thousand.rate / 1000)} of the limit`,
	`${large.msPerItem.toFixed(2)} ms per item (${(large.msPerItem / sizes[0].msPerItem).toFixed(2)} times that of 1,000), ${large.aboveItemsMb.toFixed(0)} MB above the items' own memory`,
	`${sum(all('lost', failures))} lost with a heap of 512 MB; ${peaks[0].toFixed(0)} to ${peaks[peaks.length - 1].toFixed(0)} MB at most for the whole process`,
	`${all('lost', of(9))
		.join(', ')
		.replace(/, (\d+)$/, ' and $1')} lost`,
];

/** How many people got the event, for a setting of `npm run bench:http`. */
function reached(setting: string, isUnlucky: boolean): string {
	const row = besideHttp.rows.find(
		(each) => each.setting === setting && each.isUnlucky === isUnlucky,
	);
	if (!row) throw new Error(`No setting '${setting}'`);
	const { never, once, again } = row.numbers;
	const total = never + once + again;
	const counts = [
		once > 0 && (once === total ? `all ${once} sent, each once` : `${once} sent once`),
		again > 0 && `${again === total ? 'all ' : ''}${again} sent more than once`,
		never > 0 && `${never} not sent`,
		row.status === 'error' && 'and the execution fails',
	];
	return counts.filter(Boolean).join(', ');
}

describe('the documented measurements', () => {
	it('beside HTTP Request are in test/bench/http.json', () => {
		const settings = [...new Set(besideHttp.rows.map(({ setting }) => setting))];
		expect(rowsBelow(OF_BENCH, 'Beside HTTP Request')).toEqual(
			settings.map((setting) => [setting, reached(setting, false), reached(setting, true)]),
		);
		expect(read(OF_BENCH)).toContain(`${measuredOn(besideHttp)}, in n8n 2.41`);
		const comparison = read('docs/moving.md');
		for (const isUnlucky of [false, true]) {
			expect(comparison).toContain(`| ${reached('this node', isUnlucky)} |`);
			for (const setting of settings.slice(0, -1)) {
				if (!isUnlucky && setting.includes('Retry')) continue;
				if (isUnlucky && !setting.includes('Batching')) continue;
				expect(comparison).toContain(reached(setting, isUnlucky));
			}
		}
	});

	it('of what an item costs are in test/bench/cost.json', () => {
		const told = cost.rows.map(({ node, ms, peakMb }) => [
			node,
			`${ms.median.toFixed(1)} ms`,
			`${peakMb.toFixed(0)} MB`,
		]);
		expect(rowsBelow(OF_BENCH, 'Cost of an item')).toEqual(told);
		expect(read(OF_BENCH)).toContain(`${measuredOn(cost)}, in n8n 2.41`);
		const [, http, , own] = told.map(
			([, ms, mb]) => `${ms} of processor time for each and ${mb} of memory`,
		);
		expect(read('docs/moving.md')).toContain(
			`${own} with this node, and ${http} with HTTP Request.`,
		);
	});

	it('of the rate limiter are in test/limiter/results.json', () => {
		const told = rowsBelow(OF_LIMITER, 'Results');
		expect(told).not.toEqual([]);
		for (const [name, ...cells] of told) {
			const both = ['sliding', 'fixed'].map((window) =>
				limiter.measured.find((each) => each.name === name && each.server === window),
			);
			expect(cells, name).toEqual([
				...both.map((each) => percent(each!.rate.median)),
				...both.map((each) => percent(each!.rejected.median, 1)),
				...both.map((each) =>
					each!.othersAccepted === undefined ? '' : percent(each!.othersAccepted),
				),
			]);
		}
		expect(read(OF_LIMITER)).toContain(
			`${measuredOn(limiter)}: medians over ${limiter.seeds} seeds`,
		);
	});

	it('of several processes are in test/limiter/results.json', () => {
		const told = rowsBelow('docs/workers.md', 'Rate limit of several processes');
		expect(told).toEqual(
			['2', '8'].map((count) => {
				const ofCount = limiter.measured.filter(
					({ name, server }) =>
						name === `${count} processes` && ['sliding', 'fixed'].includes(server),
				);
				const range = (of: 'rate' | 'rejected') =>
					shares(
						ofCount.map((each) => each[of].median),
						1,
					);
				return [count, range('rejected'), range('rate')];
			}),
		);
	});

	it('of the node are in test/bench/results.json', () => {
		const told = rowsBelow(OF_BENCH, 'Results').map(([, measured]) => measured);
		expect(told).toEqual(MEASURED);
		expect(read(OF_BENCH)).toContain(`${measuredOn(bench)}, on`);
		const [same, varied] = [constant, varying].map((each) => shares(all('rate', each)));
		expect(read('docs/workers.md')).toContain(
			`${same} of the limit if all answers take the same time, ${varied} if they vary, and lost no items`,
		);
		expect(read('docs/workers.md')).toContain(
			`needed ${large.aboveItemsMb.toFixed(0)} MB beside the items themselves, and ${large.msPerItem.toFixed(1)} ms`,
		);
		expect(sum(all('lost', [...constant, ...varying]))).toBe(0);
	});

	it('of events are in test/bench/trigger.json', () => {
		const cells = trigger.rows.map(({ ms }) => `${ms.median.toFixed(0)} ms`);
		const rows = [
			['`false`', ...cells.slice(0, 2)],
			['`true`', ...cells.slice(2)],
		];
		expect(rowsBelow(OF_BENCH, 'Events')).toEqual(rows);
		expect(rowsBelow('docs/trigger.md', 'Load')).toEqual(rows);
		expect(read(OF_BENCH)).toContain(`${measuredOn(trigger)}, in n8n 2.41`);
	});
});
