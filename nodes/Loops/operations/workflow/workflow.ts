import type { IDataObject } from 'n8n-workflow';

import { answersAbout, answersWith } from '../../api/content';
import { body, descriptionOf, nameOf } from '../../form/body';
import { selectIdOrName, locatorEntry } from '../../form/parameter';
import type { Field } from '../../form/form';
import type { Outcome } from '../../http/request';
import { asRecord } from '../../values/parse';
import type { UnresolvedBody } from '../../form/formValue';
import { type Operation, operation } from '../base/operation';
import { create, getOne, getById, getCall, getMany, rejectionsOf, shown } from '../base/builders';
import { workflow } from '../base/resources';
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
} from './requests';

const workflowName = nameOf('Name of the workflow. Recipients do not see it.');

const settings = {
	description: descriptionOf('What the workflow is for'),
	workflowGroupId: selectIdOrName('workflowGroup', 'Group', 'workflowGroup', 'getWorkflowGroups'), // contract: workflow-group
};

const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update workflow in Loops',
	description: 'Change the name, description or group of a workflow',
	fields: {
		workflowId: workflow.id,
		changes: body({}, { name: workflowName, ...settings }, 'updateFields'),
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const { answer } = await change(
			changeCall(values, await readUnlessGiven(values, get), {
				body: values.changes,
				isAnswer: answersAbout(values.workflowId),
				answerIfMade: (now) => (areValuesSet(values.changes, now) ? now : undefined),
			}),
			ofWorkflow(values),
		);
		return shown(workflow, answer);
	},
});

const listNamed = (name: string) =>
	locatorEntry({
		displayName: 'Mailing List',
		name,
		description: 'Mailing list of the workflow',
		search: 'searchMailingLists',
		exampleName: 'Product news',
		kind: 'mailingList',
	});

const mailingListId = listNamed('newMailingList');

/** Null for none: an empty field must not remove the list. */
const newList: Field<UnresolvedBody> = {
	properties: [
		{
			displayName: 'Change',
			name: 'listChange',
			type: 'options',
			options: [
				{ name: 'Remove Mailing List', value: 'remove' },
				{ name: 'Set Mailing List', value: 'set' },
			],
			default: 'set',
		},
		{ ...mailingListId.property, displayOptions: { show: { listChange: ['set'] } } },
	],
	read: (form) => {
		const change = form.value('listChange', 'Change', 'set').choice(['set', 'remove']);
		if (change === 'remove') return { mailingListId: null };
		return body({ mailingListId }).read(form);
	},
};

const changeMailingList = operation({
	value: 'changeMailingList',
	name: 'Change Mailing List',
	action: 'Change mailing list of Loops workflow',
	description:
		"Set or remove the mailing list of a workflow. Nothing changes until you turn off 'Dry Run'.",
	isHiddenFromAgents: true,
	fields: {
		workflowId: workflow.id,
		list: newList,
		dryRun,
		discards: discardSwitch(
			'Whether to remove queued contacts that the change excludes. If this is off and there are such contacts, nothing changes.',
		),
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const { answer } = await change(
			changeCall(values, await readUnlessGiven(values, get), {
				path: '/mailing-list',
				body: { ...values.list, ...queuePolicy(values) },
				isAnswer: answersWith('status', 'queuedContactCount'),
				answerIfMade: ({ mailingListId: id, workflowRevisionId }) =>
					areValuesSet(values.list, { mailingListId: id })
						? { status: 'updated', mailingListId: id, workflowRevisionId }
						: undefined,
			}),
			ofWorkflow(values),
		);
		return { id: values.workflowId, ...resultOf(answer) };
	},
});

/** Loops' own 404. A gateway in front of it would not know what is missing (contract: workflow-unknown). */
const isNoWorkflow = ({ statusCode, body: answer }: Outcome): boolean =>
	statusCode === 404 && /workflow/i.test(String(asRecord(answer).message));

/** Loops has no dry run of this call: the node reads the workflow instead. */
const deleteWorkflow = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete workflow in Loops',
	description:
		"Delete a workflow with all its nodes. Nothing is deleted until you turn off 'Dry Run'.",
	isHiddenFromAgents: true,
	fields: {
		workflowId: workflow.id,
		dryRun,
		discards: discardSwitch(
			'Whether to delete the workflow even if it is sending or has queued contacts. Sending then stops, and the queued contacts are removed.',
		),
		options: changeOptions,
	},
	locks: workflowLocks,
	reaches: workflowReached,
	run: async (values, { get, change }) => {
		const id = values.workflowId;
		// Even with its revision given: after a lost answer, a missing workflow counts as deleted.
		const before = await getById(get, workflow, id);
		if (values.dryRun) return whatWouldGo(id, before);
		const current = getCall(workflow, id);
		await change(
			changeCall(values, before, {
				...deletionOf((now) => !('id' in now)),
				check: { ...current, isAnswer: (now) => current.isAnswer(now) || isNoWorkflow(now) },
				body: values.discards ? { confirmDelete: true } : {},
				isAnswer: ({ statusCode }) => statusCode === 204, // contract: workflow-delete
				rejections: [
					...rejectionsOf(workflow),
					{
						status: 409,
						says: /confirmDelete|sending|queued/i, // contract: workflow-confirm
						problem: 'The Loops workflow is sending or has queued contacts',
						hint: "Nothing was deleted. To stop sending, remove the queued contacts and delete the workflow, turn on 'Discard Queued Contacts'",
					},
				],
			}),
			{ rerun: 'refused' },
		);
		return { id, deleted: true, status: 'deleted' };
	},
});

const whatWouldGo = (
	id: string,
	{ name, status, workflowRevisionId, nodes }: IDataObject,
): IDataObject => ({
	...{ id, deleted: false, status: 'dryRun', name, workflowStatus: status, workflowRevisionId },
	nodeIds: Object.keys(asRecord(nodes)),
});

export const workflows: Operation[] = [
	getMany(workflow, 'List the workflows in Loops with their IDs'),
	getOne(workflow, 'Look up the status and nodes of a workflow'),
	create(workflow, {
		action: 'Create workflow in Loops',
		given: { name: workflowName },
		added: {
			...settings,
			mailingListId: listNamed('audienceList'),
		},
		description: 'Create a draft workflow in Loops, with an empty trigger and an exit',
		rejections: [
			{
				status: 500,
				says: /unavailable for this team/i, // contract: workflow-unavailable
				problem: 'Loops does not let this team create workflows through the API',
				hint: 'Create the workflow in Loops, or contact Loops support',
			},
		],
	}),
	update,
	changeMailingList,
	deleteWorkflow,
];
