import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { isUnfilled } from './unfilled';
import { readCollection } from './values';

const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	entries: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: [...entries].sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** Fields of what is sent that few people need. */
export const additionalFields = (...entries: INodeProperties[]) =>
	collection('Additional Fields', 'additionalFields', 'Add Field', entries);

/** The entries of 'Additional Fields' that were added. */
export function readAdditionalFields(item: Item): IDataObject {
	const given = item.parameter('additionalFields', {});
	const added = Object.entries(readCollection(item, 'Additional Fields', given));
	return Object.fromEntries(added.filter(([, value]) => !isUnfilled(item, value))) as IDataObject;
}

const includeInput: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInput',
	type: 'boolean',
	default: false,
	description:
		"Whether to pass the fields and files of the input item on. The answer of Loops is then in the field 'loops'.",
};

/** These hold for the whole run: the first item sets them. */
const runOptions: INodeProperties[] = [
	{
		displayName: 'Max Requests per Second',
		name: 'maxRate',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'Leave room for others that use the same account. Without it the node uses what Loops allows, 10 unless your limit was raised. The first item decides for all.',
	},
	{
		displayName: 'One Item at a Time',
		name: 'oneAtATime',
		type: 'boolean',
		default: false,
		description:
			'Whether to finish each item before the next one starts. Items about the same contact always keep their order. The first item decides for all.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description: 'Seconds to wait for an answer of Loops. The first item decides for all.',
	},
];

/** Entry of 'Options' of whatever changes something in Loops. */
export const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing, and put out the exact request with warnings about it instead',
};

/** How the operation behaves. */
export const options = (...entries: INodeProperties[]) =>
	collection('Options', 'options', 'Add Option', [includeInput, ...runOptions, ...entries]);
