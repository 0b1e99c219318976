import type { IDataObject } from 'n8n-workflow';

import { answersAbout, answersWith } from '../../api/content';
import { body, descriptionOf, nameOf } from '../../form/body';
import { idOrName } from '../../form/dropdowns';
import type { Field } from '../../form/field';
import type { Outcome } from '../../http/request';
import { asRecord } from '../../values/parse';
import type { Body } from '../../values/checked';
import { type Operation, operation } from '../operation';
import { create, get, getById, getCall, getMany, rejectionsOf, shown } from '../builders';
import {
	changeCall,
	changeOptions,
	deletionOf,
	discardSwitch,
	dryRun,
	queuePolicy,
	isSet,
	workflowChange,
	resultOf,
	workflow,
} from './requests';

const workflowName = nameOf('Name of the workflow. Recipients do not see it.');

const settings = {
	description: descriptionOf('What the workflow is for'),
	workflowGroupId: idOrName(
		'workflowGroup',
		'Workflow Group',
		'workflowGroup',
		'getWorkflowGroups',
	), // contract: workflow-group
};

const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update workflow',
	description: 'Change the name, description or group of a workflow',
	fields: {
		workflowId: workflow.id,
		changes: body({}, { name: workflowName, ...settings }, 'updateFields'),
		options: changeOptions,
	},
	...workflowChange,
	plan: (values, known) => ({
		request: changeCall(values, known, {
			body: values.changes,
			isAnswer: answersAbout(values.workflowId),
			made: (now) => (isSet(values.changes, now) ? now : undefined),
		}),
	}),
	output: (answer) => [shown(workflow, answer)],
});

const mailingListId = idOrName('mailingList', 'Mailing List', 'newMailingList', 'getMailingLists');

/** Null for none: an empty field must not remove the list. */
const newList: Field<Body> = {
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
		const change = form.slot('listChange', 'Change', 'set').choice(['set', 'remove']);
		if (change === 'remove') return { mailingListId: null };
		return body({ mailingListId }).read(form);
	},
};

const changeMailingList = operation({
	value: 'changeMailingList',
	name: 'Change Mailing List',
	action: 'Change mailing list of workflow',
	description: 'Set or remove the mailing list of a workflow. A dry run unless you turn that off.',
	isHiddenFromAgents: true,
	fields: {
		workflowId: workflow.id,
		list: newList,
		dryRun,
		discards: discardSwitch(
			'Whether to remove queued contacts that the change excludes. Off: if there are any, nothing changes.',
		),
		options: changeOptions,
	},
	...workflowChange,
	plan: (values, known) => ({
		request: changeCall(values, known, {
			path: '/mailing-list',
			body: { ...values.list, ...queuePolicy(values) },
			isAnswer: answersWith('status', 'queuedContactCount'),
			made: ({ mailingListId, workflowRevisionId }) =>
				isSet(values.list, { mailingListId })
					? { status: 'updated', mailingListId, workflowRevisionId }
					: undefined,
		}),
	}),
	output: (answer, { workflowId }) => [{ id: workflowId, ...resultOf(answer) }],
});

/** Loops' own 404. A gateway in front of it would not know what is missing (contract: workflow-unknown). */
const isNoWorkflow = ({ statusCode, body: answer }: Outcome): boolean =>
	statusCode === 404 && /workflow/i.test(String(asRecord(answer).message));

/** Loops has no dry run of this call: the node reads the workflow instead. */
const deleteWorkflow = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete workflow',
	description: 'Delete a workflow with all its nodes. A dry run unless you turn that off.',
	isHiddenFromAgents: true,
	fields: {
		workflowId: workflow.id,
		dryRun,
		discards: discardSwitch(
			'Whether to delete the workflow even if it is sending or has queued contacts: sending stops, and they are removed',
		),
		options: changeOptions,
	},
	locks: workflowChange.locks,
	// Even with its revision given: after a lost answer, a missing workflow counts as deleted.
	lookUp: async (values, get) =>
		values.dryRun ? undefined : await getById(get, workflow, values.workflowId),
	plan: (values, known) => {
		const current = getCall(workflow, values.workflowId);
		if (values.dryRun) return { request: current };
		return {
			request: changeCall(values, known, {
				...deletionOf((now) => !('id' in now)),
				check: { ...current, isAnswer: (now) => current.isAnswer(now) || isNoWorkflow(now) },
				body: values.discards ? { confirmDelete: true } : {},
				rerun: 'once',
				isAnswer: ({ statusCode }) => statusCode === 204, // contract: workflow-delete
				rejections: [
					...rejectionsOf(workflow),
					{
						status: 409,
						says: /confirmDelete|sending|queued/i, // contract: workflow-confirm
						problem: 'The workflow is sending or has queued contacts',
						hint: "Nothing was deleted. To stop it and remove them, turn on 'Discard Queued Contacts'",
					},
				],
			}),
		};
	},
	output: (answer, values) => {
		const id = values.workflowId;
		if (!values.dryRun) return [{ id, status: 'deleted' }];
		const { name: called, status: state, workflowRevisionId, nodes } = answer as IDataObject;
		const nodeIds = Object.keys(asRecord(nodes));
		return [
			{ id, status: 'dryRun', name: called, workflowStatus: state, workflowRevisionId, nodeIds },
		];
	},
});

export const workflows: Operation[] = [
	getMany(workflow, 'List the workflows in Loops with their IDs'),
	get(workflow, 'Look up the status and nodes of a workflow'),
	create(workflow, {
		given: { name: workflowName },
		added: {
			...settings,
			mailingListId: idOrName('mailingList', 'Mailing List', 'audienceList', 'getMailingLists'),
		},
		description: 'Start a workflow in Loops as a draft, with an empty trigger and an exit',
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
