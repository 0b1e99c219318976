import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { page } from '../pages.mts';
import { change, found, newestFirst } from './content.mts';
import { atLeastOne, flag, nullable, object, oneOf, optional, text } from './read.mts';
import type { Workflow, WorkflowNode } from './records.mts';

export const expectedRevisionId = nullable(text());
const name = text();
const description = text({ mayBeEmpty: true });

const creation = object({
	name,
	description: optional(description),
	workflowGroupId: optional(text()),
	mailingListId: optional(nullable(text())),
});
const update = object({
	expectedRevisionId,
	name: optional(name),
	description: optional(description),
	workflowGroupId: optional(text()),
});
const listChange = object({
	expectedRevisionId,
	mailingListId: nullable(text()),
	dryRun: optional(flag),
	queuedContactPolicy: optional(oneOf('fail', 'discard')),
});
const deletion = object({ expectedRevisionId, confirmDelete: optional(flag) });

export function listWorkflows(request: ApiRequest): Answer {
	const workflows = newestFirst(request.account.content.workflows);
	return page(request, 'workflows', workflows, ({ id, name: of, createdAt, updatedAt }) => {
		return { id, url: urlOf(id), name: of, createdAt, updatedAt };
	});
}

export function getWorkflow(request: ApiRequest): Answer {
	return { status: 200, body: simplified(request.account, workflowOf(request)) };
}

export function createWorkflow({ account, body }: ApiRequest): Answer {
	const { content } = account;
	const { description: about = '', name: given, ...rest } = creation(body, 'body');
	const { mailingListId = null } = rest;
	checkList(account, mailingListId);
	const workflowGroupId = content.groupId('workflow', rest.workflowGroupId);
	const exit = newNode(content.id('node'), 'ExitAction', []);
	const trigger = newNode(content.id('node'), 'BlankTrigger', [exit.id]);
	const workflow = content.add(content.workflows, 'workflow', {
		name: given,
		description: about,
		status: 'Draft',
		workflowGroupId,
		mailingListId,
		rootNodeId: trigger.id,
		revision: null,
		nodes: new Map([trigger, exit].map((node) => [node.id, node])),
	});
	return { status: 200, body: simplified(account, workflow) };
}

export function updateWorkflow(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { expectedRevisionId: expected, ...changes } = update(body, 'body');
	atLeastOne(changes);
	refuseStale(workflow, expected);
	account.content.groupId('workflow', changes.workflowGroupId);
	touch(account, change(workflow, changes));
	return { status: 200, body: simplified(account, workflow) };
}

/** Guess: a new list excludes queued contacts that are not on it; here all of them. */
export function changeMailingList(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { mailingListId, dryRun, queuedContactPolicy, ...given } = listChange(body, 'body');
	refuseStale(workflow, given.expectedRevisionId);
	checkList(account, mailingListId);
	const nodes = mailingListId === null ? [] : [...workflow.nodes.values()];
	const queued = queuedAt(nodes);
	const answer = { mailingListId, queuedContactCount: queued };
	if (dryRun) return { status: 200, body: { status: 'dryRun', ...answer } };
	if (queued > 0 && queuedContactPolicy !== 'discard') {
		return { status: 200, body: { status: 'queuedContactsFound', ...answer } };
	}
	for (const node of nodes) node.queued = 0;
	touch(account, change(workflow, { mailingListId }));
	return { status: 200, body: { status: 'updated', ...answer, ...revised(account, workflow) } };
}

export function deleteWorkflow(request: ApiRequest): Answer {
	const { account, body } = request;
	const workflow = workflowOf(request);
	const { expectedRevisionId: expected, confirmDelete } = deletion(body, 'body');
	refuseStale(workflow, expected);
	const queued = queuedAt([...workflow.nodes.values()]);
	if ((workflow.status === 'Sending' || queued > 0) && !confirmDelete) {
		const why =
			workflow.status === 'Sending' ? 'is sending' : `has ${String(queued)} queued contacts`;
		throw new Refusal(409, `Workflow ${why}. Resend with confirmDelete: true to delete it.`);
	}
	account.content.workflows.delete(workflow.id);
	return { status: 204, body: undefined };
}

export const workflowOf = ({ account, params }: ApiRequest): Workflow =>
	found(account.content.workflows, params.workflowId, 'Workflow');

export function refuseStale({ revision }: Workflow, expected: string | null): void {
	if (expected === revision) return;
	throw new Refusal(
		409,
		`workflowRevisionId mismatch: the latest is ${revision ?? 'none'}. Fetch the workflow again.`,
	);
}

export const queuedAt = (nodes: WorkflowNode[]): number =>
	nodes.reduce((sum, { queued }) => sum + queued, 0);

/** Gives a workflow a new revision. */
export function touch({ content }: Account, workflow: Workflow): void {
	workflow.revision = content.revision();
	workflow.updatedAt = new Date().toISOString();
}

/** The last fields of each answer to a change. */
export const revised = (account: Account, workflow: Workflow) => ({
	workflowRevisionId: workflow.revision,
	workflow: simplified(account, workflow),
});

export const newNode = (
	id: string,
	typeName: string,
	nextNodeIds: string[],
	fields: WorkflowNode['fields'] = {},
): WorkflowNode => ({ id, typeName, nextNodeIds, fields, queued: 0 });

/** The graph with the fields that the spec lists for each type of node. */
export function simplified({ content }: Account, workflow: Workflow): object {
	const {
		id,
		revision,
		status,
		name: of,
		description: about,
		workflowGroupId,
		mailingListId,
		rootNodeId,
	} = workflow;
	const shownNode = ({ typeName, nextNodeIds, fields }: WorkflowNode) => {
		if (typeName === 'AudienceFilter') return { typeName, nextNodeIds };
		const { eventProperties: _, ...rest } = fields;
		const subject = content.messages.get(String(fields.emailMessageId))?.subject;
		return { typeName, nextNodeIds, ...rest, ...(subject !== undefined && { subject }) };
	};
	return {
		id,
		url: urlOf(id),
		workflowRevisionId: revision,
		status,
		name: of,
		description: about,
		workflowGroupId,
		mailingListId,
		rootNodeId,
		nodes: Object.fromEntries([...workflow.nodes].map(([key, node]) => [key, shownNode(node)])),
	};
}

function checkList(account: Account, mailingListId: string | null): void {
	if (mailingListId !== null && !account.mailingLists.has(mailingListId)) {
		throw new Refusal(400, 'Mailing list not found.');
	}
}

const urlOf = (id: string) => `https://app.loops.so/loops/${id}`;
