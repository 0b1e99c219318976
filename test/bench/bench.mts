// `npm run bench` runs the built node through n8n's engine over HTTP, against emulators in separate
// processes. `-- --only 1,3` runs single cases and writes nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { loadBuiltPackage } from '../harness/builtPackage.mts';
import { commitOf, root } from '../harness/repository.mts';
import { baselines } from './cases/baselines.mts';
import { burst } from './cases/burst.mts';
import { failures } from './cases/failures.mts';
import { otherClient } from './cases/otherClient.mts';
import { overhead } from './cases/overhead.mts';
import { highLimit, latency, sorted, varyingLatency } from './cases/rates.mts';
import { size } from './cases/size.mts';
import { together } from './cases/together.mts';
import { chartOf } from './chart.mts';
import { itemsOf, runNode } from './measure.mts';
import { type Case, type Result, rounded } from './result.mts';
import { startService, stopServices } from './service.mts';
import { tableOf } from './table.mts';

const CASES: Case[] = [
	latency,
	varyingLatency,
	burst,
	otherClient,
	together,
	highLimit,
	overhead,
	size,
	baselines,
	failures,
	sorted,
];

/** Items to run before measuring, since n8n runs for days with compiled code. */
const WARM_UP = 10_000;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',').map(Number);
if (only?.some((number) => !CASES[number - 1])) {
	throw new Error(`There are cases 1 to ${CASES.length}`);
}

// Keeps n8n's config file out of the user's home folder.
const userFolder = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-bench-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'bench';

const results: Result[] = [];
try {
	const { pkg } = await loadBuiltPackage();
	await runNode(pkg, await startService({ limit: 1_000_000, log: 100 }), itemsOf(WARM_UP));
	await stopServices();
	for (const [index, run] of CASES.entries()) {
		const number = index + 1;
		if (only && !only.includes(number)) continue;
		const startedAt = performance.now();
		process.stderr.write(`Case ${number} of ${CASES.length} … `);
		const measured = await run(pkg);
		await stopServices();
		results.push(...measured.map((result) => ({ case: number, ...result })));
		process.stderr.write(`${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
	}
} finally {
	await stopServices();
	rmSync(userFolder, { recursive: true, force: true });
}

console.log(tableOf(results));
const missed = results.flatMap(({ checks }) => checks).filter(({ isMet }) => !isMet).length;
console.log(missed === 0 ? 'All targets are met.' : `${missed} targets are not met.`);

if (!only) {
	const machine = { cpu: cpus()[0].model, cpus: cpus().length, node: process.version };
	const report = {
		date: new Date().toISOString(),
		commit: commitOf(),
		machine,
		results: results.map(forReport),
	};
	writeFileSync(join(root, 'test/bench/results.json'), `${JSON.stringify(report, null, '\t')}\n`);
	writeFileSync(
		join(root, 'test/bench/chart.svg'),
		chartOf(results.filter((result) => result.case === CASES.indexOf(baselines) + 1)),
	);
}
process.exit(missed === 0 ? 0 : 1);

function forReport(result: Result): Result {
	const numbers = Object.entries(result.numbers).map(([name, value]) => [name, rounded(value)]);
	return { ...result, numbers: Object.fromEntries(numbers) };
}
