import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
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
} from './workflows.mts';

const loops = useEmulator();

const GUARDED = ['workflow changeMailingList', 'workflow delete', 'workflowNode delete'];
const SWITCHES = { dryRun: false, discardQueuedContacts: true, deleteDownstream: true };

const guarded = operations.filter(([name]) => GUARDED.includes(name));

/** An undefined parameter has its default. */
const byDefault = (parameters: IDataObject) => ({ ...parameters, dryRun: undefined });

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
		expect(json).toMatchObject([
			{ id: WELCOME, deleted: false, name: 'Welcome series', workflowStatus: 'Draft' },
		]);
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
		expect(json).toMatchObject([{ deleted: false, status: 'dryRun', nodeIds: [EMAIL] }]);
		const methods = loops.calls().map(({ method }) => method);
		expect(methods).toEqual(['GET', 'DELETE', 'DELETE']);
	});
});

it.each(['', 'null'])(
	'an AI agent can rename a workflow if it gives the revision as %j',
	async (revision) => {
		const options = { expectedRevisionId: "={{ $fromAI('revision') }}" };
		await loops.askAgent({ ...parametersFor['workflow update'], ...inTrials, options }, [
			{ revision },
		]);
		expect(workflowIn(loops, TRIALS).name).toBe('Welcome');
	},
);
