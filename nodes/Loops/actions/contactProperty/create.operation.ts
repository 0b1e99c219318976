import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import type { Item } from '../../fields/item';
import { checkName, isNoName } from '../../fields/name';
import { readChoice, readOption, readText, shown } from '../../fields/values';
import {
	type ContactProperty,
	listContactProperties,
	PROPERTY_TYPES,
	reservedNames,
} from '../../account/contactProperties';
import { type DoneBy, isSuccess } from '../../http/request';
import { checkExpression, formatName } from '../../http/sentences';
import { doneBefore } from '../doneBefore';
import type { Operation } from '../operation';

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
			name: 'ifItExists',
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
	subjects: (item) => [`property ${readProperty(item).name}`],
	request: async (item) => {
		const { name, type } = readProperty(item);
		const choices = ['error', 'skip'] as const;
		const mayExist = readOption(item, 'ifItExists', 'If It Exists', choices, 'error') === 'skip';
		const found = (answer: unknown) => find(item, answer, name, type);
		if (mayExist) {
			const existing = found(await item.read(listContactProperties()));
			if (existing instanceof NodeOperationError) throw existing;
			if (existing) return { output: output(existing, item, 'earlierRun') };
		}
		return {
			method: 'POST',
			path: '/contacts/properties',
			body: { name, type },
			repeat: {
				kind: 'lookUp',
				request: listContactProperties(),
				found,
				...(mayExist && { foundRefused: found }),
			},
			rerun: mayExist ? 'safe' : 'refused',
			isAnswer: isSuccess,
			refusals: [
				{
					status: 400,
					problem: `Loops did not create the property '${formatName(name)}'`,
					hint: "One of this name may exist already, built-in or custom. See 'Options > If It Exists'",
				},
			],
		};
	},
	output,
};

function output(answer: unknown, item: Item, doneBy: DoneBy): IDataObject[] {
	return [{ ...(answer as IDataObject), existed: doneBefore(doneBy), ...readProperty(item) }];
}

function readProperty(item: Item): { name: string; type: string } {
	const given = item.parameter('propertyName', '');
	const name = readText(item, 'Name', given);
	checkName(item, 'Name', ['propertyName']);
	if (isNoName(name)) {
		throw item.invalidParameter(`'Name' can't be ${shown(name)}`, checkExpression('a name'));
	}
	if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
		throw item.invalidParameter(
			`'Name' is not in camelCase: ${shown(given)}`,
			'Begin with a small letter, and use letters and digits only, such as planName',
		);
	}
	if (reservedNames.includes(name)) {
		throw item.invalidParameter(
			`'Name' can't be ${shown(name)}`,
			`Loops keeps these names for itself: ${reservedNames.join(', ')}`,
		);
	}
	const type = readChoice(item, 'Type', item.parameter('propertyType', 'string'), PROPERTY_TYPES);
	return { name, type };
}

/** Success where the property is there, an error where it has another type. */
function find(
	item: Item,
	answer: unknown,
	name: string,
	type: string,
): IDataObject | NodeOperationError | undefined {
	const property = (answer as ContactProperty[]).find(({ key }) => key === name);
	if (!property) return undefined;
	if (property.type === type) return { success: true };
	return item.invalidParameter(
		`The contact property '${formatName(name)}' exists with the type ${property.type}, not ${type}`,
		'Choose its type or another name. The type of a property can only be changed in Loops itself.',
	);
}
