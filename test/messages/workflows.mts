import type { Fault } from '../emulator/faults.mts';
import { byId, contentParameters } from '../harness/operations.mts';
import { answerToGet, contentRefusal, usualAnswerToGet, type Section } from './cases.mts';

const changeMailingList = contentParameters('workflow changeMailingList');
const deleteWorkflow = contentParameters('workflow delete');
const updateWorkflow = contentParameters('workflow update');
const getMetrics = contentParameters('workflowNode getMetrics');
const createNode = contentParameters('workflowNode create');
const updateNode = contentParameters('workflowNode update');
const rerouteNode = contentParameters('workflowNode reroute');
const workflow = '/v1/workflows/cm9workflow0welcome00001';

/** The workflow is read, the change is lost, and then the workflow has another revision. */
const changeLostAndOtherRevision = (method: 'POST' | 'DELETE'): Fault[] => [
	usualAnswerToGet(workflow),
	{ kind: 'resetBefore', method },
	answerToGet(workflow, {
		id: 'cm9workflow0welcome00001',
		workflowRevisionId: 'rev_2',
		nodes: {},
	}),
];

/** Messages about workflows and their nodes. */
export const WORKFLOWS: Section[] = [
	{
		heading: 'Workflows',
		cases: [
			{
				name: 'gets a workflow that does not exist',
				parameters: contentParameters('workflow get'),
				faults: [contentRefusal(404, 'Not found.')],
			},
			{
				name: 'creates a workflow, which Loops does not let the team do',
				parameters: contentParameters('workflow create'),
				faults: [contentRefusal(500, 'Workflow creation is unavailable for this team.')],
			},
			{
				name: 'updates a workflow that has another revision than expected',
				parameters: { ...updateWorkflow, options: { expectedRevisionId: 'rev_1' } },
			},
			{
				name: 'updates a workflow that is busy',
				parameters: updateWorkflow,
				faults: [contentRefusal(409, 'The workflow is busy.', { method: 'POST' })],
			},
			{
				name: 'updates a workflow, the call is lost, and the workflow has a new revision',
				parameters: updateWorkflow,
				faults: changeLostAndOtherRevision('POST'),
			},
			{
				name: 'changes a mailing list in a way that is no choice',
				parameters: { ...changeMailingList, listChange: 'none' },
			},
			{
				name: 'sets Dry Run by an expression that returns empty text',
				parameters: { ...changeMailingList, dryRun: '={{ "" }}' },
			},
			{
				name: 'changes the mailing list of a workflow in which contacts are queued',
				parameters: changeMailingList,
				faults: [
					{
						kind: 'body',
						method: 'POST',
						body: { status: 'queuedContactsFound', queuedContactCount: 3 },
					},
				],
			},
			{
				name: 'deletes a workflow that is sending',
				parameters: deleteWorkflow,
				faults: [
					contentRefusal(409, 'Workflow is sending. Resend with confirmDelete: true.', {
						method: 'DELETE',
					}),
				],
			},
			{
				name: 'deletes a workflow, the call is lost, and the workflow has a new revision',
				parameters: deleteWorkflow,
				faults: changeLostAndOtherRevision('DELETE'),
			},
		],
	},
	{
		heading: 'Workflow nodes',
		cases: [
			{
				name: 'gets a workflow node by an ID that is empty',
				parameters: { ...contentParameters('workflowNode get'), workflowNodeId: byId('={{ "" }}') },
			},
			{
				name: 'gets a workflow node that does not exist',
				parameters: { ...contentParameters('workflowNode get'), workflowNodeId: byId('unknown') },
			},
			{
				name: 'gets the metrics of a workflow node that sends no email',
				parameters: { ...getMetrics, workflowNodeId: byId('cm9node0timer00000000001') },
			},
			{
				name: 'inserts a workflow node at a place that is no choice',
				parameters: { ...createNode, insertMode: 'inside' },
			},
			{
				name: 'inserts a workflow node after a node whose ID is empty',
				parameters: { ...createNode, fromNodeId: '={{ "" }}' },
			},
			{
				name: 'inserts a workflow node, the call is lost, and the workflow has a new revision',
				parameters: createNode,
				faults: changeLostAndOtherRevision('POST'),
			},
			{
				name: 'updates a workflow node with nothing to change',
				parameters: { ...updateNode, nodePayload: '{}' },
			},
			{
				name: "updates a workflow node that Loops' API can't change",
				parameters: updateNode,
				faults: [contentRefusal(501, 'Not implemented.', { method: 'POST' })],
			},
			{
				name: 'reroutes a workflow node to a node whose ID is empty',
				parameters: { ...rerouteNode, newTargetNodeId: '={{ "" }}' },
			},
			{
				name: 'reroutes the only workflow node that leads to the old target',
				parameters: { ...rerouteNode, workflowNodeId: byId('cm9node0wait000000000001') },
			},
		],
	},
];
