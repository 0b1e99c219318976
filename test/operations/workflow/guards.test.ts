import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../../harness/agent.mts';
import { outputOf, runWorkflow } from '../../harness/engine.mts';
import { source, useEmulator } from '../../harness/loops.mts';
import {
	EMAIL,
	inTrials,
	nodeIn,
	operations,
	parametersFor,
	stateOf,
	TRIALS,
	WELCOME,
	workflowIn,
	written,
} from './workflows.mts';

const loops = useEmulator();

const GUARDED = ['workflow changeMailingList', 'workflow delete', 'workflowNode delete'];
const SWITCHES = { dryRun: false, discardQueuedContacts: true, deleteDownstream: true };

const guarded = operations.filter(([name]) => GUARDED.includes(name));

/** An undefined parameter has its default. */
const byDefault = (parameters: IDataObject) => ({ ...parameters, dryRun: undefined });

describe('default parameters', () => {
	it.each(guarded)('make a dry run of %s', async (_name, parameters) => {
		const before = stateOf(loops);
		const { json } = await loops.run(byDefault(parameters));
		expect(json).toEqual([expect.objectContaining({ status: 'dryRun' })]);
		expect(stateOf(loops)).toBe(before);
	});
});

describe('a dry run', () => {
	it.each(guarded)(
		'keeps queued contacts even with all switches on: %s',
		async (_name, parameters) => {
			nodeIn(loops, WELCOME, EMAIL).queued = 3;
			const before = stateOf(loops);
			const { json } = await loops.run({ ...parameters, ...SWITCHES, dryRun: true });
			expect(json).toEqual([expect.objectContaining({ status: 'dryRun' })]);
			expect(stateOf(loops)).toBe(before);
		},
	);

	it('of deleting a workflow only reads it', async () => {
		const { json } = await loops.run(byDefault(parametersFor['workflow delete']));
		expect(loops.calls().map(({ method }) => method)).toEqual(['GET']);
		expect(json).toMatchObject([{ id: WELCOME, name: 'Welcome series', workflowStatus: 'Draft' }]);
		expect(json[0].nodeIds).toHaveLength(4);
	});

	it('of deleting a workflow works when Loops returns no nodes', async () => {
		const body = { id: WELCOME, name: 'Welcome series', nodes: null };
		loops.emulator.inject({ kind: 'body', body });
		const { json } = await loops.run(byDefault(parametersFor['workflow delete']));
		expect(json).toMatchObject([{ id: WELCOME, nodeIds: [] }]);
	});

	it('is repeated without a look-up after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'DELETE' });
		const { json } = await loops.run(byDefault(parametersFor['workflowNode delete']));
		expect(json).toMatchObject([{ status: 'dryRun', nodeIds: [EMAIL] }]);
		const methods = loops.calls().map(({ method }) => method);
		expect(methods).toEqual(['GET', 'DELETE', 'DELETE']);
	});

	it('is refused if its expression is blank', async () => {
		const { error } = await loops.run({ ...parametersFor['workflow delete'], dryRun: '={{ "" }}' });
		expect(error?.message).toContain("'Dry Run' is neither true nor false");
		expect(written(loops)).toEqual([]);
	});
});

describe('an AI agent', () => {
	const callTool = async (parameters: IDataObject, filled: IDataObject = {}) => {
		const run = await runWorkflow(
			source,
			loops.credentials(),
			agentWorkflow(parameters, { toolCalling: 'engine' }),
			[{ json: { calls: [filled] } }],
		);
		return JSON.stringify(outputOf(run, 'Agent')[0]);
	};

	it.each(guarded)('cannot use %s, even with all switches on', async (_name, parameters) => {
		const before = stateOf(loops);
		expect(await callTool({ ...parameters, ...SWITCHES })).toContain("AI agents can't use");
		expect(stateOf(loops)).toBe(before);
		expect(loops.calls()).toEqual([]);
	});

	it.each(['', 'null'])(
		'can rename a workflow if it gives the revision as %j',
		async (revision) => {
			const options = { expectedRevisionId: "={{ $fromAI('revision') }}" };
			await callTool({ ...parametersFor['workflow update'], ...inTrials, options }, { revision });
			expect(workflowIn(loops, TRIALS).name).toBe('Welcome');
		},
	);
});
