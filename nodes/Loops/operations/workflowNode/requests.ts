import { answersAbout, contentCall } from '../../api/content';
import { identifier } from '../../form/body';
import { locator } from '../../form/locator';
import type { LoopsRequest, Rejection } from '../../http/request';
import { workflow } from '../workflow/changes';

const id = locator({
	displayName: 'Node',
	name: 'workflowNodeId',
	description: "The ID of a node. 'Workflow > Get' lists the nodes of a workflow.",
});

export const target = { workflowId: workflow.id, id };

export const notFound: Rejection = {
	status: 404,
	problem: 'Loops has no workflow or no node with this ID',
	hint: "'Workflow > Get' lists the nodes of a workflow with their IDs",
};

export const nodePath = (nodeId: string) => `/nodes/${nodeId}`;

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

/** A node that the body names. */
export const nodeId = (label: string, parameter: string, description: string, modes?: string[]) =>
	identifier({
		displayName: label,
		name: parameter,
		type: 'string',
		default: '',
		description,
		...(modes && { displayOptions: { show: { insertMode: modes } } }),
	});
