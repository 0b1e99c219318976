import type { INodeProperties } from 'n8n-workflow';

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

const includeInput: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInput',
	type: 'boolean',
	default: false,
	description:
		"Whether to pass the fields and files of the input item on. The answer of Loops is then in the field 'loops'.",
};

/** How the operation behaves. */
export const options = (...entries: INodeProperties[]) =>
	collection('Options', 'options', 'Add Option', [includeInput, ...entries]);
