import type { IDataObject } from 'n8n-workflow';

import { eventMapper, propertiesMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import { type Section, each, eachField, eachOption } from './cases.mts';

const { createProperty, find, getEmails, removeSuppression, sendEmail, sendEvent } = parametersOf;
const { subscribe, unsubscribe, update, upsert } = parametersOf;

const row = (name: unknown, type: string, value: unknown) => ({
	assignments: [{ id: '1', name, type, value }] as unknown as IDataObject[],
});
const attached = (kind: 'binary' | 'base64', rows: IDataObject[] | string) => ({
	attachments: { [kind]: rows },
});
const withFile = {
	json: {},
	binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
};
const huge = Buffer.alloc(4_000_000).toString('base64');
const inJson = (contactPropertiesJson: string) => ({
	additionalFields: { contactPropertiesJson },
});
const typed = (value: IDataObject) =>
	propertiesMapper(
		{ firstName: 'string', seats: 'number', isBeta: 'boolean', trialEndsAt: 'dateTime' },
		value,
	);
const headers = (...header: IDataObject[]) => ({ headers: { header } });

/** What the node refuses before it sends anything, field by field. */
export const FIELDS: Section[] = [
	['Resource and Operation', each(find, [{ operation: 'merge' }])],
	[
		'Email, User ID, Identify Contact By',
		[
			...each(upsert, [
				{ email: '={{ "" }}' },
				{ email: 'nobody' },
				{ email: '={{ 7 }}' },
				{ email: '={{ "a@" + ".".repeat(319) }}' },
				{ findBy: 'phone' },
				{ findBy: 'userId', userId: '={{ "" }}' },
				{ findBy: 'userId', userId: "={{ 'user_' + $json.id }}" },
				{ findBy: 'userId', userId: '={{ 0 }}' },
				{ findBy: 'userId', userId: '=user_{{ $json.id }}' },
				{ findBy: 'userId', userId: '=user_{{ $itemIndex.toString }}' },
				{ findBy: 'userId', userId: '={{ DateTime.fromISO("x") }}' },
				{ findBy: 'userId', userId: '={{ ({ a: 1 }) }}' },
				{ findBy: 'userId', userId: '={{ (() => { const a = {}; a.a = a; return a; })() }}' },
				{ findBy: 'userId', userId: '={{ 90071992547409931 }}' },
			]),
			...each(find, [{ findBy: 'emailAndUserId', userId: 'u-1' }]),
			...['email', '\ufeffEmail'].map((name) => ({
				parameters: { ...upsert, email: '={{ $json.Email }}' },
				items: [{ [name]: 'kim@example.com' }],
			})),
		],
	],
	[
		'Contact Properties',
		[
			...each(upsert, [
				{ contactProperties: 'text' },
				{ contactProperties: { planName: 'team' } },
				{ contactProperties: { mappingMode: 'other', value: null } },
				inJson('{ "planName": '),
				inJson(`={ "firstName": "{{ 'Kim", "lastName": "K' }}" }`),
				inJson(`={ "seats": {{ '4, "lastName": "K"' }} }`),
				inJson('[]'),
				inJson('{ "seats": 9007199254740993 }'),
				inJson('{ "planName": { "a": 1 } }'),
				inJson('{ "notes": "x" }'),
				inJson('{ "email": "x@example.com" }'),
				inJson('{ "subscribed": "perhaps" }'),
				typed({ firstName: '={{ [1] }}' }),
				typed({ firstName: '={{ 90071992547409931 }}' }),
				typed({ seats: '={{ "many" }}' }),
				typed({ seats: '={{ true }}' }),
				typed({ seats: '={{ "0.1234567890123456789e-400" }}' }),
				typed({ isBeta: '={{ "perhaps" }}' }),
				typed({ trialEndsAt: '={{ "tomorrow" }}' }),
				typed({ trialEndsAt: '={{ 1769851800 }}' }),
				typed({ trialEndsAt: '={{ 46022 }}' }),
				typed({ trialEndsAt: '={{ 202601310930 }}' }),
				{ ...inJson('{ "nobodyKnows": 1 }'), options: { unknownProperties: 'dontSend' } },
				{ options: { unknownProperties: 'other' } },
				{ ...inJson('{ "seat": 1 }'), options: { unknownProperties: 'dontSend' } },
			]),
			...eachField(upsert, [
				{ addToList: '={{ 7 }}', ...{ subscription: 'maybe', mailingListsJson: '{ "x": 1 }' } },
				{ clearProperty: ['email'] },
				{ clearProperty: '={{ 7 }}' },
				{ clearProperty: '={{ "Invalid Date" }}' },
				{ addToList: '={{ 7 }}' },
				{ removeFromList: '={{ 7 }}' },
				{ subscription: 'maybe' },
				{ mailingListsJson: '{ "cm9list0investors00000003": "x" }' },
				{ mailingListsJson: '{ "Investors": true }', removeFromList: ['Investors'] },
				{ contactPropertiesJson: '{ "seats": 1 }', clearProperty: ['seats'] },
				{ contactPropertiesJson: '{ "subscribed": true }', subscription: 'unsubscribe' },
			]),
		],
	],
	[
		'Mapped automatically',
		[
			{
				parameters: { ...upsert, ...propertiesMapper({ firstName: 'string' }) },
				items: [{ 'First Name': 'Kim', first_name: 'Bo' }],
			},
		],
	],
	[
		'Update and Find',
		[
			...each(update, [
				{ email: 'nobody@example.com' },
				{ email: 'luis@example.com', additionalFields: { changeEmailTo: 'l@new.example' } },
			]),
			...eachOption(find, [{ whenNotFound: 'error' }, { whenNotFound: 'other' }]).map((of) => ({
				parameters: { ...of.parameters, email: 'nobody@example.com' },
			})),
		],
	],
	[
		'Suppression',
		[
			...each(removeSuppression, [
				{ email: 'kim@example.com' },
				{ email: 'nobody@example.com' },
				{ options: { ignoreIfNotSuppressed: '={{ undefined }}' } },
			]),
		],
	],
	[
		'Mailing List > Subscribe and Unsubscribe Contact',
		[
			...each(subscribe, [
				{ mailingList: '={{ [] }}' },
				{ mailingList: '={{ 7 }}' },
				{ findBy: 'userId', userId: 'u-1', options: { whenNotFound: 'create' } },
				{ options: { whenNotFound: 'other' } },
			]),
			...each({ ...unsubscribe, email: 'nobody@example.com' }, [
				{},
				{ options: { whenNotFound: 'create' } },
			]),
		],
	],
	[
		'Contact Property > Create',
		[
			...each(createProperty, [
				{ propertyName: 'Plan name' },
				{ propertyName: 'id' },
				{ propertyType: 'list' },
			]),
			...each({ ...createProperty, options: { ifPropertyExists: 'skip' } }, [
				{ propertyName: 'seats' },
			]),
		],
	],
	[
		'Events',
		each(sendEvent, [
			{ eventName: '={{ "" }}' },
			{ eventName: { __rl: true, mode: 'list', value: '={{ "" }}' } },
			{ options: { eventPropertiesJson: '{ "a": ["x"] }' } },
			{
				...eventMapper({ seats: 'number' }, { seats: 4 }),
				options: { eventPropertiesJson: '{ "seats": 4 }' },
			},
			{ eventProperties: { a: 1 } },
			eventMapper({ seats: 'number' }, { seats: '={{ "many" }}' }),
			{ options: { extraEventProperties: { a: 1 } } },
			{ options: { extraEventProperties: row('={{ null }}', 'string', 'x') } },
			{ options: { extraEventProperties: row('a', 'number', 'x') } },
			{ options: { extraEventProperties: row('a', 'array', '[9007199254740993]') } },
			{ options: { extraEventProperties: row('__proto__', 'string', 'x') } },
			{
				options: {
					extraEventProperties: {
						assignments: [
							{ id: '1', name: 'a', type: 'string', value: 'x' },
							{ id: '2', name: 'a', type: 'string', value: 'y' },
						],
					},
				},
			},
			{ options: { extraEventProperties: { assignments: 'text' } } },
		]),
	],
	[
		'Transactional emails',
		[
			...each(sendEmail, [
				{ transactionalId: { mode: 'id', value: '={{ "" }}' } },
				{ transactionalId: { mode: 'id', value: 'two words' } },
				{ dataVariables: {}, options: { dataVariablesJson: '{ "firstName": true }' } },
				{ dataVariables: {}, options: { dataVariablesJson: '{ "items": [{ "size": {} }] }' } },
				{ dataVariables: {}, options: { dataVariablesJson: '{ "firstName": [1] }' } },
				{ dataVariables: {}, options: { missingVariables: 'dontSend' } },
			]),
			...eachField(sendEmail, [
				{ addToAudience: '={{ undefined }}' },
				attached('binary', [{ field: '' }]),
				attached('binary', [{ field: 'a,b', filename: 'x.txt' }]),
				attached('binary', [{ field: 'data' }]),
				attached('binary', [{ field: '={{ true }}' }]),
				attached('binary', [{ field: '={{ ({ a: 1 }) }}' }]),
				attached('binary', [{ field: 'data', filename: '={{ true }}' }]),
				attached('binary', [{ field: 'data', contentType: '={{ true }}' }]),
				attached('base64', [{ filename: '', contentType: 'text/plain', data: 'YQ==' }]),
				attached('base64', [{ filename: 'a.txt', contentType: '', data: 'YQ==' }]),
				attached('base64', [{ filename: 'a.txt', contentType: 'text/plain', data: '%' }]),
				attached('base64', [{ filename: 'a.txt', contentType: 'text/plain', data: '' }]),
				attached('base64', [{ filename: 'a.bin', contentType: 'text/plain', data: huge }]),
			]),
			...eachField(sendEmail, [attached('binary', [{ field: 'photo' }])]).map((of) => ({
				...of,
				items: [withFile],
			})),
			...eachField(sendEmail, [attached('binary', [{ field: 'data' }])]).map((of) => ({
				...of,
				items: [{ ...withFile, binary: { data: { ...withFile.binary.data, data: '' } } }],
			})),
		],
	],
	[
		'Options',
		[
			...eachOption(sendEmail, [
				{ sendOnlyOnceFor: '' },
				{ sendOnlyOnceFor: "={{ 'order-' + $json.id }}" },
				{ sendOnlyOnceFor: 'a', customIdempotencyKey: 'b' },
				{ ...headers({ name: 'Idempotency-Key', value: 'a' }), customIdempotencyKey: 'b' },
				{ customIdempotencyKey: 'x'.repeat(101) },
				{ customIdempotencyKey: 'é' },
				headers({ name: 'two words', value: 'x' }),
				headers({ name: 'Authorization', value: 'x' }),
				headers({ name: 'X-A', value: 'x' }, { name: 'x-a', value: 'y' }),
				headers({ name: 'X-A', value: '' }),
				headers({ name: 'X-A', value: 'two\nlines' }),
				{ validateOnly: '={{ undefined }}' },
				{ includeInputFields: '={{ undefined }}' },
				{ preventDuplicatesOnRetry: '={{ undefined }}' },
				headers({ name: '={{ ({ a: 1 }) }}', value: 'x' }),
				{ timeout: -1 },
				{ timeout: '={{ 0 }}' },
				{ timeout: 4000 },
				{ missingVariables: 'other' },
			]),
			...each(getEmails, [
				{ returnAll: '={{ 7 }}' },
				{ limit: 0 },
				{ limit: 1.5 },
				{ options: { pageSize: 7 } },
			]),
		],
	],
	[
		'Among items',
		[
			{
				parameters: {
					...sendEmail,
					email: '={{ $json.email }}',
					options: { sendOnlyOnceFor: 'order-1' },
				},
				items: [{ email: 'kim@example.com' }, { email: 'ada@example.com' }],
			},
			{ parameters: { ...find, email: '={{ $json.a.b }}' } },
		],
	],
];
