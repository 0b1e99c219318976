import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { isObject } from '../values.mts';
import { found } from './content.mts';
import { nodePayload } from './nodePayload.mts';
import { flag, object, oneOf, optional, refuse, text } from './read.mts';
import type { Workflow, WorkflowNode } from './records.mts';
import {
	expectedRevisionId,
	newNode,
	queuedAt,
	refuseStale,
	revised,
	touch,
	workflowOf,
} from './workflows.mts';

const nodeTypeName = oneOf(
	...['AudienceFilter', 'BranchNode', 'ExperimentBranchNode', 'TimerAction'],
	...['SendEmailAction', 'VariantNode'],
);
const common = { expectedRevisionId, nodeTypeName };
const INSERTS = {
	between: object({
		...common,
		insertMode: oneOf('between'),
		fromNodeId: text(),
		toNodeId: text(),
	}),
	before: object({
		...common,
		insertMode: oneOf('before'),
		toNodeId: optional(text()),
		beforeNodeId: optional(text()),
	}),
	after: object({ ...common, insertMode: oneOf('after'), fromNodeId: text() }),
};
const branch = object({ expectedRevisionId });
const reroute = object({ expectedRevisionId, newTargetNodeId: text() });
const update = object({
	expectedRevisionId,
	payload: (value, path) => {
		if (!isObject(value)) throw refuse(path, 'expected an object');
		return value;
	},
});
const deletion = object({
	expectedRevisionId,
	dryRun: optional(flag),
	queuedContactPolicy: optional(oneOf('fail', 'discard')),
});

const MOST_NODES = 400;

/** Initial fields by type: guesses. */
const DEFAULTS: Record<string, WorkflowNode['fields']> = {
	TimerAction: { amount: 1, unit: 'd' },
	AudienceFilter: { appliesDownstream: false },
	ExperimentBranchNode: { samplingRate: 100 },
	VariantNode: { isControl: false },
};

export function createNode(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const mode = oneOf('between', 'before', 'after')(body.insertMode, 'insertMode');
	const given = INSERTS[mode](body, 'body');
	refuseStale(workflow, given.expectedRevisionId);
	const { from, to } = placeOf(workflow, given);
	const type = given.nodeTypeName;
	if ((type === 'VariantNode') !== (from.typeName === 'ExperimentBranchNode')) {
		throw new Refusal(400, `A ${type} cannot follow a ${from.typeName}.`);
	}
	const childTypes: Record<string, Array<[string, WorkflowNode['fields']]>> = {
		BranchNode: [filterChild, filterChild],
		ExperimentBranchNode: [variantChild, variantChild, ['VariantNode', { isControl: true }]],
	};
	const children = (childTypes[type] ?? []).map(([typeName, fields]) =>
		addNode(account, workflow, typeName, [to.id], fields),
	);
	const next = children.length > 0 ? children.map(({ id }) => id) : [to.id];
	const node = addNode(account, workflow, type, next);
	from.nextNodeIds = from.nextNodeIds.map((id) => (id === to.id ? node.id : id));
	touch(account, workflow);
	const createdChildNodes = children.map((child) => detail(account, child));
	return made(account, workflow, node, children.length > 0 && { createdChildNodes });
}

/** The answer about a new node. */
function made(account: Account, workflow: Workflow, node: WorkflowNode, rest?: object | false) {
	const { workflowRevisionId, workflow: shownWorkflow } = revised(account, workflow);
	const shownNode = { ...detail(account, node), workflowRevisionId, ...rest };
	return { status: 200, body: { node: shownNode, workflow: shownWorkflow } };
}

const filterChild: [string, WorkflowNode['fields']] = ['AudienceFilter', DEFAULTS.AudienceFilter];
const variantChild: [string, WorkflowNode['fields']] = ['VariantNode', DEFAULTS.VariantNode];

