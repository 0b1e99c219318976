import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import type { Case, Section } from './cases.mts';
import { GUARDS } from './guards.mts';

const { create, createProperty, find, removeSuppression, sendEmail, sendEvent } = parametersOf;
const { subscribe, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const perItem = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options,
});
const [ada, kim, tomas, bad] = [
	'ada@example.com',
	'kim@example.com',
	'tomas@example.com',
	'nobody',
].map((email) => ({ email }));
const stopped = (parameters: IDataObject, options: IDataObject = {}): Case => ({
	parameters: perItem(parameters, options),
	items: [kim, bad, ada],
});
const noWait = { 'retry-after': '0' };
const unknown = (name: string) => ({
	...upsert,
	additionalFields: { contactPropertiesJson: `={{ $json.skip ? {} : { ${name}: "x" } }}` },
});
const mapped = { ...upsert, ...propertiesMapper({ seats: 'number' }) };
const newEvents = ['brandNew', 'brandNew', 'signup'].map((name) => ({ name }));
const forbidden = (path: string): Fault => ({ kind: 'status', status: 403, path, times: 'always' });
const manyNames = Array.from({ length: 1_001 }, (_, n) => n);

/** Messages about a run as a whole. */
export const RUNS: Section[] = [
	...GUARDS,
	[
		'A stop, and what a second run would do',
		[
			stopped(find),
			stopped(deleteContact),
			{ ...stopped(create), items: [{ email: 'new@example.com' }, bad] },
			stopped(sendEmail),
			{ ...stopped(sendEmail), retriedWith: 'another-key' },
			{
				parameters: sendEmail,
				faults: [{ kind: 'resetAfter', times: 5 }],
				retriedWith: 'another-key',
			},
			{
				parameters: sendEmail,
				faults: [{ kind: 'resetAfter', times: 5 }],
				settings: { onError: 'continueRegularOutput' },
			},
			{ parameters: perItem(sendEmail), items: [bad], settings: { mode: 'integrated' } },
			stopped(sendEmail, { preventDuplicatesOnRetry: false }),
			{ ...stopped(removeSuppression), items: [tomas, bad] },
			{ ...stopped(removeSuppression, { ignoreIfNotSuppressed: true }), items: [tomas, bad] },
			stopped(subscribe),
			{ parameters: perItem(find), items: [bad, kim] },
			{ parameters: perItem(unknown('planNam')), items: [kim, bad] },
			{
				parameters: perItem(deleteContact),
				items: [kim, bad],
				faults: [{ kind: 'resetAfter' }],
			},
		],
	],
	[
		'Warnings',
		[
			{ parameters: unknown('planNam') },
			{
				parameters: {
					...upsert,
					...propertiesMapper({ firstName: 'string', seats: 'number' }),
					options: { emptyInputFields: 'clear' },
				},
				items: [{ firstName: '', seats: null }],
			},
			{
				parameters: { ...mapped, options: { emptyInputFields: 'clear' } },
				items: [{ seats: '' }],
			},
			{ ...stopped(find), settings: { onError: 'continueErrorOutput' } },
			{ parameters: unknown('planNam'), items: [{}, {}] },
			{ parameters: unknown('zodiac'), items: [{ skip: true }, {}, {}] },
			{ parameters: unknown('zodiac'), items: [{ skip: true }, {}] },
			{
				parameters: mapped,
				items: [{ seat: 1, subscribed: true, notes: 'x', isBeta: true, one: 1 }],
			},
			{
				parameters: mapped,
				items: [{ EMAIL_BLACKLISTED: 'Yes' }, {}, { status: 'bounced' }],
			},
			{
				parameters: mapped,
				items: [Object.fromEntries(manyNames.map((n) => [`column${n}`, 1]))],
			},
			{ parameters: mapped, items: [{ one: 1 }] },
			{
				parameters: {
					...upsert,
					additionalFields: {
						subscription: 'unsubscribe',
						addToList: ['cm9list0investors00000003'],
					},
				},
			},
			{
				parameters: {
					...unknown('none'),
					additionalFields: { contactPropertiesJson: '={{ { ["none" + $json.n]: 1 } }}' },
				},
				items: manyNames.slice(0, 22).map((n) => ({ n })),
			},
			{
				parameters: unknown('planNam'),
				faults: [forbidden('/v1/contacts/properties')],
			},
			{
				parameters: { ...unknown('planNam'), options: { unknownProperties: 'dontSend' } },
				faults: [{ kind: 'hang', path: '/v1/contacts/properties', times: 'always' }],
			},
			{
				parameters: { ...sendEmail, dataVariables: {}, options: { missingVariables: 'dontSend' } },
				faults: [forbidden('/v1/transactional')],
			},
			{
				parameters: { ...sendEvent, eventName: 'signup', options: { validateOnly: true } },
				faults: [forbidden('/v1/event-patterns/by-name/signup')],
			},
			{
				parameters: {
					...sendEmail,
					...variablesMapper(['firstName'], { firstName: '=Hi {{ $json.name }},' }),
				},
			},
			{
				parameters: {
					...sendEmail,
					...variablesMapper(['firstName'], { firstName: "={{ 'Hi ' + $json.name }}" }),
				},
			},
			{
				parameters: {
					...upsert,
					additionalFields: { contactPropertiesJson: '={ "firstName": "{{ $json.name }}" }' },
				},
			},
			{
				parameters: { ...upsert, ...propertiesMapper({}, { planName: 'x' }) },
				faults: [forbidden('/v1/contacts/properties')],
			},
			{
				parameters: { ...upsert, ...propertiesMapper({}) },
				items: [{ planName: 'x' }],
				faults: [forbidden('/v1/contacts/properties')],
			},
			{ parameters: { ...upsert, findBy: 'emailAndUserId', userId: '={{ "0" }}' } },
			{
				parameters: {
					...upsert,
					additionalFields: { contactPropertiesJson: '{ "seats": "4" }' },
				},
			},
			{ parameters: { ...subscribe, email: 'luis@example.com' } },
			{ parameters: createProperty, faults: [{ kind: 'resetAfter', method: 'POST' }] },
			{ parameters: { ...sendEvent, eventName: 'Signup' } },
			{
				parameters: { ...sendEvent, eventName: 'sinup' },
				faults: [{ kind: 'status', status: 403, path: '/v1/event-patterns/by-name/sinup' }],
			},
			{
				parameters: {
					...sendEvent,
					eventName: { mode: 'list', value: 'planChanged' },
					options: { eventPropertiesJson: '{ "seats": "4" }' },
				},
				faults: [{ kind: 'status', status: 403, path: '/v1/event-patterns/by-name/planChanged' }],
			},
			{ parameters: { ...sendEvent, eventName: '={{ $json.name }}' }, items: newEvents },
			{
				parameters: {
					...sendEvent,
					eventName: 'planChanged',
					options: {
						eventPropertiesJson:
							'{ "Plan": "x", "seats": "4", "paid": 1, "renewsAt": "soon", "plan": 7 }',
					},
				},
			},
			{
				parameters: {
					...sendEvent,
					eventName: 'planChanged',
					options: { eventPropertiesJson: '{ "seats": true }' },
				},
			},
			{
				parameters: { ...sendEvent, ...eventMapper({}, { plan: 'team' }) },
				faults: [forbidden('/v1/event-patterns/by-name/signup')],
			},
		],
	],
	[
		'Summary',
		[
			{ parameters: find, faults: [{ kind: 'status', status: 503, headers: noWait }] },
			{
				parameters: { ...sendEmail, options: { sendOnlyOnceFor: 'order-1' } },
				before: { ...sendEmail, options: { sendOnlyOnceFor: 'order-1' } },
			},
			{ parameters: sendEmail, faults: [{ kind: 'resetAfter' }] },
			{
				parameters: find,
				faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
			},
		],
	],
	[
		'Validate Only',
		[
			{
				parameters: perItem(sendEmail, { validateOnly: true }),
				items: [kim, bad],
			},
			{ parameters: { ...sendEmail, dataVariables: {}, options: { validateOnly: true } } },
			{
				parameters: {
					...sendEmail,
					transactionalId: { mode: 'id', value: 'unknown' },
					options: { validateOnly: true },
				},
			},
			{
				parameters: perItem(removeSuppression, { validateOnly: true }),
				items: [tomas, kim],
			},
			{
				parameters: { ...removeSuppression, options: { validateOnly: true } },
				faults: [
					{
						kind: 'body',
						body: {
							contact: tomas,
							isSuppressed: true,
							removalQuota: { limit: 5, remaining: 0 },
						},
						method: 'GET',
					},
				],
			},
			{
				parameters: perItem(subscribe, { validateOnly: true }),
				items: [{ email: 'luis@example.com' }],
			},
			{
				parameters: perItem(upsert, { validateOnly: '={{ $json.email.startsWith("kim") }}' }),
				items: [kim, ada],
			},
		],
	],
];
