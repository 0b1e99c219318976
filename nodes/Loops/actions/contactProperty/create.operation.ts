import { invalidInput, shown } from '../../invalidInput';
import type { Operation } from '../operation';

const TYPES = ['string', 'number', 'boolean', 'date'];

/** Refused by Loops, as are the names of its built-in properties. */
const RESERVED = ['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'];

export const create: Operation = {
	resource: 'contactProperty',
	value: 'create',
	name: 'Create',
	action: 'Create contact property',
	description:
		'Add a custom property to the account. It can only be renamed or removed in Loops itself.',
	fields: [
		{
			displayName: 'Name',
			name: 'propertyName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. planName',
			description: 'Name of the property in camelCase',
		},
		{
			displayName: 'Type',
			name: 'propertyType',
			type: 'options',
			options: [
				{ name: 'Boolean', value: 'boolean' },
				{ name: 'Date', value: 'date' },
				{ name: 'Number', value: 'number' },
				{ name: 'String', value: 'string' },
			],
			default: 'string',
			description: 'Kind of value the property holds',
		},
	],
	request: (node, itemIndex) => {
		const given = node.getNodeParameter('propertyName', itemIndex, '');
		const type = String(node.getNodeParameter('propertyType', itemIndex, 'string'));
		const name = String(given ?? '').trim();
		if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
			throw invalidInput(
				node,
				itemIndex,
				`'Name' is not in camelCase: ${shown(given)}`,
				'Begin with a small letter, and use letters and digits only, such as planName',
			);
		}
		if (RESERVED.includes(name)) {
			throw invalidInput(
				node,
				itemIndex,
				`'Name' can't be ${shown(name)}`,
				`Loops keeps these names for itself: ${RESERVED.join(', ')}`,
			);
		}
		if (!TYPES.includes(type)) {
			throw invalidInput(
				node,
				itemIndex,
				`'Type' can't be ${shown(type)}`,
				`Choose one of ${TYPES.join(', ')}`,
			);
		}
		return {
			method: 'POST',
			path: '/contacts/properties',
			body: { name, type },
			answer: 'success',
			repeatable: false,
			hints: { 400: 'A property of this name may exist already, built-in or custom' },
		};
	},
};
