import { answersAbout, contentCall } from '../../api/content';
import { locator } from '../../form/parameter';
import type { Caller, LoopsRequest, Rejection } from '../../http/request';
import { nodePath, workflow } from '../base/resources';

const nodeSearch = { search: 'searchWorkflowNodes', dependsOn: 'workflowId' };

const id = locator({
	...nodeSearch,
	displayName: 'Node',
	name: 'workflowNodeId',
	description:
		"Node of the workflow. 'Workflow > Get' lists the nodes of a workflow with their IDs.",
});

export const target = { workflowId: workflow.id, id };

export const notFound: Rejection = {
	status: 404,
	problem: 'Loops has no such workflow, or the workflow has no node with this ID',
	hint: "'Workflow > Get' lists the nodes of a workflow with their IDs",
};

export const nodeCall = ({
	workflowId,
	id: nodeId,
}: {
	workflowId: string;
	id: string;
}): LoopsRequest =>
	contentCall({
		method: 'GET',
		path: `${workflow.path}/${workflowId}${nodePath(nodeId)}`,
		isAnswer: answersAbout(nodeId),
		rejections: [notFound],
	});

/** Asks for what Loops would refuse a change for: one of the nodes is unknown. */
export const nodesExist = (workflowId: string, ids: string[]) => async (get: Caller) =>
	await Promise.all(ids.map(async (nodeId) => await get(nodeCall({ workflowId, id: nodeId }))));

/** A parameter for a node that the body names. */
export const nodeId = (displayName: string, name: string, description: string, modes?: string[]) =>
	locator({
		...nodeSearch,
		...{ displayName, name, description },
		...(modes && { displayOptions: { show: { insertMode: modes } } }),
	});
