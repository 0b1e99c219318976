import { LoopsClient } from 'loops';
import { describe, expect, it } from 'vitest';

import { PATHS } from '../routes.mts';
import { apiError, clientOf } from '../sdkClient.mts';
import { NO_CONTENT, RELEASE_NOTES, startUnlimited } from '../testClient.mts';

const { emulator, call } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);

/** Creates a workflow with a trigger, an email and the exit. */
async function withEmail() {
	const { id, rootNodeId } = await loops.createWorkflow({ name: 'Onboarding' });
	const { node, workflow } = await loops.createWorkflowNode(id, {
		expectedRevisionId: null,
		insertMode: 'after',
		nodeTypeName: 'SendEmailAction',
		fromNodeId: rootNodeId,
	});
	return { id, rootNodeId, node, workflow, revision: workflow.workflowRevisionId };
}

describe('a workflow', () => {
	it('starts as a draft with a trigger and an exit, without a revision', async () => {
		const workflow = await loops.createWorkflow({
			name: 'Onboarding',
			mailingListId: RELEASE_NOTES,
		});
		expect(workflow).toMatchObject({ status: 'Draft', workflowRevisionId: null });
		const types = Object.values(workflow.nodes).map(({ typeName }) => typeName);
		expect(types).toEqual(['BlankTrigger', 'ExitAction']);
		const updated = await loops.updateWorkflow(workflow.id, {
			expectedRevisionId: null,
			name: 'New',
		});
		expect(updated.name).toBe('New');
		expect(await loops.getWorkflow(workflow.id)).toEqual(updated);
		expect((await loops.listWorkflows()).data.map(({ name }) => name)).toEqual(['New']);
		const stale = loops.updateWorkflow(workflow.id, { expectedRevisionId: null, name: 'Old' });
		expect((await apiError(stale)).statusCode).toBe(409);
	});

	it('changes its list only with a policy for queued contacts', async () => {
		const { id, node, revision } = await withEmail();
		const stored = emulator.content.workflows.get(id)?.nodes.get(node.id);
		if (stored) stored.queued = 3;
		const change = { expectedRevisionId: revision, mailingListId: RELEASE_NOTES };
		const dryRun = await loops.changeWorkflowMailingList(id, { ...change, dryRun: true });
		expect(dryRun).toMatchObject({ status: 'dryRun', queuedContactCount: 3 });
		const found = await loops.changeWorkflowMailingList(id, change);
		expect(found.status).toBe('queuedContactsFound');
		expect((await loops.getWorkflow(id)).mailingListId).toBeNull();
		const discard = { ...change, queuedContactPolicy: 'discard' as const };
		const updated = await loops.changeWorkflowMailingList(id, discard);
		expect(updated).toMatchObject({ status: 'updated', queuedContactCount: 3 });
	});

	it('is deleted while it sends only with confirmDelete', async () => {
		const { id, revision } = await withEmail();
		const stored = emulator.content.workflows.get(id);
		if (stored) stored.status = 'Sending';
		const refused = await apiError(loops.deleteWorkflow(id, { expectedRevisionId: revision }));
		expect(refused.statusCode).toBe(409);
		await loops.deleteWorkflow(id, { expectedRevisionId: revision, confirmDelete: true });
		expect((await apiError(loops.getWorkflow(id))).statusCode).toBe(404);
	});
});

