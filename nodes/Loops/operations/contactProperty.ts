import type { IDataObject } from 'n8n-workflow';

import { reservedNames } from '../account/propertyRoles';
import { type ContactProperty, isPropertyKey, listContactProperties } from '../api/contacts';
import type { Field } from '../form/form';
import { choice, choiceOption, fieldOf, options, validateOnly } from '../form/parameter';
import { isSuccess, type LoopsRequest } from '../http/request';
import { doneBefore } from '../sends/sendMessage';
import type { Identifier } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import type { PropertyType } from '../values/propertyValue';
import { reachesNobody } from './base/builders';
import { operation, type Operation } from './base/operation';

const propertyName: Field<Identifier> = {
	properties: [
		{
			displayName: 'Name',
			name: 'propertyName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. planName',
			description: 'Name of the property in camelCase',
		},
	],
	read: (form) => {
		const value = form.value('propertyName', 'Name');
		const name = value.identifier('properties');
		if (!isPropertyKey(name)) {
			value.refuse(
				`'Name' is not in camelCase: ${value.shown}`,
				'Begin with a lowercase letter, and use only letters and digits, such as planName',
			);
		}
		if (!reservedNames.includes(name)) return name;
		return value.refuse(
			`'Name' can't be ${value.shown}`,
			`Choose another name. Loops reserves these names: ${reservedNames.join(', ')}`,
		);
	},
};

const propertyType = fieldOf(
	choice<PropertyType>({
		displayName: 'Type',
		name: 'propertyType',
		type: 'options',
		options: [
			{ name: 'Date', value: 'date' },
			{ name: 'Number', value: 'number' },
			{ name: 'Text', value: 'string' },
			{ name: 'True or False', value: 'boolean' },
		],
		default: 'string',
		description: 'Kind of value the property holds',
	}),
);

const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact property',
	description:
		'Add a custom property, such as planName. It can only be renamed or removed in Loops itself.',
	fields: {
		name: propertyName,
		type: propertyType,
		options: options({
			validateOnly,
			ifPropertyExists: choiceOption<'error' | 'skip'>({
				displayName: 'If Property Exists',
				name: 'ifPropertyExists',
				type: 'options',
				options: [
					{
						name: 'Error',
						value: 'error',
						description: 'The item fails, because Loops refuses a second property with this name',
					},
					{
						name: 'Skip',
						value: 'skip',
						description:
							'Do nothing if the existing property has the same type, so that you can run the workflow again',
					},
				],
				default: 'error',
				description: 'What to do if the account already has a property with this name',
			}),
		}),
	},
	locks: ({ name }) => [`property ${name}`],
	reaches: reachesNobody,
	run: async ({ name, type, options: { ifPropertyExists } }, { get, change, mayBeDone }) => {
		const mayExist = ifPropertyExists === 'skip';
		const found = (list: unknown) => existing(list as ContactProperty[], name, type);
		const before = mayExist ? found(await get(listContactProperties())) : undefined;
		if (before instanceof ItemRefused) throw before;
		if (before) return { ...before, existed: mayBeDone ? null : true, name, type };
		const call: LoopsRequest = {
			method: 'POST',
			path: '/contacts/properties',
			body: { name, type },
			repeat: {
				kind: 'checkFirst',
				request: listContactProperties(),
				found,
				...(mayExist && { foundAfterRefusal: found }),
			},
			isAnswer: isSuccess,
			rejections: [
				{
					status: 400, // contract: property-create
					problem: `Loops did not create the property '${formatName(name)}'`,
					hint: "A built-in or custom property with this name may already exist. If its type is the same, set 'Options > If Property Exists' to 'Skip'",
				},
			],
		};
		const { answer, doneBy } = await change(call, {
			rerun: mayExist ? 'harmless' : 'refused',
			precheck: async (look) => {
				if (mayExist || !found(await look(listContactProperties()))) return;
				throw new ItemRefused(
					`Loops already has a contact property '${formatName(name)}'`,
					"Choose another name, or set 'Options > If Property Exists' to 'Skip'",
				);
			},
		});
		return { ...answer, existed: doneBefore(doneBy), name, type };
	},
});

/** Loops' answer if the property exists, or an error if it has another type. */
function existing(
	list: ContactProperty[],
	name: string,
	type: string,
): IDataObject | ItemRefused | undefined {
	const property = list.find(({ key }) => key === name);
	if (!property) return undefined;
	if (property.type === type) return { success: true };
	return new ItemRefused(
		`The contact property '${formatName(name)}' exists with the type ${property.type}, not ${type}`,
		'Choose the existing type, or choose another name. The type of a property can only be changed in Loops itself.',
	);
}

const properties = fieldOf(
	choice<'all' | 'custom'>({
		displayName: 'Properties',
		name: 'properties',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Built-in and custom properties' },
			{
				name: 'Custom',
				value: 'custom',
				description: 'Properties that were added to this account',
			},
		],
		default: 'all',
		description: 'Which properties to list',
	}),
);

const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contact properties',
	description: 'List the properties that contacts have, with their names and types',
	fields: { list: properties },
	isList: true,
	// contract: properties-custom
	run: async ({ list }, { get }) => (await get(listContactProperties(list))) as IDataObject[],
});

export const contactProperties: Operation[] = [create, getAll];