/** Guess: a new branch leads to the exit. */
export function addBranch(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { expectedRevisionId: expected } = branch(body, 'body');
	refuseStale(workflow, expected);
	const parent = nodeOf(workflow, request.params.nodeId);
	const isBranch = parent.typeName === 'BranchNode';
	if (!isBranch && parent.typeName !== 'ExperimentBranchNode') {
		throw new Refusal(400, 'Only a Branch or an Experiment node takes another branch.');
	}
	const [typeName, fields] = isBranch ? filterChild : variantChild;
	const child = addNode(account, workflow, typeName, [exitOf(workflow).id], fields);
	parent.nextNodeIds = [...parent.nextNodeIds, child.id];
	touch(account, workflow);
	return made(account, workflow, child);
}

export function getNode(request: ApiRequest): Answer {
	const workflow = workflowOf(request);
	const node = detail(request.account, nodeOf(workflow, request.params.nodeId));
	return {
		status: 200,
		body: { ...node, workflowId: workflow.id, workflowRevisionId: workflow.revision },
	};
}

export function updateNode(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { expectedRevisionId: expected, payload } = update(body, 'body');
	refuseStale(workflow, expected);
	const node = nodeOf(workflow, request.params.nodeId);
	Object.assign(node, nodePayload(account, node, payload));
	if (node.fields.isControl === true) {
		const experiment = parentsOf(workflow, node.id)[0];
		for (const id of experiment?.nextNodeIds ?? []) {
			if (id !== node.id) nodeOf(workflow, id).fields = { isControl: false };
		}
	}
	touch(account, workflow);
	return { status: 200, body: { ...detail(account, node), ...revised(account, workflow) } };
}

export function rerouteNode(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { expectedRevisionId: expected, newTargetNodeId } = reroute(body, 'body');
	refuseStale(workflow, expected);
	if (workflow.status === 'Sending') throw new Refusal(400, 'The workflow is sending.');
	const node = nodeOf(workflow, request.params.nodeId);
	const target = nodeOf(workflow, newTargetNodeId);
	const [old, ...others] = node.nextNodeIds;
	if (old === undefined || others.length > 0) {
		throw new Refusal(400, 'The node must have exactly one outgoing connection.');
	}
	if (target.id === workflow.rootNodeId || downstream(workflow, target.id).has(node.id)) {
		throw new Refusal(400, 'The target would make a circle.');
	}
	if (parentsOf(workflow, old).length < 2) {
		throw new Refusal(400, 'The old target would have no incoming connection.');
	}
	node.nextNodeIds = [target.id];
	touch(account, workflow);
	return { status: 200, body: { ...detail(account, node), ...revised(account, workflow) } };
}

export function deleteNode(request: ApiRequest): Answer {
	return remove(request, (_workflow, node) => {
		if (node.nextNodeIds.length > 1) {
			throw new Refusal(400, 'A node with several outgoing connections is deleted recursively.');
		}
		return [node.id];
	});
}

/** Deletes a node and everything reachable only through it, except exits. */
export function deleteNodes(request: ApiRequest): Answer {
	return remove(request, (workflow, node) => {
		const kept = downstream(workflow, workflow.rootNodeId, node.id);
		return [...downstream(workflow, node.id)].filter(
			(id) => !kept.has(id) && nodeOf(workflow, id).typeName !== 'ExitAction',
		);
	});
}

