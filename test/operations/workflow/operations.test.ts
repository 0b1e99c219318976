import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { byId } from '../../harness/operations.mts';
import {
	BRANCH,
	EMAIL,
	NEWS,
	nodeIn,
	operations,
	parametersFor,
	TEAMS,
	TIMER,
	TRIALS,
	WELCOME,
	workflowIn,
	written,
} from './workflows.mts';

const loops = useEmulator();

const nobody = byId('cm9nobody000000000000001');

describe('an unknown ID', () => {
	const known = operations.filter(([, parameters]) => 'workflowId' in parameters);
	const ofNodes = known.filter(([, parameters]) => 'workflowNodeId' in parameters);

	it.each(known)('of a workflow fails %s', async (_name, parameters) => {
		const { error } = await loops.run({ ...parameters, workflowId: nobody });
		expect(error?.message).toMatch(
			/Loops has no (workflow with this ID|such workflow, or the workflow has no node with this ID)/,
		);
	});

	it.each(ofNodes)('of a node fails %s', async (_name, parameters) => {
		const { error } = await loops.run({ ...parameters, workflowNodeId: nobody });
		expect(error?.message).toContain(
			'Loops has no such workflow, or the workflow has no node with this ID',
		);
		expect(error?.httpCode).toBe('404');
	});
});

describe('Workflow', () => {
	it('is found by its URL', async () => {
		const workflowId = {
			__rl: true,
			mode: 'url',
			value: `https://app.loops.so/loops/${WELCOME}/compose`,
		};
		const { json } = await loops.run({ ...parametersFor['workflow get'], workflowId });
		expect(json).toMatchObject([{ id: WELCOME }]);
		expect((json[0].nodes as object[])[1]).toMatchObject({ id: TIMER, amount: 1, unit: 'd' });
	});

	it('is created with a description and a mailing list', async () => {
		await loops.run({
			...parametersFor['workflow create'],
			additionalFields: { description: '', audienceList: NEWS },
		});
		expect(written(loops)).toEqual([{ name: 'Onboarding', description: '', mailingListId: NEWS }]);
	});

	it("fails without a retry when the team can't create workflows", async () => {
		const body = { message: 'Workflow creation is unavailable for this team.' };
		loops.emulator.inject({ kind: 'body', status: 500, body, method: 'POST' });
		const { error } = await loops.run(parametersFor['workflow create']);
		expect(error?.message).toContain('Loops does not let this team create workflows');
		expect(error?.description).not.toContain('not known');
		expect(loops.calls()).toHaveLength(1);
	});

	it('loses its mailing list if that is chosen', async () => {
		const change = parametersFor['workflow changeMailingList'];
		await loops.run({ ...change, workflowId: byId(TRIALS), listChange: 'remove' });
		expect(workflowIn(loops, TRIALS).mailingListId).toBeNull();
	});

	it('keeps its mailing list if the field for a new one is blank', async () => {
		const change = parametersFor['workflow changeMailingList'];
		await loops.expectError({ ...change, newMailingList: '={{ "" }}' }, "'Mailing List' is empty");
		expect(written(loops)).toEqual([]);
	});
});

describe('Workflow Node', () => {
	const create = parametersFor['workflowNode create'];
	const update = parametersFor['workflowNode update'];

	it.each([
		['after', { fromNodeId: TIMER, toNodeId: 'unused' }, { fromNodeId: TIMER }],
		['before', { fromNodeId: 'unused', toNodeId: EMAIL }, { toNodeId: EMAIL }],
		['between', { fromNodeId: TIMER, toNodeId: EMAIL }, { fromNodeId: TIMER, toNodeId: EMAIL }],
	])('is inserted %s others', async (insertMode, ends, sent) => {
		const { json } = await loops.run({
			...create,
			insertMode,
			nodeTypeName: 'SendEmailAction',
			...ends,
		});
		expect(written(loops)).toEqual([
			{ expectedRevisionId: null, insertMode, nodeTypeName: 'SendEmailAction', ...sent },
		]);
		expect(nodeIn(loops, WELCOME, TIMER).nextNodeIds).toEqual([json[0].id]);
		expect(json[0].nextNodeIds).toEqual([EMAIL]);
	});

	it('shows the branches that come with it', async () => {
		const { json } = await loops.run({ ...create, nodeTypeName: 'BranchNode' });
		expect(json[0].createdChildNodes).toHaveLength(2);
	});

	it('is updated with fields in JSON', async () => {
		const { json } = await loops.run({ ...update, nodePayload: '{ "amount": 3, "unit": "h" }' });
		expect(json).toMatchObject([{ id: TIMER, amount: 3, unit: 'h' }]);
		expect(json[0]).not.toHaveProperty('workflow');
	});

	it('fails without a retry when Loops answers an update with 501', async () => {
		const { error } = await loops.run({ ...update, workflowNodeId: byId(EMAIL) });
		expect(error?.message).toContain("Loops' API can't change this workflow node");
		expect(error?.description).not.toContain('not known');
		expect(written(loops)).toHaveLength(1);
	});

	it('gets another branch', async () => {
		const { json } = await loops.run(parametersFor['workflowNode addBranch']);
		expect(nodeIn(loops, TRIALS, BRANCH).nextNodeIds).toContain(json[0].id);
	});

	it('leads to the new target after a reroute', async () => {
		const reroute = parametersFor['workflowNode reroute'];
		await loops.run(reroute);
		expect(nodeIn(loops, TRIALS, TEAMS).nextNodeIds).toEqual([reroute.newTargetNodeId]);
	});

	it('refuses a reroute in a straight workflow, and says why', async () => {
		const { error } = await loops.run({
			...parametersFor['workflowNode reroute'],
			workflowId: byId(WELCOME),
			workflowNodeId: byId(TIMER),
			newTargetNodeId: 'cm9node0exit000000000001',
		});
		expect(error?.description).toContain('another node must also lead there');
	});

	it('is deleted with what follows', async () => {
		const { json } = await loops.run({
			...parametersFor['workflowNode delete'],
			workflowNodeId: byId(TIMER),
			deleteDownstream: true,
		});
		expect(json).toMatchObject([{ id: TIMER, deleted: true, nodeIds: [TIMER, EMAIL] }]);
		expect(workflowIn(loops, WELCOME).nodes.size).toBe(2);
	});

	it('has metrics only if it sends an email', async () => {
		const metrics = parametersFor['workflowNode getMetrics'];
		expect((await loops.run(metrics)).json).toMatchObject([{ id: EMAIL, sends: 0 }]);
		const { error } = await loops.run({ ...metrics, workflowNodeId: byId(TIMER) });
		expect(error?.description).toContain('A workflow node has metrics only if its type is Email');
	});
});
