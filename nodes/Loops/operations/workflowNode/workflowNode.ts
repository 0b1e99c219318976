import type { IDataObject } from 'n8n-workflow';

import { answersAbout, answersWith } from '../../api/content';
import { body, json } from '../../form/body';
import { byAgent, options, checkbox, fieldOf, type Parameter } from '../../form/parameter';
import { refuseBoth, checkFilter, removals } from '../../fields/audienceFilter';
import { asRecord } from '../../values/parse';
import type { Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { addBranch, create } from './insert';
import { nodeCall, nodeId, nodesExist, notFound, target } from './requests';
import { hasCounts, getById } from '../base/builders';
import { type Operation, operation } from '../base/operation';
import { nodePath, workflow } from '../base/resources';
import {
	changeCall,
	changeOptions,
	deletionOf,
	discardSwitch,
	dryRun,
	areValuesSet,
	ofWorkflow,
	queuePolicy,
	readUnlessGiven,
	resultOf,
	workflowLocks,
	workflowReached,
} from '../workflow/requests';

const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get workflow node',
	description: 'Look up the type and settings of a node',
	fields: { ...target, options: options({}) },
	run: async (values, { get }) => (await get(nodeCall(values))) as IDataObject,
});

const getMetrics = operation({
	value: 'getMetrics',
	name: 'Get Metrics',
	action: 'Get workflow node metrics',
	description: 'Count sends, opens, clicks, bounces and complaints of a node that sends an email',
	fields: { ...target, options: options({}) },
	run: async (values, { get }) => {
		const node = nodeCall(values);
		const counts = await get({
			...node,
			path: `${node.path}/metrics`,
			isAnswer: hasCounts,
			rejections: [
				notFound,
				{
					status: 400,
					problem: 'This workflow node has no metrics',
					hint: 'A workflow node has metrics only if its type is Email and an email is set',
				},
			],
		});
		return { id: values.id, ...(counts as IDataObject) };
	},
});

const PAYLOAD = 'Payload (JSON)';

const payloadJson = json({
	displayName: PAYLOAD,
	name: 'nodePayload',
	type: 'json',
	required: true,
	default: '{}',
	description:
		'Fields to change. They depend on the type of the node. For a timer, use {"amount": 3, "unit": "d"}. <a href="https://loops.so/docs/api-reference/update-workflow-node">All fields</a>.',
});

const payload: Parameter<Body> = {
	...payloadJson,
	read: (value) => {
		const given = value.json();
		refuseBoth(given);
		// A person may clear these; data that lacks a value would let everybody through.
		const lost = ['audienceFilter', 'audienceSegmentId'].find(
			(name) => given[name] === null || given[name] === '',
		);
		if (lost && !value.isFixed) {
			value.refuse(
				`'${PAYLOAD}': '${lost}' has no value, so every contact would pass the workflow node`,
				'To remove the filter or segment on purpose, write the JSON without expressions',
			);
		}
		if (given.audienceFilter) checkFilter(value, given.audienceFilter as Body);
		return given;
	},
};

const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update workflow node',
	description: 'Change the settings of a node, such as the time that a timer waits',
	fields: { ...target, byAgent, changes: body({ payload }), options: changeOptions },
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change, warn }) => {
		const before = await readUnlessGiven(values, get);
		const given = values.changes.payload as Body;
		if (Object.keys(given).length === 0) {
			throw new ItemRefused(`'${PAYLOAD}' is empty`, 'Enter the fields to change');
		}
		warn(removals(given, 'workflow node'));
		const { answer } = await change(
			changeCall(values, before, {
				path: nodePath(values.id),
				body: values.changes,
				isAnswer: answersAbout(values.id),
				check: nodeCall(values),
				answerIfMade: (now) => (areValuesSet(given, now) ? now : undefined),
				rejections: [
					notFound,
					{
						status: 501,
						problem: "Loops' API can't change this workflow node",
						hint: 'Change the workflow node in Loops',
					},
				],
			}),
			{ ...ofWorkflow(values), precheck: nodesExist(values.workflowId, [values.id]) },
		);
		return resultOf(answer);
	},
});

const reroute = operation({
	value: 'reroute',
	name: 'Reroute',
	action: 'Reroute workflow node',
	description: 'Change which node comes after a node',
	fields: {
		...target,
		newTargetNodeId: nodeId(
			'New Target Node',
			'newTargetNodeId',
			'Node that comes next from now on',
		),
		byAgent,
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const { id, newTargetNodeId } = values;
		const { answer } = await change(
			changeCall(values, await readUnlessGiven(values, get), {
				path: `${nodePath(id)}/reroute`,
				body: { newTargetNodeId },
				isAnswer: answersAbout(id),
				check: nodeCall(values),
				answerIfMade: (now) =>
					areValuesSet({ nextNodeIds: [newTargetNodeId] }, now) ? now : undefined,
				rejections: [
					notFound,
					{
						status: 400,
						hint: 'The workflow node must lead to exactly one node, and another node must also lead there. The workflow must not be sending',
					},
				],
			}),
			{ ...ofWorkflow(values), precheck: nodesExist(values.workflowId, [id, newTargetNodeId]) },
		);
		return resultOf(answer);
	},
});

const deleteNode = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete workflow node',
	description:
		"Delete a node, alone or with the nodes that follow. Nothing is deleted until you turn off 'Dry Run'.",
	isHiddenFromAgents: true,
	fields: {
		...target,
		isRecursive: fieldOf(
			checkbox({
				displayName: 'Also Delete Following Nodes',
				name: 'deleteDownstream',
				description: 'Whether to also delete the nodes that can be reached only through this one',
			}),
		),
		dryRun,
		discards: discardSwitch(
			'Whether to remove contacts that are queued at the deleted nodes. If this is off and there are such contacts, nothing is deleted.',
		),
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const { id, dryRun: isDryRun } = values;
		// Even with its revision given: after a lost answer, a missing node counts as deleted.
		const before = isDryRun
			? await readUnlessGiven(values, get)
			: await getById(get, workflow, values.workflowId);
		const isGone = ({ nodes }: IDataObject) =>
			!!nodes && !Object.hasOwn(asRecord(nodes), id) && Object.hasOwn(asRecord(before?.nodes), id);
		const { answer } = await change(
			changeCall(values, before, {
				...deletionOf(isGone),
				path: `${nodePath(id)}${values.isRecursive ? '/recursive' : ''}`,
				body: queuePolicy(values),
				isAnswer: answersWith('status', 'nodeIds'),
				rejections: [notFound],
			}),
			{
				...ofWorkflow(values),
				rerun: isDryRun ? 'harmless' : 'refused',
				precheck: nodesExist(values.workflowId, [id]),
			},
		);
		return { id, deleted: !isDryRun, ...resultOf(answer) };
	},
});

export const workflowNodes: Operation[] = [
	get,
	getMetrics,
	create,
	update,
	addBranch,
	reroute,
	deleteNode,
];
