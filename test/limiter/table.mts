// `node --import tsx test/limiter/table.mts` runs all scenarios with 30 seeds in virtual time.
// `--seeds 5` runs fewer seeds, `--only processes` some scenarios; `--json file` writes the results.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { commitOf } from '../harness/repository.mts';
import { type Measured, measure } from './measure.mts';
import { CELLS } from './scenarios.mts';

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '30' },
		only: { type: 'string', default: '' },
		json: { type: 'string' },
	},
});
const seeds = Number(values.seeds);
const cells = CELLS.filter(({ name, server }) => `${name}, ${server}`.includes(values.only));

const measured: Measured[] = [];
for (const cell of cells) {
	measured.push(await measure(cell, seeds));
}

const share = (value: number) => value.toFixed(3);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const table = new Table({
	head: ['Scenario', 'Windows', 'Rate', 'worst', 'asked', '429', 'worst', 'asked', ''],
	style: { head: [], border: [], compact: true },
});
for (const { name, server, isOfStudy, figures, rate, rejected, isMet } of measured) {
	table.push([
		`${name}${isOfStudy ? '' : ' *'}`,
		server,
		share(rate.median),
		share(rate.worst),
		share(figures.rate),
		percent(rejected.median),
		percent(rejected.worst),
		percent(figures.rejected),
		isMet ? 'met' : 'NOT MET',
	]);
}
console.log(table.toString());
console.log(`${seeds} seeds; * not asked for by the study: figures that were reached`);
const missed = measured.filter(({ isMet }) => !isMet).length;
console.log(missed === 0 ? 'All figures are met.' : `${missed} figures are not met.`);

if (values.json) {
	const report = { date: new Date().toISOString(), commit: commitOf(), seeds, measured };
	writeFileSync(values.json, `${JSON.stringify(report, null, '\t')}\n`);
}
process.exitCode = missed === 0 ? 0 : 1;
