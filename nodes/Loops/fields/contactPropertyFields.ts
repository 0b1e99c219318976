import type { INodeProperties } from 'n8n-workflow';

import { select } from '../form/dropdowns';
import { CONTACT_DATA } from './contactEntries';
import { ADDITIONAL_FIELDS, CONTACT_FIELDS } from '../form/options';
import { section } from '../form/section';
import { identifiersIn, onceEmailed, onceIdentified } from './identifier';

const CONTACT_PROPERTIES = {
	name: 'contactProperties',
	label: 'Contact Properties',
	jsonLabel: CONTACT_DATA,
};

const json = {
	placeholder: 'e.g. { "firstName": "Kim", "seats": 4, "isBeta": true, "planName": null }',
	description:
		"Object of property names and values. A value can be text, a number, a boolean, a date, or null to clear the property. Loops silently drops properties that your account does not have. Use it instead of 'Contact Properties'.",
};

const typedFields = section(
	{ ...CONTACT_PROPERTIES, collection: ADDITIONAL_FIELDS, sentElsewhere: identifiersIn },
	{
		mapper: {
			method: 'getContactPropertyFields',
			fieldWords: { singular: 'property', plural: 'properties' },
			hint: 'Optional. A property that you do not set keeps its value in Loops. Dates without a time zone are in UTC.',
			builderHint: {
				propertyHint:
					"Values by property name, without a schema: { mappingMode: 'defineBelow', value: { firstName: 'Kim', seats: 4 } }. The loadOptions method getContactProperties gives the names. Leave out what is not to change. { mappingMode: 'autoMapInputData', value: null } sends the input fields that have the name of a property.",
			},
		},
		json,
	},
);

const shownBy = (once: (property: INodeProperties) => INodeProperties[]) => ({
	...typedFields,
	properties: typedFields.properties.flatMap((property) =>
		property.type === 'resourceMapper' ? once(property) : property,
	),
});

export const contactProperties = shownBy(onceIdentified);

/** For a contact that only its email address identifies. */
export const newContactProperties = shownBy(onceEmailed);

/** Operations that rarely write properties have rows, to which users add the ones they need. */
export const contactPropertyRows = section(
	{
		...CONTACT_PROPERTIES,
		collection: CONTACT_FIELDS,
		sentElsewhere: identifiersIn,
		rows: { ...CONTACT_PROPERTIES, key: 'property', kind: 'contactProperty' },
	},
	{
		rows: {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Property',
			description:
				'Properties of the contact to set. Others keep their values. Dates without a time zone are in UTC.',
			options: [
				{
					displayName: 'Property',
					name: 'property',
					values: [
						{ ...select('', 'name', 'getContactProperties'), displayName: 'Name or ID' },
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
		json,
	},
);
