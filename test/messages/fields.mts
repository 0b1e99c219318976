import { parametersOf } from '../harness/operations.mts';
import type { Section } from './cases.mts';
import { CONTACT_PROPERTIES } from './contactProperties.mts';
import { OPTIONS } from './options.mts';
import { SENDS } from './sends.mts';

const { createProperty, find, removeSuppression, subscribe, unsubscribe } = parametersOf;
const { update, upsert } = parametersOf;
const upsertByUserId = { ...upsert, findBy: 'userId' };

/** What the node refuses before it sends anything, field by field. */
export const FIELDS: Section[] = [
	{
		heading: 'Resource and Operation',
		cases: [
			{
				name: 'asks for an operation that does not exist',
				parameters: { ...find, operation: 'merge' },
			},
		],
	},
	{
		heading: 'Email, User ID, Identify Contact By',
		cases: [
			{
				name: 'gives an email that is empty',
				parameters: { ...upsert, email: '={{ "" }}' },
			},
			{
				name: 'gives a word as the email',
				parameters: { ...upsert, email: 'nobody' },
			},
			{
				name: 'reads a file with semicolons by commas',
				parameters: { ...upsert, email: '={{ $json.Email }}' },
				items: [{ 'Email;Seats': 'kim@example.com;4' }],
			},
			{
				name: 'leaves an expression for the email in a Fixed field',
				parameters: { ...upsert, email: '{{ $json.email }}' },
			},
			{
				name: 'gives an email with an invisible character',
				parameters: { ...upsert, email: 'ki\u200bm@example.com' },
			},
			{
				name: 'maps a word automatically to a property that is true or false',
				parameters: {
					...upsert,
					contactProperties: { mappingMode: 'autoMapInputData', value: null },
				},
				items: [{ 'Is Beta': 'perhaps' }],
			},
			{
				name: 'gives an array of objects as a text',
				parameters: {
					...upsert,
					contactProperties: {
						mappingMode: 'defineBelow',
						value: { firstName: '={{ [{ name: "Kim" }] }}' },
						schema: [{ id: 'firstName', displayName: 'First Name', type: 'string' }],
					},
				},
			},
			{
				name: 'gives a number as the email',
				parameters: { ...upsert, email: '={{ 7 }}' },
			},
			{
				name: 'gives an object as a part of the email',
				parameters: { ...upsert, email: '={{ ({ name: "kim" }); }}@example.com' },
			},
			{
				name: 'gives an email of 321 characters',
				parameters: { ...upsert, email: '={{ "a@" + ".".repeat(319) }}' },
			},
			{
				name: 'identifies a contact by phone, which is no choice',
				parameters: { ...upsert, findBy: 'phone' },
			},
			{
				name: 'gives a user ID that is empty',
				parameters: { ...upsertByUserId, userId: '={{ "" }}' },
			},
			{
				name: 'joins a missing field to the user ID, which becomes user_undefined',
				parameters: { ...upsertByUserId, userId: "={{ 'user_' + $json.id }}" },
			},
			{
				name: 'gives a user ID of 501 characters',
				parameters: { ...upsertByUserId, userId: '={{ "1".repeat(501) }}' },
			},
			{
				name: 'gives the user ID 0',
				parameters: { ...upsertByUserId, userId: '={{ 0 }}' },
			},
			{
				name: 'writes a user ID around an expression that returns nothing',
				parameters: { ...upsertByUserId, userId: '=user_{{ $json.id }}' },
			},
			{
				name: 'forgets the parentheses of a function in the user ID',
				parameters: { ...upsertByUserId, userId: '=user_{{ $itemIndex.toString }}' },
			},
			{
				name: 'gives a date that n8n could not read as the user ID',
				parameters: { ...upsertByUserId, userId: '={{ DateTime.fromISO("x") }}' },
			},
			{
				name: 'gives an object as the user ID',
				parameters: { ...upsertByUserId, userId: '={{ ({ a: 1 }) }}' },
			},
			{
				name: 'gives an object that contains itself as the user ID',
				parameters: {
					...upsertByUserId,
					userId: '={{ (() => { const a = {}; a.a = a; return a; })() }}',
				},
			},
			{
				name: 'gives a number that lost digits as the user ID',
				parameters: { ...upsertByUserId, userId: '={{ 90071992547409931 }}' },
			},
			{
				name: 'finds a contact by email and user ID, which Find does not offer',
				parameters: { ...find, findBy: 'emailAndUserId', userId: 'u-1' },
			},
			{
				name: 'reads the email from Email, but the field is called email',
				parameters: { ...upsert, email: '={{ $json.Email }}' },
				items: [{ email: 'kim@example.com' }],
			},
			{
				name: 'reads the email from Email, but the field begins with a byte order mark',
				parameters: { ...upsert, email: '={{ $json.Email }}' },
				items: [{ '\ufeffEmail': 'kim@example.com' }],
			},
		],
	},
	...CONTACT_PROPERTIES,
	{
		heading: 'Update and Find',
		cases: [
			{
				name: 'updates a contact that does not exist',
				parameters: { ...update, email: 'nobody@example.com' },
			},
			{
				name: 'changes the email of a contact that has no user ID',
				parameters: {
					...update,
					email: 'luis@example.com',
					additionalFields: { changeEmailTo: 'l@new.example' },
				},
			},
			{
				name: 'finds a contact that does not exist, and lets a missing contact fail',
				parameters: {
					...find,
					email: 'nobody@example.com',
					options: { whenNotFound: 'error' },
				},
			},
			{
				name: 'sets When Not Found of Find to something that is no choice',
				parameters: {
					...find,
					email: 'nobody@example.com',
					options: { whenNotFound: 'other' },
				},
			},
		],
	},
	{
		heading: 'Suppression',
		cases: [
			{
				name: 'removes the suppression of a contact that is not suppressed',
				parameters: { ...removeSuppression, email: 'kim@example.com' },
			},
			{
				name: 'removes the suppression of a contact that does not exist',
				parameters: { ...removeSuppression, email: 'nobody@example.com' },
			},
			{
				name: 'sets Ignore If Not Suppressed by an expression that returns nothing',
				parameters: {
					...removeSuppression,
					options: { ignoreIfNotSuppressed: '={{ undefined }}' },
				},
			},
		],
	},
	{
		heading: 'Mailing List > Subscribe and Unsubscribe Contact',
		cases: [
			{
				name: 'subscribes a contact to no mailing list',
				parameters: { ...subscribe, mailingList: '={{ [] }}' },
			},
			{
				name: 'gives a number as the mailing list',
				parameters: { ...subscribe, mailingList: '={{ 7 }}' },
			},
			{
				name: 'lets Subscribe create missing contacts, but identifies them by user ID',
				parameters: {
					...subscribe,
					findBy: 'userId',
					userId: 'u-1',
					options: { whenNotFound: 'create' },
				},
			},
			{
				name: 'sets When Not Found of Subscribe to something that is no choice',
				parameters: { ...subscribe, options: { whenNotFound: 'other' } },
			},
			{
				name: 'unsubscribes a contact that does not exist',
				parameters: { ...unsubscribe, email: 'nobody@example.com' },
			},
			{
				name: 'lets Unsubscribe create missing contacts, which it does not offer',
				parameters: {
					...unsubscribe,
					email: 'nobody@example.com',
					options: { whenNotFound: 'create' },
				},
			},
		],
	},
	{
		heading: 'Contact Property > Create',
		cases: [
			{
				name: 'names a new contact property with a space',
				parameters: { ...createProperty, propertyName: 'Plan name' },
			},
			{
				name: 'names a new contact property id, which Loops reserves',
				parameters: { ...createProperty, propertyName: 'id' },
			},
			{
				name: 'gives a new contact property a type that does not exist',
				parameters: { ...createProperty, propertyType: 'list' },
			},
			{
				name: 'skips a contact property that exists, but it has another type',
				parameters: {
					...createProperty,
					propertyName: 'seats',
					options: { ifPropertyExists: 'skip' },
				},
			},
		],
	},
	...SENDS,
	...OPTIONS,
];
