import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNamedValues, type ValueCheck } from './namedValues';

export const dataVariablesFields: INodeProperties[] = [
	{
		displayName: 'Data Variables From',
		name: 'dataVariablesMode',
		type: 'options',
		options: [
			{ name: 'Fields', value: 'fields', description: 'Names with typed values, one by one' },
			{ name: 'JSON', value: 'json', description: 'One object with names and values' },
		],
		default: 'fields',
		description: 'How to give the data variables',
	},
	{
		displayName: 'Data Variables',
		name: 'dataVariables',
		type: 'assignmentCollection',
		default: {},
		displayOptions: { show: { dataVariablesMode: ['fields'] } },
		description:
			'Values for the data variables of the email. Upper and lower case count in a name.',
	},
	{
		displayName: 'Data Variables (JSON)',
		name: 'dataVariablesJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { dataVariablesMode: ['json'] } },
		placeholder: 'e.g. { "name": "Kim", "items": [{ "title": "Pen", "price": 2 }] }',
		description:
			'Object of names and values: text, number, or an array of objects for a list block of the email',
	},
];

const isTextOrNumber = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

const isFlatObject = (entry: unknown) =>
	typeof entry === 'object' &&
	entry !== null &&
	!Array.isArray(entry) &&
	Object.values(entry).every(isTextOrNumber);

/** Arrays feed the list blocks of a template. Null doesn't work in Loops, neither do nested objects. */
const check: ValueCheck = (value) => {
	if (isTextOrNumber(value)) return { value };
	if (Array.isArray(value)) {
		return value.every(isFlatObject)
			? { value }
			: { wayOut: 'Each entry of an array has to be an object whose values are text or numbers' };
	}
	return {
		wayOut:
			'A data variable takes text, a number, or an array of objects. Leave out an optional variable that has no value, or give it empty text.',
	};
};

/** `dataVariables` of the body; absent when there are none. */
export function readDataVariables(node: IExecuteFunctions, itemIndex: number): IDataObject {
	return readNamedValues(node, itemIndex, {
		name: 'dataVariables',
		label: 'Data Variables',
		check,
	});
}
