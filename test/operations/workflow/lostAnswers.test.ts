import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { methodOf } from '../../harness/operations.mts';
import {
	changeElsewhere,
	changes,
	parametersFor,
	stateOf,
	TRIALS,
	WELCOME,
	workflowIn,
	writes,
	written,
} from './workflows.mts';

const loops = useEmulator();

/** Changes for which the workflow does not show who made them. */
const ANONYMOUS = ['workflowNode addBranch', 'workflowNode create'];
const provable = changes.filter(([name]) => !ANONYMOUS.includes(name));
const anonymous = changes.filter(([name]) => ANONYMOUS.includes(name));

const lose = (parameters: IDataObject) =>
	loops.emulator.inject({ kind: 'resetAfter', method: methodOf(parameters) });

const UNKNOWN = 'It is not known whether Loops made this change';

describe.each(provable)('%s, when the answer was lost', (_name, parameters) => {
	it('finds the change done and sends it once', async () => {
		lose(parameters);
		const { json, hints } = await loops.expectSuccess(parameters);
		expect(json).toHaveLength(1);
		expect(hints.join()).toContain("Loops' response was lost");
		expect(written(loops)).toHaveLength(1);
	});
});

describe.each(anonymous)('%s, when the answer was lost', (_name, parameters) => {
	it('reports an unknown outcome and sends it once', async () => {
		lose(parameters);
		const error = await loops.expectError(parameters, UNKNOWN);
		expect(error.description).toContain('from this change or another one');
		expect(written(loops)).toHaveLength(1);
	});
});

describe.each(changes)('%s, when the request was lost', (_name, parameters) => {
	const method = methodOf(parameters);

	it('is sent again, since the revision has not changed', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method });
		const { json } = await loops.expectSuccess(parameters);
		expect(json).toHaveLength(1);
		expect(written(loops)).toHaveLength(2);
	});

	it('is not sent again if the workflow cannot be read', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method });
		const first = loops.run(parameters);
		await writes(loops, 1);
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET' });
		const { error } = await first;
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(written(loops)).toHaveLength(1);
	});

	it('does not report a 409 of the retry as a change by others', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method });
		loops.emulator.inject({ kind: 'status', status: 409, method });
		const running = loops.run(parameters);
		await writes(loops, 2);
		const isTrials = JSON.stringify(parameters).includes(TRIALS);
		changeElsewhere(loops, isTrials ? TRIALS : WELCOME);
		const { error } = await running;
		expect(error?.message).toContain(
			method === 'DELETE' ? 'Nothing was deleted: the workflow has changed' : UNKNOWN,
		);
	});
});

describe.each(changes.filter(([name]) => name.endsWith(' delete')))(
	'%s, when the request was lost',
	(_name, parameters) => {
		it.each(['no Route matched with those values', 'Not Found'])(
			'does not mistake the 404 of a gateway for a deletion: %s',
			async (message) => {
				loops.emulator.inject({ kind: 'resetBefore', method: 'DELETE' });
				const first = loops.run(parameters);
				await writes(loops, 1);
				const body = { message };
				loops.emulator.inject({ kind: 'body', status: 404, body, times: 'always' });
				const { json, error } = await first;
				expect(json).toEqual([]);
				expect(error?.description).toContain('It is not known whether Loops processed');
			},
		);
	},
);

it.each([{}, { options: { expectedRevisionId: 'rev_1' } }])(
	'Workflow Node > Delete of a node that never existed is not reported as done after a lost answer: %j',
	async (more) => {
		workflowIn(loops, WELCOME).revision = 'rev_1';
		loops.emulator.inject({ kind: 'status', status: 502, method: 'DELETE' });
		const workflowNodeId = { __rl: true, mode: 'id', value: 'cm9node0typo000000000001' };
		const parameters = { ...parametersFor['workflowNode delete'], workflowNodeId, ...more };
		const running = loops.run(parameters);
		await writes(loops, 1);
		changeElsewhere(loops);
		const { json, error } = await running;
		expect(json).toEqual([]);
		expect(error?.message).toContain('Nothing was deleted');
	},
);

it('Workflow > Update, when the answer was lost succeeds if the workflow has its values under a later revision', async () => {
	const rename = parametersFor['workflow update'];
	loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
	loops.emulator.inject({ kind: 'status', status: 409, method: 'POST' });
	workflowIn(loops, WELCOME).revision = 'rev_1';
	const running = loops.run(rename);
	await writes(loops, 2);
	Object.assign(workflowIn(loops, WELCOME), { name: 'Welcome', revision: 'rev_2' });
	const { json, error } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ name: 'Welcome', workflowRevisionId: 'rev_2' }]);
});

it('a run that stops after a new node advises against running all items again', async () => {
	const create = parametersFor['workflowNode create'];
	const nodeTypeName = '={{ $json.type }}';
	const items = [{ type: 'TimerAction' }, { type: 'none' }];
	const { error } = await loops.run({ ...create, nodeTypeName }, items);
	expect(error?.description).toContain('those already done are repeated');
	expect(stateOf(loops)).toContain('TimerAction');
});

it('does not report a workflow as deleted that is missing after a 503, whatever its revision', async () => {
	const [, parameters] = changes.find(([name]) => name === 'workflow delete') ?? [];
	loops.emulator.inject({ kind: 'status', status: 503, method: 'DELETE' });
	const { error } = await loops.run({
		...parameters,
		workflowId: 'cnosuchworkflow0000000001',
		options: { expectedRevisionId: 'rev_1' },
	});
	expect(error?.message).toContain('Loops has no workflow with this ID');
});
