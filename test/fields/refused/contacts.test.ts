import type { IDataObject } from 'n8n-workflow';

import { withAdded } from '../../harness/forms.mts';
import { type Case, event, given, refuses, upsert } from './refuses.mts';

const properties = (value: unknown): IDataObject => ({
	...upsert,
	additionalFields: {
		contactPropertiesJson: typeof value === 'string' ? value : JSON.stringify(value),
	},
});
const propertiesFromForm = (id: string, type: string, value: unknown): IDataObject => ({
	...upsert,
	contactProperties: {
		mappingMode: 'defineBelow',
		value: { [id]: given(value) },
		schema: [{ id, type }],
	},
});

const contactProperties: Case[] = [
	...['email', 'userId', 'mailingLists', 'eventName', 'eventProperties', '__proto__'].flatMap(
		(name) =>
			[upsert, event].map(
				(parameters): Case => [
					`a property that shadows ${name}: ${parameters.resource}`,
					withAdded(parameters, { contactPropertiesJson: `{ "${name}": "x" }` }),
					`'Contact Properties (JSON)' holds '${name}', which is not a contact property`,
					`Take '${name}' out`,
				],
			),
	),
	[
		'invalid JSON',
		properties('{ "a": 1, }'),
		"'Contact Properties (JSON)' is not valid JSON: ",
		'Check quotes, commas and brackets',
	],
	...['[1]', '"text"', '7', 'null'].map(
		(json): Case => [
			`JSON that is not an object: ${json}`,
			properties(json),
			`'Contact Properties (JSON)' is not a JSON object: ${json}`,
			'Give names with values in braces',
		],
	),
	...[{ a: 1 }, ['a']].map(
		(value): Case => [
			`a nested property value: ${JSON.stringify(value)}`,
			properties({ planName: value }),
			`'Contact Properties (JSON)': 'planName' can't be ${JSON.stringify(value)}`,
			'text, a number, true or false, a date, or null',
		],
	),
	[
		'NaN, which JSON would turn into null and so clear the property',
		properties('={{ { seats: NaN } }}'),
		"'Contact Properties (JSON)': 'seats' can't be NaN",
		'text, a number',
	],
	[
		'text for a number field',
		propertiesFromForm('seats', 'number', 'many'),
		`'Contact Properties': 'seats' can't be "many"`,
		'The property is a number in Loops',
	],
	[
		'text for a boolean field',
		propertiesFromForm('isBeta', 'boolean', 'maybe'),
		`'Contact Properties': 'isBeta' can't be "maybe"`,
		'The property is a boolean in Loops',
	],
	[
		'Unix time in seconds',
		propertiesFromForm('trialEndsAt', 'dateTime', 1767225600),
		"'Contact Properties': 'trialEndsAt' can't be 1767225600",
		'multiply seconds by 1000',
	],
	[
		'text that is not a date',
		propertiesFromForm('trialEndsAt', 'dateTime', 'tomorrow'),
		`'Contact Properties': 'trialEndsAt' can't be "tomorrow"`,
		'Give a date in ISO 8601',
	],
	[
		'a property that is cleared and set',
		withAdded(properties({ seats: 1 }), { clearProperty: ['seats'] }),
		"'seats' is both cleared and set",
		"Take it out of 'Clear Property'",
	],
	[
		'properties to clear that are not names',
		{ ...upsert, additionalFields: { clearProperty: '={{ [1] }}' } },
		"'Clear Property' can't be [1]",
		'Choose from the list',
	],
	[
		'subscribed set twice',
		withAdded(properties({ subscribed: true }), { subscription: 'unsubscribe' }),
		"'Subscription (All Emails)' is set twice",
		"Take 'subscribed' out of the JSON object",
	],
	[
		'an unknown subscription',
		{ ...upsert, additionalFields: { subscription: 'yes' } },
		`'Subscription (All Emails)' can't be "yes"`,
		"Choose 'leaveAsIs', 'subscribe' or 'unsubscribe'",
	],
];

const lists = (additionalFields: IDataObject): IDataObject => ({ ...upsert, additionalFields });

const mailingLists: Case[] = [
	...['"yes"', '1', 'null', '{}'].map(
		(value): Case => [
			`a mailing list that is neither true nor false: ${value}`,
			lists({ mailingListsJson: `{ "cm1": ${value} }` }),
			`'Mailing Lists (JSON)': 'cm1' can't be ${value}`,
			'true (subscribe) or false (unsubscribe)',
		],
	),
	[
		'mailing lists as an array',
		lists({ mailingListsJson: '["cm1"]' }),
		`'Mailing Lists (JSON)' is not a JSON object: ["cm1"]`,
		'Give names with values in braces',
	],
	[
		'mailing lists that are not JSON',
		lists({ mailingListsJson: 'cm1' }),
		"'Mailing Lists (JSON)' is not valid JSON",
		'Check quotes',
	],
	[
		'a mailing list without an ID',
		lists({ mailingListsJson: '{ " ": true }' }),
		"'Mailing Lists (JSON)': ' ' can't be true",
		'Each mailing list ID takes',
	],
	[
		'mailing list IDs that are not text',
		lists({ addToList: '={{ [7] }}' }),
		"'Add to List' can't be [7]",
		'Choose from the list',
	],
	[
		'a list to subscribe to and to unsubscribe from',
		lists({ addToList: ['cm1'], removeFromList: ['cm1'] }),
		"Mailing list 'cm1' is both added and removed",
		'Name it only once',
	],
	[
		'a list in a field that JSON contradicts',
		lists({ addToList: ['cm1'], mailingListsJson: '{ "cm1": false }' }),
		"Mailing list 'cm1' is both added and removed",
		'Name it only once',
	],
];

const property = (propertyName: string, propertyType = 'string'): IDataObject => ({
	resource: 'contactProperty',
	operation: 'create',
	propertyName,
	propertyType,
});

const propertyCreation: Case[] = [
	...['', 'PlanName', 'plan_name', 'plan name', '1plan', 'plan-name', '__proto__'].map(
		(name): Case => [
			`a property name not in camelCase: '${name}'`,
			property(given(name)),
			`'Name' is not in camelCase: "${name}"`,
			'Begin with a small letter',
		],
	),
	...['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'].map(
		(name): Case => [
			`a property name that Loops reserves: ${name}`,
			property(name),
			`'Name' can't be "${name}"`,
			'Loops keeps these names for itself',
		],
	),
	...['text', 'String', 'array', ''].map(
		(type): Case => [
			`a property type outside the four: '${type}'`,
			property('planName2', type),
			`'Type' can't be "${type}"`,
			'Choose one of boolean, date, number, string',
		],
	),
	[
		'an unknown choice of properties',
		{ resource: 'contactProperty', operation: 'getAll', properties: 'mine' },
		`'Properties' can't be "mine"`,
		'Choose one of all, custom',
	],
];

refuses('contact properties', contactProperties);
refuses('mailing lists', mailingLists);
refuses('contact property creation', propertyCreation);
