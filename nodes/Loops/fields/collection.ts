import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item } from './item';
import { isUnfilled } from './unfilled';
import { readBoolean, readChoice, readCollection } from './values';

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
	options: entries,
});

/** Fields of what is sent that few people need. */
export const additionalFields = (...entries: INodeProperties[]) =>
	collection(
		'Additional Fields',
		'additionalFields',
		'Add Field',
		[...entries].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	);

/** The entries of 'Additional Fields' that were added. */
export function readAdditionalFields(item: Item): IDataObject {
	const given = item.parameter('additionalFields', {});
	const added = Object.entries(readCollection(item, 'Additional Fields', given));
	return Object.fromEntries(added.filter(([, value]) => !isUnfilled(item, value))) as IDataObject;
}

const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		"Whether to pass the fields and files of the input item on. The answer of Loops is then in the field 'loops'.",
};

/** These hold for the whole run: the first item sets them. */
const runOptions: INodeProperties[] = [
	{
		displayName: 'Max Requests per Second',
		name: 'maxRequestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'Slows this step down to this rate on average, so that other tools can use the same account. In a loop, all rounds count together. Without it the node uses what Loops allows, 10 unless your limit was raised. Taken from the first item.',
	},
	{
		displayName: 'One Item at a Time',
		name: 'oneItemAtATime',
		type: 'boolean',
		default: false,
		description:
			'Whether to finish each item before the next one starts. Items about the same contact always keep their order. Taken from the first item.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description: 'Seconds to wait for the whole answer of Loops. Taken from the first item.',
	},
];

/** Entry of 'Options' of whatever changes something in Loops. */
export const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to only look at the items: nothing is sent, and the exact request is put out with warnings about it',
};

/** How the operation behaves. n8n lists entries in this order: those of the operation come first. */
export const options = (...entries: INodeProperties[]) =>
	collection('Options', 'options', 'Add Option', [...entries, includeInputFields, ...runOptions]);

/**
 * Looks at the switches and choices among the options of a form, whether they come to matter or not.
 * @throws NodeOperationError for a value that is none of them
 */
export function checkOptions(item: Item, fields: INodeProperties[]): void {
	const entries = fields.find(({ name }) => name === 'options')?.options as INodeProperties[];
	for (const { name, displayName, type, options: choices } of entries ?? []) {
		if (!(name in item.options)) continue;
		const value = item.options[name];
		if (type === 'boolean') readBoolean(item, displayName, value);
		if (type === 'options') {
			const values = (choices as INodePropertyOptions[]).map((each) => String(each.value));
			readChoice(item, displayName, value, values);
		}
	}
}
