import type { Fault } from '../emulator/faults.mts';
import { variablesMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import { answered, type Section, untrusted } from './cases.mts';

const { checkSuppression, create, createProperty, find, removeSuppression } = parametersOf;
const { sendEmail, sendEvent, subscribe, update, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const status = (code: number, more: Partial<Fault> = {}) =>
	({ kind: 'status', status: code, ...more }) as Fault;
/** Ends the run at once, since the node does not wait this long. */
const lasting = (code: number, limit?: string) =>
	status(code, {
		times: 'always',
		headers: { 'retry-after': '3600', ...(limit && { 'x-ratelimit-limit': limit }) },
	});
const said = (code: number, body: unknown): Fault => ({ kind: 'body', status: code, body });
/** Faults only the change, not the look-up before it. */
const refusedPart = (path: string): Fault =>
	({
		...said(400, { success: false, message: 'Invalid', path }),
		method: 'PUT',
	}) as Fault;
const refusedAs = (message: string) =>
	({ ...said(400, { success: false, message }), method: 'PUT' }) as Fault;
const unkeyed = { options: { preventDuplicatesOnRetry: false } };
const once = { options: { sendOnlyOnceFor: 'order-1' } };
const changed = { additionalFields: { changeEmailTo: 'kim@new.example' } };
const gone = said(404, { success: false, message: 'This contact was not found.' });
const noneLeft = said(400, { success: false, message: 'Removal quota exceeded.' });
const tomasSuppressed = { contact: { email: 'tomas@example.com' }, isSuppressed: true };
const lostThen403: Fault[] = [
	{ kind: 'resetAfter', method: 'POST' },
	status(403, { method: 'GET', times: 'always' }),
];

/** Messages about foreign answers and refusals. */
const LISTS = ['cm9list0investors00000003', 'cm9list0productnews000002'];

export const ANSWERS: Section[] = [
	[
		'Refused by Loops',
		[
			{ parameters: find, credentials: { apiKey: 'wrong' } },
			answered(find, status(403)),
			answered(find, said(404, { success: false, message: 'Not found' })),
			answered(find, said(405, { message: 'Wrong HTTP request method.' })),
			answered(upsert, said(413, { message: 'Payload too large' })),
			answered(
				sendEmail,
				said(400, { success: false, message: 'It contains a contact property.' }),
			),
			answered({ ...create, email: 'kim@example.com' }),
			answered({
				...create,
				additionalFields: { userId: 'u-77' },
				options: { ifExists: 'leaveAsIs' },
			}),
			answered({ ...deleteContact, email: 'nobody@example.com' }),
			answered(removeSuppression, { ...noneLeft, method: 'DELETE' } as Fault),
			answered(removeSuppression, { kind: 'body', body: tomasSuppressed, method: 'GET' }, {
				...noneLeft,
				method: 'DELETE',
			} as Fault),
			answered(removeSuppression, { ...gone, method: 'DELETE' } as Fault),
			answered({ ...subscribe, mailingList: ['unknown'] }),
			answered({ ...subscribe, mailingList: ['product news'] }),
			answered({ ...subscribe, mailingList: 'News' }, {
				...{ kind: 'body', method: 'GET', path: '/v1/lists' },
				body: ['a', 'b'].map((id) => ({ id, name: 'News' })),
			} as Fault),
			answered({ ...subscribe, mailingList: 'News' }, {
				...{ kind: 'status', status: 403, method: 'GET', path: '/v1/lists' },
			} as Fault),
			answered({ ...createProperty, propertyName: 'planName' }),
			answered({ ...upsert, findBy: 'emailAndUserId', userId: 'u-78' }),
			answered({ ...sendEvent, findBy: 'userId', userId: 'nobody-here' }),
			answered({ ...sendEmail, transactionalId: { mode: 'id', value: 'unknown' } }),
			answered({ ...sendEmail, dataVariables: {} }),
			answered({
				...sendEmail,
				dataVariables: {},
				options: { dataVariablesJson: '{ "other": 1 }' },
			}),
			answered({
				...sendEmail,
				...variablesMapper(['firstName'], {}),
				options: {
					extraDataVariables: {
						assignments: [{ id: '1', name: 'fristName', value: 'Kim', type: 'string' }],
					},
				},
			}),
			answered({ ...sendEmail, ...variablesMapper(['firstName'], { firstName: '' }) }),
			answered({
				...sendEmail,
				options: {
					attachments: {
						base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' }],
					},
				},
			}),
			...(
				[
					[sendEmail, 'addToAudience', 'attachments[0].data', 'dataVariables.price', 'email'],
					[sendEmail, 'transactionalId'],
					[sendEvent, 'eventName', 'eventProperties'],
					[upsert, 'email', 'subscribed', 'userId', 'somethingElse'],
				] as const
			).flatMap(([of, ...paths]) =>
				paths.map((path) => answered(of, said(400, { success: false, message: 'Invalid', path }))),
			),
			answered(subscribe, refusedPart('mailingLists')),
			answered(
				{
					...upsert,
					additionalFields: { addToList: LISTS[0], mailingListsJson: { [LISTS[1]]: true } },
				},
				refusedPart('mailingLists'),
			),
			...['Contact not found.', 'Mailing list not found.'].map((message) =>
				answered(subscribe, refusedAs(message)),
			),
			answered(update, refusedAs('Contact not found.')),
			answered(sendEmail, said(400, { message: 'Transactional email is not published.' })),
			answered(
				{ ...parametersOf.getEmails, includeDrafts: true },
				{
					...said(401, { message: 'Invalid API key or content API not enabled' }),
					path: '/v1/transactional-emails',
				},
			),
			answered(update, refusedPart('userId')),
			answered({
				...update,
				additionalFields: { contactPropertiesJson: `{ "planName": "${'x'.repeat(499)}" }` },
			}),
			answered({ ...update, ...changed }, refusedPart('email')),
		],
	],
	[
		'Not from Loops',
		[
			answered(find, {
				kind: 'html',
				status: 200,
				times: 'always',
				headers: { 'retry-after': '3600' },
			}),
			answered(find, { kind: 'html', status: 403 }),
			answered(find, { kind: 'html', status: 404 }),
			answered(deleteContact, said(404, { detail: 'No such route' })),
			answered(deleteContact, said(404, { message: 'No such contact' })),
			answered(sendEmail, said(409, { detail: 'Conflict' })),
			answered(checkSuppression, said(404, { detail: 'No such route' })),
			{ parameters: find, credentials: { baseUrl: 'https://user:secret@example.com/api/v1' } },
			answered(find, { kind: 'redirect', location: '/elsewhere' }),
			{ parameters: find, credentials: { baseUrl: 'localhost' } },
			{ parameters: find, credentials: { baseUrl: null as unknown as string } },
			{ parameters: find, credentials: { apiKey: 'Bearer d2d561f5' } },
			{ parameters: find, credentials: { apiKey: '' } },
			answered(find, status(407)),
		],
	],
	[
		'Not available',
		[
			answered(find, lasting(503)),
			answered(find, { ...lasting(502), kind: 'html' } as Fault),
			answered(find, lasting(429)),
			answered(find, lasting(429, '25')),
			{ parameters: { ...sendEmail, ...unkeyed }, credentials: { baseUrl: 'http://127.0.0.1:9' } },
			{ parameters: { ...sendEmail, ...unkeyed }, credentials: untrusted },
			answered({ ...sendEmail, ...unkeyed }, { kind: 'resetAfter' }),
			answered({ ...sendEmail, ...unkeyed }, { kind: 'truncate' }),
			answered(find, { kind: 'hang', times: 'always' }),
			answered(find, status(500, { times: 'always', headers: { 'retry-after': '0' } })),
		],
	],
	[
		'A key that Loops has seen',
		[
			{
				parameters: { ...sendEmail, ...once, email: 'ada@example.com' },
				before: { ...sendEmail, ...once },
			},
			answered({ ...sendEmail, ...once }, said(409, { success: false, message: 'Conflict' })),
			answered(sendEmail, said(409, { success: false, message: 'Conflict' })),
		],
	],
	[
		'Whether it may have been done',
		[
			answered(upsert, lasting(503)),
			answered(deleteContact, lasting(503)),
			answered({ ...sendEmail, ...unkeyed }, lasting(503)),
			answered(sendEmail, lasting(503)),
			answered(subscribe, { ...lasting(503), method: 'PUT' } as Fault),
			answered(removeSuppression, { ...lasting(503), method: 'DELETE' } as Fault),
			answered({ ...update, ...changed }, { ...lasting(503), method: 'PUT' } as Fault),
			answered(create, ...lostThen403),
			answered(
				{ ...create, email: 'kim@example.com' },
				status(503, { headers: { 'retry-after': '0' } }),
			),
			answered(
				{
					...create,
					email: 'kim@example.com',
					additionalFields: { contactPropertiesJson: '{ "firstName": "Someone else" }' },
				},
				status(503, { headers: { 'retry-after': '0' } }),
			),
		],
	],
];
