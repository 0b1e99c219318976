import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { type Item, shown } from '../../item';
import type { Operation } from '../operation';
import { type ContactProperty, listContactProperties } from '../../account/contactProperties';

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
		options(validateOnly, {
			displayName: 'If It Exists',
			name: 'ifExists',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'Let Loops refuse it' },
				{
					name: 'Skip',
					value: 'skip',
					description: 'Do nothing, unless its type is another one. So a workflow can run again.',
				},
			],
			default: 'error',
			description: 'What to do where the account has a property of this name',
		}),
	],
	request: async (item) => {
		const { name, type } = readProperty(item);
		const { ifExists } = item.parameter<IDataObject>('options', {});
		if (ifExists === 'skip') {
			const answer = await item.call(listContactProperties());
			if (exists(item, answer, name, type)) {
				return { output: [{ success: true, existed: true }] };
			}
		}
		return {
			kind: 'create',
			method: 'POST',
			path: '/contacts/properties',
			body: { name, type },
			answer: 'success',
			lookUp: {
				request: listContactProperties(),
				found: (answer) => (exists(item, answer, name, type) ? { success: true } : undefined),
			},
			hints: {
				400: "A property of this name may exist already, built-in or custom. See 'Options > If It Exists'",
			},
		};
	},
};

function readProperty(item: Item): { name: string; type: string } {
	const given = item.parameter('propertyName', '');
	const type = String(item.parameter('propertyType', 'string'));
	const name = String(given ?? '').trim();
	if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
		throw item.refusal(
			`'Name' is not in camelCase: ${shown(given)}`,
			'Begin with a small letter, and use letters and digits only, such as planName',
		);
	}
	if (RESERVED.includes(name)) {
		throw item.refusal(
			`'Name' can't be ${shown(name)}`,
			`Loops keeps these names for itself: ${RESERVED.join(', ')}`,
		);
	}
	if (!TYPES.includes(type)) {
		throw item.refusal(`'Type' can't be ${shown(type)}`, `Choose one of ${TYPES.join(', ')}`);
	}
	return { name, type };
}

/** @throws NodeOperationError for a property of this name with another type */
function exists(item: Item, answer: unknown, name: string, type: string): boolean {
	const property = (answer as ContactProperty[]).find(({ key }) => key === name);
	if (property && property.type !== type) {
		throw item.refusal(
			`The contact property '${name}' exists with the type ${property.type}, not ${type}`,
			'Choose its type or another name. The type of a property can only be changed in Loops itself.',
		);
	}
	return property !== undefined;
}