describe('a workflow node', () => {
	it('is inserted, read and configured', async () => {
		const { id, rootNodeId, node, revision } = await withEmail();
		expect(node).toMatchObject({ typeName: 'SendEmailAction', subject: '' });
		const timer = await loops.createWorkflowNode(id, {
			expectedRevisionId: revision,
			insertMode: 'between',
			nodeTypeName: 'TimerAction',
			fromNodeId: rootNodeId,
			toNodeId: node.id,
		});
		const updated = await loops.updateWorkflowNode(id, timer.node.id, {
			expectedRevisionId: timer.workflow.workflowRevisionId,
			payload: { amount: 3, unit: 'h' },
		});
		expect(updated).toMatchObject({ amount: 3, unit: 'h', nextNodeIds: [node.id] });
		expect(await loops.getWorkflowNode(id, timer.node.id)).toMatchObject({
			workflowId: id,
			amount: 3,
			workflowRevisionId: updated.workflowRevisionId,
		});
		const trigger = await loops.updateWorkflowNode(id, rootNodeId, {
			expectedRevisionId: updated.workflowRevisionId,
			payload: { typeName: 'EventTrigger', eventName: 'signup', reEligible: true },
		});
		expect(trigger).toMatchObject({ typeName: 'EventTrigger', eventName: 'signup' });
	});

	it('adds branches, and is deleted with everything behind it', async () => {
		const { id, node, revision } = await withEmail();
		const { node: made, workflow } = await loops.createWorkflowNode(id, {
			expectedRevisionId: revision,
			insertMode: 'before',
			nodeTypeName: 'BranchNode',
			toNodeId: node.id,
		});
		expect(made.createdChildNodes?.map(({ typeName }) => typeName)).toEqual([
			'AudienceFilter',
			'AudienceFilter',
		]);
		const added = await loops.addWorkflowBranch(id, made.id, {
			expectedRevisionId: workflow.workflowRevisionId,
		});
		expect(added.node.typeName).toBe('AudienceFilter');
		const expectedRevisionId = added.workflow.workflowRevisionId;
		const preview = await loops.deleteWorkflowNodesRecursive(id, made.id, {
			expectedRevisionId,
			dryRun: true,
		});
		expect(preview.nodeIds).toHaveLength(5);
		const gone = await loops.deleteWorkflowNodesRecursive(id, made.id, { expectedRevisionId });
		expect(gone.status).toBe('deleted');
		expect(Object.keys((await loops.getWorkflow(id)).nodes)).toHaveLength(2);
	});

	it('is deleted alone, which joins its neighbors', async () => {
		const { id, rootNodeId, node, revision } = await withEmail();
		const gone = await loops.deleteWorkflowNode(id, node.id, { expectedRevisionId: revision });
		expect(gone).toMatchObject({ status: 'deleted', nodeIds: [node.id] });
		const workflow = await loops.getWorkflow(id);
		expect(workflow.nodes[rootNodeId].nextNodeIds).toEqual([node.nextNodeIds[0]]);
	});

	it('is rerouted only if the old target keeps a connection', async () => {
		const { id, rootNodeId, node, revision } = await withEmail();
		const straight = loops.rerouteWorkflowNode(id, rootNodeId, {
			expectedRevisionId: revision,
			newTargetNodeId: node.nextNodeIds[0],
		});
		expect((await apiError(straight)).statusCode).toBe(400);
		const { node: made, workflow } = await loops.createWorkflowNode(id, {
			expectedRevisionId: revision,
			insertMode: 'before',
			nodeTypeName: 'BranchNode',
			toNodeId: node.id,
		});
		const [child] = made.createdChildNodes ?? [];
		const rerouted = await loops.rerouteWorkflowNode(id, child.id, {
			expectedRevisionId: workflow.workflowRevisionId,
			newTargetNodeId: node.nextNodeIds[0],
		});
		expect(rerouted.nextNodeIds).toEqual([node.nextNodeIds[0]]);
	});

	it('has metrics only if it sends an email', async () => {
		const { id, rootNodeId, node } = await withEmail();
		const metricsOf = async (nodeId: string) =>
			await call('GET', `/workflows/${id}/nodes/${nodeId}/metrics`);
		expect((await metricsOf(node.id)).body).toMatchObject({ sends: 0, opens: 0 });
		expect((await metricsOf(rootNodeId)).status).toBe(400);
		const campaign = await loops.createCampaign({ name: 'May', scheduling: { method: 'now' } });
		const { body } = await call('GET', `/campaigns/${campaign.id}/metrics`);
		expect(body).toMatchObject({ sends: emulator.contactCount });
	});
});

it('the emulator has 68 routes: the 64 of the SDK, `GET /transactional` and three of metrics', () => {
	const routes = [...PATHS.values()].flatMap((methods) => [...methods.keys()]);
	expect(routes).toHaveLength(68);
	const methods = Object.getOwnPropertyNames(LoopsClient.prototype).filter(
		(name) => !['constructor', '_makeQuery'].includes(name),
	);
	expect(methods).toHaveLength(64);
});