function remove(
	request: ApiRequest,
	idsOf: (workflow: Workflow, node: WorkflowNode) => string[],
): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { dryRun, queuedContactPolicy, ...given } = deletion(body, 'body');
	refuseStale(workflow, given.expectedRevisionId);
	const node = nodeOf(workflow, request.params.nodeId);
	if (node.id === workflow.rootNodeId || node.typeName === 'ExitAction') {
		throw new Refusal(400, `A ${node.typeName} cannot be deleted.`);
	}
	const nodeIds = idsOf(workflow, node);
	const queued = queuedAt(nodeIds.map((id) => nodeOf(workflow, id)));
	const answer = { nodeIds, queuedContactCount: queued };
	if (dryRun) return { status: 200, body: { status: 'dryRun', ...answer } };
	if (queued > 0 && queuedContactPolicy !== 'discard') {
		return { status: 200, body: { status: 'queuedContactsFound', ...answer } };
	}
	const rest = [...downstream(workflow, node.id)].find((id) => !nodeIds.includes(id));
	const next = rest ?? exitOf(workflow).id;
	for (const id of nodeIds) workflow.nodes.delete(id);
	for (const each of workflow.nodes.values()) {
		const ids = each.nextNodeIds.map((id) => (nodeIds.includes(id) ? next : id));
		each.nextNodeIds = [...new Set(ids)];
	}
	touch(account, workflow);
	return { status: 200, body: { status: 'deleted', ...answer, ...revised(account, workflow) } };
}

export const nodeOf = ({ nodes }: Workflow, id: string): WorkflowNode =>
	found(nodes, id, 'Workflow node');

const parentsOf = ({ nodes }: Workflow, id: string) =>
	[...nodes.values()].filter(({ nextNodeIds }) => nextNodeIds.includes(id));

const exitOf = ({ nodes }: Workflow) =>
	[...nodes.values()].find(({ typeName }) => typeName === 'ExitAction') as WorkflowNode;

/** A node and everything behind it, except behind `without`. */
function downstream(workflow: Workflow, from: string, without?: string): Set<string> {
	const reached = new Set<string>();
	const open = [from];
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		if (id === without || reached.has(id)) continue;
		reached.add(id);
		open.push(...nodeOf(workflow, id).nextNodeIds);
	}
	return reached;
}

type Insert = ReturnType<(typeof INSERTS)[keyof typeof INSERTS]>;

/** The connection into which a new node is inserted. */
function placeOf(workflow: Workflow, given: Insert): { from: WorkflowNode; to: WorkflowNode } {
	if (given.insertMode === 'after') {
		const from = nodeOf(workflow, given.fromNodeId);
		if (from.nextNodeIds.length !== 1) {
			throw new Refusal(400, 'fromNodeId must have exactly one outgoing node.');
		}
		return { from, to: nodeOf(workflow, from.nextNodeIds[0]) };
	}
	if (given.insertMode === 'between') {
		const from = nodeOf(workflow, given.fromNodeId);
		if (!from.nextNodeIds.includes(given.toNodeId)) {
			throw new Refusal(400, 'fromNodeId does not point to toNodeId.');
		}
		return { from, to: nodeOf(workflow, given.toNodeId) };
	}
	const target = given.toNodeId ?? given.beforeNodeId;
	if (target === undefined) throw refuse('toNodeId', 'required');
	const to = nodeOf(workflow, target);
	const [from] = parentsOf(workflow, to.id);
	// Guess: Loops would connect all parents to the new node; here only the first is.
	if (!from) throw new Refusal(400, 'The target has no incoming parent.');
	return { from, to };
}

function addNode(
	account: Account,
	workflow: Workflow,
	typeName: string,
	next: string[],
	fields = DEFAULTS[typeName],
): WorkflowNode {
	if (workflow.nodes.size >= MOST_NODES) {
		throw new Refusal(400, `A workflow has up to ${MOST_NODES} nodes.`);
	}
	const { content } = account;
	const own =
		typeName === 'SendEmailAction'
			? { emailMessageId: content.addMessage('workflow', workflow.id).id }
			: { ...fields };
	const node = newNode(content.id('node'), typeName, next, own);
	workflow.nodes.set(node.id, node);
	return node;
}

function detail({ content }: Account, { id, typeName, nextNodeIds, fields }: WorkflowNode): object {
	const subject = content.messages.get(String(fields.emailMessageId))?.subject;
	return { id, typeName, nextNodeIds, ...fields, ...(subject !== undefined && { subject }) };
}
