/** How many files and functions of the nodes one item passes, by V8's coverage of a run after a warm-up run. */
import { Session } from 'node:inspector/promises';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { startEmulator } from '../emulator/server.mts';
import { loadBuiltPackage } from '../harness/builtPackage.mts';
import { runWorkflow } from '../harness/engine.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

const ROWS: Array<[name: string, parameters: IDataObject]> = [
	['Contact > Create or Update', parametersOf.upsert],
	['Transactional Email > Send', parametersOf.sendEmail],
	['Campaign > Schedule', contentParameters('campaign schedule')],
	['Transactional Email > Save Content', contentParameters('transactionalEmail saveContent')],
	['Sending IP > Get Many', contentParameters('sendingIp getAll')],
	['Contact > Find', parametersOf.find],
];

const { pkg } = await loadBuiltPackage();

async function run(parameters: IDataObject): Promise<void> {
	const emulator = await startEmulator({ rateLimit: 100_000 });
	const { apiKey, baseUrl } = emulator;
	const workflow = workflowWith(parameters);
	const { data } = await runWorkflow(pkg, { apiKey, baseUrl }, workflow, [{ json: {} }]);
	await emulator.close();
	if (data.resultData.error) throw data.resultData.error;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');

const isPublished = (url: string) => /\/dist\/(nodes|credentials)\//.test(url);

const table = new Table({ head: ['Operation', 'Files', 'Functions'] });
for (const [name, parameters] of ROWS) {
	await run(parameters);
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await run(parameters);
	const { result } = await session.post('Profiler.takePreciseCoverage');
	await session.post('Profiler.stopPreciseCoverage');
	const passed = result
		.filter(({ url }) => isPublished(url))
		.map(({ functions }) => functions.filter(({ ranges }) => ranges[0].count > 0).length)
		.filter((count) => count > 0);
	table.push([name, passed.length, passed.reduce((sum, count) => sum + count, 0)]);
}
console.log(table.toString());
process.exit();
