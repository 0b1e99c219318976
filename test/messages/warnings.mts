import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import { perRawKey } from '../harness/sendOnce.mts';
import type { Section } from './cases.mts';

const { create, createProperty, find, sendEmail, sendEvent, subscribe, upsert } = parametersOf;

/** Contact > Create or Update, with this text as Contact Data (JSON). */
const upsertWithJson = (contactPropertiesJson: string) => ({
	...upsert,
	additionalFields: { contactPropertiesJson },
});

/** Sets a property that the account does not have, but not for items with `skip`. */
const upsertWithUnknown = (property: string) =>
	upsertWithJson(`={{ $json.skip ? {} : { ${property}: "x" } }}`);

/** Maps columns automatically to the property seats. */
const upsertFromColumns = { ...upsert, ...propertiesMapper({ seats: 'number' }) };

/** Event > Send of an event that Loops lists, with these properties. */
const sendPlanChanged = (eventPropertiesJson: string): IDataObject => ({
	...sendEvent,
	eventName: 'planChanged',
	options: { eventPropertiesJson },
});

/** Loops always refuses access to this path. */
const forbidden = (path: string): Fault => ({ kind: 'status', status: 403, path, times: 'always' });

/** Hints and warnings of a run that does not stop. */
export const WARNINGS: Section = {
	heading: 'Warnings',
	cases: [
		{
			name: 'misspells a contact property',
			parameters: upsertWithUnknown('planNam'),
		},
		{
			name: 'has a name before an address',
			parameters: { ...upsert, email: 'Kim Lee <kim@example.com>' },
		},
		{
			name: 'has an apostrophe before an address',
			parameters: { ...upsert, email: "'t.hart@example.com" },
		},
		{
			name: 'has an error cell as a first name',
			parameters: upsertWithJson('={{ { firstName: "#N/A" } }}'),
		},
		{
			name: 'maps an array of one value to a property',
			parameters: upsertWithJson('={{ { firstName: ["Kim"] } }}'),
		},
		{
			name: 'leaves an expression in a Fixed text',
			parameters: upsertWithJson('{"firstName": "{{ $json.first }}"}'),
		},
		{
			name: 'has a placeholder of another tool in a subject',
			parameters: {
				...contentParameters('emailMessage update'),
				updateFields: { subject: 'Hi {{first_name}}' },
			},
		},
		{
			name: 'has more problems than a hint lists',
			parameters: {
				...upsertWithJson('={{ { ["none" + $json.n]: "x" } }}'),
				options: { unknownProperties: 'dontSend' },
			},
			items: Array.from({ length: 22 }, (_, n) => ({ n })),
			settings: { onError: 'continueRegularOutput' },
		},
		{
			name: 'clears empty input where some items lack a column',
			parameters: { ...upsertFromColumns, options: { emptyInputFields: 'clear' } },
			items: [{ seats: 4 }, {}],
		},
		{
			name: 'has a column without a header',
			parameters: upsertFromColumns,
			items: [{ seats: 4, '': 'x' }],
		},
		{
			name: 'identifies a send by a word that may stand for nothing',
			parameters: { ...sendEvent, options: perRawKey('={{ "none" }}') },
		},
		{
			name: 'lets two empty columns clear properties',
			parameters: {
				...upsert,
				...propertiesMapper({ firstName: 'string', seats: 'number' }),
				options: { emptyInputFields: 'clear' },
			},
			items: [{ firstName: '', seats: null }],
		},
		{
			name: 'lets an empty column clear a property',
			parameters: { ...upsertFromColumns, options: { emptyInputFields: 'clear' } },
			items: [{ seats: '' }],
		},
		{
			name: 'finds three contacts, and the error output gets one of them',
			parameters: { ...find, email: '={{ $json.email }}', options: {} },
			items: [{ email: 'kim@example.com' }, { email: 'nobody' }, { email: 'ada@example.com' }],
			settings: { onError: 'continueErrorOutput' },
		},
		{
			name: 'misspells a contact property of all items',
			parameters: upsertWithUnknown('planNam'),
			items: [{}, {}],
		},
		{
			name: 'sets an unknown contact property of two items among three',
			parameters: upsertWithUnknown('zodiac'),
			items: [{ skip: true }, {}, {}],
		},
		{
			name: 'sets an unknown contact property of one item among two',
			parameters: upsertWithUnknown('zodiac'),
			items: [{ skip: true }, {}],
		},
		{
			name: 'maps columns automatically, and five columns fit no property',
			parameters: upsertFromColumns,
			items: [{ seat: 1, subscribed: true, notes: 'x', isBeta: true, one: 1 }],
		},
		{
			name: 'maps columns automatically, and two columns say that a person wants no email',
			parameters: upsertFromColumns,
			items: [{ EMAIL_BLACKLISTED: 'Yes' }, {}, { status: 'bounced' }],
		},
		{
			name: 'maps columns automatically, and more than 1000 columns fit no property',
			parameters: upsertFromColumns,
			items: [Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`column${n}`, 1]))],
		},
		{
			name: 'maps columns automatically, and one column fits no property',
			parameters: upsertFromColumns,
			items: [{ one: 1 }],
		},
		{
			name: 'unsubscribes a contact and adds it to a mailing list',
			parameters: {
				...upsert,
				additionalFields: {
					subscription: 'unsubscribe',
					addToList: ['cm9list0investors00000003'],
				},
			},
		},
		{
			name: 'sets another unknown property of each of 22 items',
			parameters: upsertWithJson('={{ { ["none" + $json.n]: 1 } }}'),
			items: Array.from({ length: 22 }, (_, n) => ({ n })),
		},
		{
			name: 'misspells a contact property, and Loops does not list the properties',
			parameters: upsertWithUnknown('planNam'),
			faults: [forbidden('/v1/contacts/properties')],
		},
		{
			name: 'asks not to send unknown properties, and the look-up gets no answer',
			parameters: { ...upsertWithUnknown('planNam'), options: { unknownProperties: 'dontSend' } },
			faults: [{ kind: 'hang', path: '/v1/contacts/properties', times: 'always' }],
		},
		{
			name: 'asks not to send without all variables, and Loops does not tell the variables',
			parameters: { ...sendEmail, dataVariables: {}, options: { missingVariables: 'dontSend' } },
			faults: [forbidden('/v1/transactional')],
		},
		{
			name: 'validates an event, and Loops does not tell its properties',
			parameters: { ...sendEvent, eventName: 'signup', options: { validateOnly: true } },
			faults: [forbidden('/v1/event-patterns/by-name/signup')],
		},
		{
			name: 'validates an email, and Loops does not tell the variables',
			parameters: { ...sendEmail, options: { validateOnly: true } },
			faults: [forbidden('/v1/transactional')],
		},
		{
			name: 'validates a new contact, and Loops does not tell whether it exists',
			parameters: { ...create, email: 'new@example.com', options: { validateOnly: true } },
			faults: [forbidden('/v1/contacts/find')],
		},
		{
			name: 'validates adding a contact to a mailing list that was deleted',
			parameters: {
				...upsert,
				additionalFields: { addToList: ['cm9nothing00000000000001'] },
				options: { validateOnly: true },
			},
		},
		{
			name: 'validates adding a contact to a mailing list, and Loops does not tell the lists',
			parameters: {
				...upsert,
				additionalFields: { addToList: ['cm9list0productnews000002'] },
				options: { validateOnly: true },
			},
			faults: [forbidden('/v1/lists')],
		},
		{
			name: 'validates a property whose type has changed since the form was filled in',
			parameters: {
				...upsert,
				...propertiesMapper({ seats: 'string' }, { seats: '4' }),
				options: { validateOnly: true },
			},
		},
		{
			name: 'writes a data variable around an expression that returns nothing',
			parameters: {
				...sendEmail,
				...variablesMapper(['firstName'], { firstName: '=Hi {{ $json.name }},' }),
			},
		},
		{
			name: 'joins a missing field to a data variable, which becomes Hi undefined',
			parameters: {
				...sendEmail,
				...variablesMapper(['firstName'], { firstName: "={{ 'Hi ' + $json.name }}" }),
			},
		},
		{
			name: 'has an expression in JSON that returns nothing',
			parameters: upsertWithJson('={ "firstName": "{{ $json.name }}" }'),
		},
		{
			name: 'sets a property, and Loops does not tell the types of properties',
			parameters: { ...upsert, ...propertiesMapper({}, { planName: 'x' }) },
			faults: [forbidden('/v1/contacts/properties')],
		},
		{
			name: 'maps columns automatically, and Loops does not list the properties',
			parameters: { ...upsert, ...propertiesMapper({}) },
			items: [{ planName: 'x' }],
			faults: [forbidden('/v1/contacts/properties')],
		},
		{
			name: 'identifies a contact by email and the user ID 0',
			parameters: { ...upsert, findBy: 'emailAndUserId', userId: '={{ "0" }}' },
		},
		{
			name: 'gives text to a contact property that is a number, and Loops refuses it',
			parameters: upsertWithJson('{ "seats": "4" }'),
		},
		{
			name: 'subscribes a contact that has opted out of all emails',
			parameters: { ...subscribe, email: 'luis@example.com' },
		},
		{
			name: "creates a contact property, and Loops' answer is lost",
			parameters: createProperty,
			faults: [{ kind: 'resetAfter', method: 'POST' }],
		},
		{
			name: 'writes the name of an event with a capital letter',
			parameters: { ...sendEvent, eventName: 'Signup' },
		},
		{
			name: 'misspells an event, and Loops does not list the events',
			parameters: { ...sendEvent, eventName: 'sinup' },
			faults: [{ kind: 'status', status: 403, path: '/v1/event-patterns/by-name/sinup' }],
		},
		{
			name: 'chooses an event from the list, and Loops does not tell its properties',
			parameters: {
				...sendPlanChanged('{ "seats": "4" }'),
				eventName: { mode: 'list', value: 'planChanged' },
			},
			faults: [{ kind: 'status', status: 403, path: '/v1/event-patterns/by-name/planChanged' }],
		},
		{
			name: 'sends an event that is new to Loops for two items among three',
			parameters: { ...sendEvent, eventName: '={{ $json.name }}' },
			items: [{ name: 'brandNew' }, { name: 'brandNew' }, { name: 'signup' }],
		},
		{
			name: 'misspells an event property, and gives four others the wrong type',
			parameters: sendPlanChanged(
				'{ "Plan": "x", "seats": "4", "paid": 1, "renewsAt": "soon", "plan": 7 }',
			),
		},
		{
			name: 'gives true to an event property that is a number',
			parameters: sendPlanChanged('{ "seats": true }'),
		},
		{
			name: 'sets an event property, and Loops does not tell the types of properties',
			parameters: { ...sendEvent, ...eventMapper({}, { plan: 'team' }) },
			faults: [forbidden('/v1/event-patterns/by-name/signup')],
		},
	],
};
