import { descriptionOf, nameOf } from '../form/body';
import { namedLocator } from '../form/parameter';
import type { Rejection } from '../http/request';
import type { Operation } from './base/operation';
import { create, getOne, getMany, type Resource, update } from './base/builders';

const name = nameOf('Name of the group');
const description = descriptionOf('What the group is for');

/** Loops' own pages disagree about the status. */
const isUnsorted = (status: number): Rejection => ({
	status,
	says: /unsorted|edited/i,
	problem: "The group 'Unsorted' can't be changed",
	hint: 'Choose another group',
});

/** The operations of one kind of group. Groups only sort what Loops shows of `things`. */
function groupOperations(
	kind: 'campaign' | 'transactional' | 'workflow',
	things: string,
	exampleName: string,
): Operation[] {
	const title = `${kind[0].toUpperCase()}${kind.slice(1)}`;
	const group: Resource = {
		noun: `${kind} group`,
		path: `/${kind}-groups`,
		id: namedLocator({
			displayName: `${title} Group`,
			name: `${kind}GroupId`,
			description: `Group of ${things}`,
			search: `search${title}Groups`,
			modes: ['list', 'name', 'id'],
			exampleName,
			kind: `${kind}Group`,
		}),
	};
	return [
		getMany(group, 'List the groups with their IDs'),
		getOne(group, 'Look up the name and description of a group'),
		create(group, {
			description: `Add a group for ${things}. Groups only organize what Loops shows.`,
			given: { name },
			added: { description },
		}),
		update(group, {
			description: 'Change the name or description of a group',
			added: { name, description },
			rejections: [isUnsorted(400), isUnsorted(409)],
		}),
	];
}

export const campaignGroups = groupOperations('campaign', 'campaigns', 'Newsletters');
export const transactionalGroups = groupOperations(
	'transactional',
	'transactional emails',
	'Billing',
);
export const workflowGroups = groupOperations('workflow', 'workflows', 'Onboarding');
