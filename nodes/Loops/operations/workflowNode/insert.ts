import type { IDataObject } from 'n8n-workflow';

import { answersWith } from '../../api/content';
import { body } from '../../form/body';
import { choice, byAgent } from '../../form/parameter';
import type { Field, Fields } from '../../form/form';
import { asRecord } from '../../values/parse';
import type { Body } from '../../values/checked';
import { refuseAll } from '../../values/itemRefused';
import type { AboutChange, Changed } from '../../run/item';
import { operation, readFields } from '../base/operation';
import { nodePath, workflow } from '../base/resources';
import {
	changeCall,
	changeOptions,
	readUnlessGiven,
	workflowLocks,
	workflowReached,
} from '../workflow/requests';
import { nodeId, nodesExist, notFound, target } from './requests';

const ends = {
	fromNodeId: nodeId('From Node', 'fromNodeId', 'The node before the new one', [
		'after',
		'between',
	]),
	toNodeId: nodeId('To Node', 'toNodeId', 'The node after the new one', ['before', 'between']),
};

const PLACES = {
	after: { fromNodeId: ends.fromNodeId },
	before: { toNodeId: ends.toNodeId },
	between: ends,
};

const place: Field<Body> = {
	properties: [
		{
			displayName: 'Insert',
			name: 'insertMode',
			type: 'options',
			options: [
				{
					name: 'After a Node',
					value: 'after',
					description: 'The existing node must lead to exactly one other node',
				},
				{ name: 'Before a Node', value: 'before' },
				{
					name: 'Between Two Nodes',
					value: 'between',
					description: 'The two nodes must be connected',
				},
			],
			default: 'after',
			description: 'Where to put the new node',
		},
		...ends.fromNodeId.properties,
		...ends.toNodeId.properties,
	],
	read: (form) => {
		const modes = Object.keys(PLACES) as Array<keyof typeof PLACES>;
		const insertMode = form.value('insertMode', 'Insert', 'after').choice(modes);
		const { values, refused } = readFields<Fields>(PLACES[insertMode as keyof typeof PLACES], form);
		refuseAll([...refused.values()]);
		return { insertMode, ...(values as Body) };
	},
};

const nodeTypeName = choice({
	displayName: 'Type',
	name: 'nodeTypeName',
	type: 'options',
	options: [
		{ name: 'Audience Filter', value: 'AudienceFilter' },
		{ name: 'Branch', value: 'BranchNode' },
		{ name: 'Email', value: 'SendEmailAction' },
		{ name: 'Experiment', value: 'ExperimentBranchNode' },
		{ name: 'Timer', value: 'TimerAction' },
		{ name: 'Variant', value: 'VariantNode', description: 'One version within an experiment' },
	],
	default: 'TimerAction',
	description: "What the new node does. To set its details, use 'Update'.",
});

/** Shared by the calls that create a node. A second one would create another node. */
const MAKES_NODE = {
	isAnswer: answersWith('node', 'workflow'),
	rejections: [notFound],
};
const another = (workflowId: string, named: string[]): AboutChange => ({
	rerun: 'repeated',
	precheck: nodesExist(workflowId, named),
});

const newNode = ({ answer }: Changed): IDataObject => asRecord(answer.node);

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create workflow node',
	description:
		"Insert a node with default settings into a workflow. To change the settings, use 'Update'.",
	fields: {
		workflowId: workflow.id,
		type: body({ nodeTypeName }),
		place,
		byAgent,
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const call = changeCall(values, await readUnlessGiven(values, get), {
			path: '/nodes',
			body: { ...values.type, ...values.place },
			...MAKES_NODE,
			rejections: [
				notFound,
				{
					status: 400,
					problem: "The workflow node can't be inserted there",
					hint: "For 'After a Node', choose a node that leads to exactly one other node. Directly after an experiment, insert only a variant. A workflow that is sending can't be edited",
				},
			],
		});
		const named = [values.place.fromNodeId, values.place.toNodeId].filter(Boolean).map(String);
		return newNode(await change(call, another(values.workflowId, named)));
	},
});

export const addBranch = operation({
	value: 'addBranch',
	name: 'Add Branch',
	action: 'Add branch to workflow node',
	description: 'Add a branch to a node of type Branch or Experiment',
	fields: { ...target, byAgent, options: changeOptions },
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const call = changeCall(values, await readUnlessGiven(values, get), {
			path: `${nodePath(values.id)}/add-branch`,
			...MAKES_NODE,
		});
		return newNode(await change(call, another(values.workflowId, [values.id])));
	},
});
