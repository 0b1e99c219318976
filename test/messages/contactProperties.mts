import type { IDataObject } from 'n8n-workflow';

import { propertiesMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import type { Section } from './cases.mts';

const { upsert } = parametersOf;

/** Contact > Create or Update, with these fields under Additional Fields. */
const upsertWith = (additionalFields: IDataObject) => ({ ...upsert, additionalFields });

/** Contact > Create or Update, with this text as Contact Data (JSON). */
const upsertWithJson = (contactPropertiesJson: string) => upsertWith({ contactPropertiesJson });

/** Contact > Create or Update, with these values in the typed fields of Contact Properties. */
const upsertWithTyped = (values: IDataObject) => ({
	...upsert,
	...propertiesMapper(
		{ firstName: 'string', seats: 'number', isBeta: 'boolean', trialEndsAt: 'dateTime' },
		values,
	),
});

/** What the node refuses in the properties and mailing lists of a contact. */
export const CONTACT_PROPERTIES: Section[] = [
	{
		heading: 'Contact Properties',
		cases: [
			{
				name: 'gives text as Contact Properties',
				parameters: { ...upsert, contactProperties: 'text' },
			},
			{
				name: 'gives the values themselves as Contact Properties, not the object around them',
				parameters: { ...upsert, contactProperties: { planName: 'team' } },
			},
			{
				name: 'gives Contact Properties a mapping mode that does not exist',
				parameters: { ...upsert, contactProperties: { mappingMode: 'other', value: null } },
			},
			{
				name: 'maps 20,001 columns automatically',
				parameters: {
					...upsert,
					contactProperties: { mappingMode: 'autoMapInputData', value: null },
				},
				items: [Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`p${n}`, 1]))],
			},
			{
				name: 'breaks off the JSON of the contact',
				parameters: upsertWithJson('{ "planName": '),
			},
			{
				name: 'has quotes in a value that an expression puts between quotes in JSON',
				parameters: upsertWithJson(`={ "firstName": "{{ 'Kim", "lastName": "K' }}" }`),
			},
			{
				name: 'has an expression in JSON that returns more than one value',
				parameters: upsertWithJson(`={ "seats": {{ '4, "lastName": "K"' }} }`),
			},
			{
				name: 'gives an array as the JSON of the contact',
				parameters: upsertWithJson('[]'),
			},
			{
				name: 'has a number in JSON that would lose digits',
				parameters: upsertWithJson('{ "seats": 9007199254740993 }'),
			},
			{
				name: 'gives an object as the value of a property in JSON',
				parameters: upsertWithJson('{ "planName": { "a": 1 } }'),
			},
			{
				name: 'sets a property in JSON that is read-only in Loops',
				parameters: upsertWithJson('{ "notes": "x" }'),
			},
			{
				name: 'sets the email in JSON, which has a field of its own',
				parameters: upsertWithJson('{ "email": "x@example.com" }'),
			},
			{
				name: 'sets subscribed in JSON to a word',
				parameters: upsertWithJson('{ "subscribed": "perhaps" }'),
			},
			{
				name: 'gives an array to a property that is text',
				parameters: upsertWithTyped({ firstName: '={{ [1, 2] }}' }),
			},
			{
				name: 'gives a number that lost digits to a property that is text',
				parameters: upsertWithTyped({ firstName: '={{ 90071992547409931 }}' }),
			},
			{
				name: 'gives a word to a property that is a number',
				parameters: upsertWithTyped({ seats: '={{ "many" }}' }),
			},
			{
				name: 'gives true to a property that is a number',
				parameters: upsertWithTyped({ seats: '={{ true }}' }),
			},
			{
				name: 'gives a number with too many digits to a property that is a number',
				parameters: upsertWithTyped({ seats: '={{ "0.1234567890123456789e-400" }}' }),
			},
			{
				name: 'gives a word to a property that is true or false',
				parameters: upsertWithTyped({ isBeta: '={{ "perhaps" }}' }),
			},
			{
				name: 'gives a word to a property that is a date',
				parameters: upsertWithTyped({ trialEndsAt: '={{ "tomorrow" }}' }),
			},
			{
				name: 'gives Unix time in seconds to a property that is a date',
				parameters: upsertWithTyped({ trialEndsAt: '={{ 1769851800 }}' }),
			},
			{
				name: 'gives the date number of a spreadsheet to a property that is a date',
				parameters: upsertWithTyped({ trialEndsAt: '={{ 46022 }}' }),
			},
			{
				name: 'gives a date without hyphens to a property that is a date',
				parameters: upsertWithTyped({ trialEndsAt: '={{ 202601310930 }}' }),
			},
			{
				name: 'sets a property that the account does not have, and asks not to send those',
				parameters: {
					...upsertWithJson('{ "nobodyKnows": 1 }'),
					options: { unknownProperties: 'dontSend' },
				},
			},
			{
				name: 'sets Unknown Properties to something that is no choice',
				parameters: { ...upsert, options: { unknownProperties: 'other' } },
			},
			{
				name: 'misspells a property, and asks not to send unknown ones',
				parameters: {
					...upsertWithJson('{ "seat": 1 }'),
					options: { unknownProperties: 'dontSend' },
				},
			},
			{
				name: 'makes three mistakes in one contact',
				parameters: upsertWith({
					addToList: '={{ 7 }}',
					subscription: 'maybe',
					mailingListsJson: '{ "x": 1 }',
				}),
			},
			{
				name: 'clears the email',
				parameters: upsertWith({ clearProperty: ['email'] }),
			},
			{
				name: 'gives a number as the property to clear',
				parameters: upsertWith({ clearProperty: '={{ 7 }}' }),
			},
			{
				name: 'gives a date that n8n could not read as the property to clear',
				parameters: upsertWith({ clearProperty: '={{ "Invalid Date" }}' }),
			},
			{
				name: 'gives a number as the mailing list to add to',
				parameters: upsertWith({ addToList: '={{ 7 }}' }),
			},
			{
				name: 'gives 20,001 properties as JSON',
				parameters: upsertWith({
					contactPropertiesJson:
						'={{ Object.fromEntries(Array.from({ length: 20001 }, (_, n) => ["p" + n, 1])) }}',
				}),
			},
			{
				name: 'gives 101 properties as JSON that are no values',
				parameters: upsertWith({
					contactPropertiesJson:
						'={{ Object.fromEntries(Array.from({ length: 101 }, (_, n) => ["p" + n, [1, 2]])) }}',
				}),
			},
			{
				name: 'gives JSON with 8 million blanks',
				parameters: upsertWith({ contactPropertiesJson: '={{ "{}" + " ".repeat(8000000) }}' }),
			},
			{
				name: 'gives JSON text with more than 100,000 values',
				parameters: upsertWith({
					contactPropertiesJson: '={{ JSON.stringify({ a: Array(100001).fill(0) }) }}',
				}),
			},
			{
				name: 'gives a text of 1,001 lists',
				parameters: upsertWith({ addToList: '={{ Array(1001).fill("a").join() }}' }),
			},
			{
				name: 'gives a number as the mailing list to remove from',
				parameters: upsertWith({ removeFromList: '={{ 7 }}' }),
			},
			{
				name: 'sets the subscription to something that is no choice',
				parameters: upsertWith({ subscription: 'maybe' }),
			},
			{
				name: 'sets a mailing list in JSON to a word',
				parameters: upsertWith({ mailingListsJson: '{ "cm9list0investors00000003": "x" }' }),
			},
			{
				name: 'adds a contact to a mailing list and removes it from the same one',
				parameters: upsertWith({
					mailingListsJson: '{ "Investors": true }',
					removeFromList: ['Investors'],
				}),
			},
			{
				name: 'sets a property and clears the same one',
				parameters: upsertWith({
					contactPropertiesJson: '{ "seats": 1 }',
					clearProperty: ['seats'],
				}),
			},
			{
				name: 'sets the subscription in JSON and in its own field',
				parameters: upsertWith({
					contactPropertiesJson: '{ "subscribed": true }',
					subscription: 'unsubscribe',
				}),
			},
		],
	},
	{
		heading: 'Mapped automatically',
		cases: [
			{
				name: 'maps columns automatically, and two of them fit the same property',
				parameters: { ...upsert, ...propertiesMapper({ firstName: 'string' }) },
				items: [{ 'First Name': 'Kim', first_name: 'Bo' }],
			},
		],
	},
];
