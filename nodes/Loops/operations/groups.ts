import { descriptionOf, nameOf } from '../form/body';
import { locator } from '../form/locator';
import type { Rejection } from '../http/request';
import type { Operation } from './operation';
import { create, get, getMany, type Resource, update } from './builders';

const parts = {
	name: nameOf('Name of the group'),
	description: descriptionOf('What the group is for'),
};

/** Loops' own pages disagree about the status. */
const isUnsorted = (status: number): Rejection => ({
	status,
	says: /unsorted|edited/i,
	problem: "The group 'Unsorted' can't be changed",
	hint: 'Choose another group',
});

/** The operations of one kind of group. Groups only sort what Loops shows of `things`. */
function groupOperations(resource: Resource, things: string): Operation[] {
	return [
		getMany(resource, 'List the groups with their IDs'),
		get(resource, 'Look up the name and description of a group'),
		create(resource, {
			description: `Add a group for ${things}. Groups only sort what Loops shows.`,
			given: { name: parts.name },
			added: { description: parts.description },
		}),
		update(resource, {
			description: 'Change the name or description of a group',
			added: parts,
			rejections: [isUnsorted(400), isUnsorted(409)],
		}),
	];
}

export const campaignGroups = groupOperations(
	{
		noun: 'campaign group',
		path: '/campaign-groups',
		id: locator({
			displayName: 'Campaign Group',
			name: 'campaignGroupId',
			description: 'The group of campaigns',
			search: 'searchCampaignGroups',
			modes: ['list', 'name', 'id'],
			exampleName: 'Newsletters',
			kind: 'campaignGroup',
		}),
	},
	'campaigns',
);

export const transactionalGroups = groupOperations(
	{
		noun: 'transactional group',
		path: '/transactional-groups',
		id: locator({
			displayName: 'Transactional Group',
			name: 'transactionalGroupId',
			description: 'The group of transactional emails',
			search: 'searchTransactionalGroups',
			modes: ['list', 'name', 'id'],
			exampleName: 'Billing',
			kind: 'transactionalGroup',
		}),
	},
	'transactional emails',
);

export const workflowGroups = groupOperations(
	{
		noun: 'workflow group',
		path: '/workflow-groups',
		id: locator({
			displayName: 'Workflow Group',
			name: 'workflowGroupId',
			description: 'The group of workflows',
			search: 'searchWorkflowGroups',
			modes: ['list', 'name', 'id'],
			exampleName: 'Onboarding',
			kind: 'workflowGroup',
		}),
	},
	'workflows',
);
