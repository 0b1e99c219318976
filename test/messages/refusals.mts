import type { Fault } from '../emulator/faults.mts';
import { variablesMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import { type Case, contentRefusal, refusal, type Section } from './cases.mts';

const { create, createProperty, find, getEmails, removeSuppression } = parametersOf;
const { sendEmail, sendEvent, subscribe, update, upsert } = parametersOf;
const deleteContact = parametersOf.delete;
const changeEmail = { ...update, additionalFields: { changeEmailTo: 'kim@new.example' } };

/** Loops refuses a PUT, but not the look-up before it. */
const refusedChange = (message: string): Fault => refusal(400, message, { method: 'PUT' });

/** Loops refuses the field of this path in the body of a PUT. */
const refusedField = (path: string): Fault => ({
	kind: 'body',
	status: 400,
	method: 'PUT',
	body: { success: false, message: 'Invalid', path },
});

/** Fields of a body, by the path under which Loops refuses them, and what the user did. */
const FIELDS = [
	{ name: 'sends an email', parameters: sendEmail, path: 'addToAudience' },
	{ name: 'sends an email', parameters: sendEmail, path: 'attachments[0].data' },
	{ name: 'sends an email', parameters: sendEmail, path: 'dataVariables.price' },
	{ name: 'sends an email', parameters: sendEmail, path: 'email' },
	{ name: 'sends an email', parameters: sendEmail, path: 'transactionalId' },
	{ name: 'sends an event', parameters: sendEvent, path: 'eventName' },
	{ name: 'sends an event', parameters: sendEvent, path: 'eventProperties' },
	{ name: 'creates or updates a contact', parameters: upsert, path: 'email' },
	{ name: 'creates or updates a contact', parameters: upsert, path: 'subscribed' },
	{ name: 'creates or updates a contact', parameters: upsert, path: 'userId' },
	{ name: 'creates or updates a contact', parameters: upsert, path: 'somethingElse' },
];

/** What Loops refuses. */
export const REFUSALS: Section = {
	heading: 'Refused by Loops',
	cases: [
		{
			name: 'finds a contact with a wrong API key',
			parameters: find,
			credentials: { apiKey: 'wrong' },
		},
		{
			name: 'finds a contact, and Loops or a proxy refuses access',
			parameters: find,
			faults: [{ kind: 'status', status: 403 }],
		},
		{
			name: 'finds a contact, and Loops answers 404 with a reason',
			parameters: find,
			faults: [refusal(404, 'Not found')],
		},
		{
			name: 'finds a contact under a Base URL that does not take this method',
			parameters: find,
			faults: [{ kind: 'body', status: 405, body: { message: 'Wrong HTTP request method.' } }],
		},
		{
			name: 'sends more than Loops takes in a request',
			parameters: upsert,
			faults: [{ kind: 'body', status: 413, body: { message: 'Payload too large' } }],
		},
		{
			name: 'sends an email that contains a contact property',
			parameters: sendEmail,
			faults: [refusal(400, 'It contains a contact property.')],
		},
		{
			name: 'creates a contact whose email is taken',
			parameters: { ...create, email: 'kim@example.com' },
		},
		{
			name: 'creates a contact whose user ID is taken, and leaves existing contacts as they are',
			parameters: {
				...create,
				additionalFields: { userId: 'u-77' },
				options: { ifExists: 'leaveAsIs' },
			},
		},
		{
			name: 'deletes a contact that does not exist',
			parameters: { ...deleteContact, email: 'nobody@example.com' },
		},
		{
			name: 'removes more suppressions than the plan allows',
			parameters: removeSuppression,
			faults: [refusal(400, 'Removal quota exceeded.', { method: 'DELETE' })],
		},
		{
			name: 'removes more suppressions than the plan allows, and Loops does not tell the quota',
			parameters: removeSuppression,
			faults: [
				{
					kind: 'body',
					method: 'GET',
					body: { contact: { email: 'tomas@example.com' }, isSuppressed: true },
				},
				refusal(400, 'Removal quota exceeded.', { method: 'DELETE' }),
			],
		},
		{
			name: 'removes the suppression of a contact that is deleted meanwhile',
			parameters: removeSuppression,
			faults: [refusal(404, 'This contact was not found.', { method: 'DELETE' })],
		},
		{
			name: 'subscribes a contact to a mailing list that does not exist',
			parameters: { ...subscribe, mailingList: ['unknown'] },
		},
		{
			name: 'writes the name of a mailing list in lowercase',
			parameters: { ...subscribe, mailingList: ['product news'] },
		},
		{
			name: 'gives a name that two mailing lists have',
			parameters: { ...subscribe, mailingList: 'News' },
			faults: [
				{
					kind: 'body',
					method: 'GET',
					path: '/v1/lists',
					body: [
						{ id: 'a', name: 'News' },
						{ id: 'b', name: 'News' },
					],
				},
			],
		},
		{
			name: 'gives the name of a mailing list, but Loops does not list them',
			parameters: { ...subscribe, mailingList: 'News' },
			faults: [{ kind: 'status', status: 403, method: 'GET', path: '/v1/lists' }],
		},
		{
			name: 'creates a contact property that exists',
			parameters: { ...createProperty, propertyName: 'planName' },
		},
		{
			name: 'gives the email of one contact and the user ID of another one',
			parameters: { ...upsert, findBy: 'emailAndUserId', userId: 'u-78' },
		},
		{
			name: 'sends an event to a user ID that no contact has',
			parameters: { ...sendEvent, findBy: 'userId', userId: 'nobody-here' },
		},
		{
			name: 'sends a transactional email that does not exist',
			parameters: { ...sendEmail, transactionalId: { mode: 'id', value: 'unknown' } },
		},
		{
			name: 'sends an email without its data variables',
			parameters: { ...sendEmail, dataVariables: {} },
		},
		{
			name: 'sends an email with another data variable than it has',
			parameters: {
				...sendEmail,
				dataVariables: {},
				options: { dataVariablesJson: '{ "other": 1 }' },
			},
		},
		{
			name: 'misspells a data variable',
			parameters: {
				...sendEmail,
				...variablesMapper(['firstName'], {}),
				options: {
					extraDataVariables: {
						assignments: [{ id: '1', name: 'fristName', value: 'Kim', type: 'string' }],
					},
				},
			},
		},
		{
			name: 'leaves a data variable empty',
			parameters: { ...sendEmail, ...variablesMapper(['firstName'], { firstName: '' }) },
		},
		{
			name: 'attaches a file, which Loops has not enabled for the team',
			parameters: {
				...sendEmail,
				options: {
					attachments: {
						base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' }],
					},
				},
			},
		},
		...FIELDS.map(
			({ name, parameters, path }): Case => ({
				name: `${name}, and Loops refuses the field ${path}`,
				parameters,
				faults: [{ kind: 'body', status: 400, body: { success: false, message: 'Invalid', path } }],
			}),
		),
		{
			name: 'subscribes a contact, and Loops refuses the mailing lists',
			parameters: subscribe,
			faults: [refusedField('mailingLists')],
		},
		{
			name: 'sets mailing lists in two fields, and Loops refuses them',
			parameters: {
				...upsert,
				additionalFields: {
					addToList: 'cm9list0investors00000003',
					mailingListsJson: { cm9list0productnews000002: true },
				},
			},
			faults: [refusedField('mailingLists')],
		},
		{
			name: 'subscribes a contact that is deleted meanwhile',
			parameters: subscribe,
			faults: [refusedChange('Contact not found.')],
		},
		{
			name: 'subscribes a contact to a mailing list that is deleted meanwhile',
			parameters: subscribe,
			faults: [refusedChange('Mailing list not found.')],
		},
		{
			name: 'updates a contact that is deleted meanwhile',
			parameters: update,
			faults: [refusedChange('Contact not found.')],
		},
		{
			name: 'sends an email that is not published',
			parameters: sendEmail,
			faults: [refusal(400, 'Transactional email is not published.')],
		},
		{
			name: 'lists transactional emails with drafts, which Loops has not enabled for the team',
			parameters: { ...getEmails, includeDrafts: true },
			faults: [
				contentRefusal(401, 'Invalid API key or content API not enabled', {
					path: '/v1/transactional-emails',
				}),
			],
		},
		{
			name: 'updates a contact, and Loops refuses the user ID',
			parameters: update,
			faults: [refusedField('userId')],
		},
		{
			name: 'gives a contact property a value that is too long',
			parameters: {
				...update,
				additionalFields: { contactPropertiesJson: `{ "planName": "${'x'.repeat(499)}" }` },
			},
		},
		{
			name: 'changes the email of a contact, and Loops refuses the new one',
			parameters: changeEmail,
			faults: [refusedField('email')],
		},
	],
};
