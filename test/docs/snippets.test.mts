import { expect, it } from 'vitest';
import type { IDataObject } from 'n8n-workflow';
import ts from 'typescript';

import type { Seed } from '../emulator/seed.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';
import { LOOPS, type WorkflowJson } from '../harness/workflow.mts';
import { blocksIn } from './markdown.mts';

const loops = useEmulator();

/** Runs or loads a block by its kind. @throws for an unknown kind */
async function use(content: unknown): Promise<void> {
	const json = content as IDataObject;
	if (Array.isArray(content)) {
		// test/e2e/server/workflowTest.e2e.mts imports these credentials.
		expect(content).toMatchObject([
			{ type: 'loopsEmailApi', data: { apiKey: 'emulator-key-for-tests' } },
		]);
	} else if (Array.isArray(json.nodes)) {
		const workflow = json as unknown as WorkflowJson;
		const { status, data } = await runWorkflow(source, loops.credentials(), workflow);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
	} else if ('resource' in json) {
		await loops.expectSuccess(json, [{ email: 'kim@example.com' }]);
	} else if (json.type === LOOPS) {
		await use(json.parameters);
	} else if ('teamName' in json) {
		loops.emulator.reset(json as Seed);
	} else {
		throw new Error('No test knows what this is: say so in test/docs/snippets.test.mts');
	}
}

it.each(blocksIn('xml').map(({ at, text }) => [at, text]))('%s is valid LMX', async (_at, lmx) => {
	const { error } = await loops.run({
		...contentParameters('emailMessage update'),
		updateFields: { lmx },
	});
	expect(error?.message).toBeUndefined();
});

/** The reference has outputs, which nothing runs. */
const inputs = blocksIn('json').filter(({ at }) => !at.startsWith('docs/operations/'));

it.each(inputs.map(({ at, text }) => [at, text]))('JSON %s works', async (_at, text) => {
	await use(JSON.parse(text));
});

it.each(blocksIn('js', 'ts').map(({ at, text }) => [at, text]))(
	'code %s is well-formed',
	(_at, text) => {
		const { diagnostics } = ts.transpileModule(text, {
			reportDiagnostics: true,
			compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
		});
		expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
	},
);
