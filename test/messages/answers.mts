import type { Fault } from '../emulator/faults.mts';
import { parametersOf } from '../harness/operations.mts';
import { onceOff, perKey } from '../harness/sendOnce.mts';
import { refusal, type Section, untrustedServer } from './cases.mts';
import { REFUSALS } from './refusals.mts';

const { checkSuppression, create, find, removeSuppression } = parametersOf;
const { sendEmail, subscribe, update, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const sendWithoutKey = { ...sendEmail, options: onceOff };
const sendOnlyOnce = { ...sendEmail, options: perKey('order-1') };
const changeEmail = { ...update, additionalFields: { changeEmailTo: 'kim@new.example' } };

/** Loops refuses all calls, and asks for a wait that is longer than the node waits. */
const unavailableForAnHour = (status: number, more: Partial<Fault> = {}): Fault => ({
	kind: 'status',
	status,
	times: 'always',
	headers: { 'retry-after': '3600' },
	...more,
});

/** Loops refuses one call, and the node repeats it at once. */
const unavailableOnce: Fault = { kind: 'status', status: 503, headers: { 'retry-after': '0' } };

/** Answers that are not what the node asked for: refusals, pages of a proxy, and no answer at all. */
export const ANSWERS: Section[] = [
	REFUSALS,
	{
		heading: 'Not from Loops',
		cases: [
			{
				name: 'gets a web page instead of a contact',
				parameters: find,
				faults: [
					{ kind: 'html', status: 200, times: 'always', headers: { 'retry-after': '3600' } },
				],
			},
			{
				name: 'gets a web page that refuses access',
				parameters: find,
				faults: [{ kind: 'html', status: 403 }],
			},
			{
				name: 'gets a web page with 404',
				parameters: find,
				faults: [{ kind: 'html', status: 404 }],
			},
			{
				name: 'deletes a contact, and another server answers 404',
				parameters: deleteContact,
				faults: [{ kind: 'body', status: 404, body: { detail: 'No such route' } }],
			},
			{
				name: 'deletes a contact, and a server that may be Loops answers 404',
				parameters: deleteContact,
				faults: [{ kind: 'body', status: 404, body: { message: 'No such contact' } }],
			},
			{
				name: 'sends an email, and another server answers 409',
				parameters: sendEmail,
				faults: [{ kind: 'body', status: 409, body: { detail: 'Conflict' } }],
			},
			{
				name: 'checks a suppression, and another server answers 404',
				parameters: checkSuppression,
				faults: [{ kind: 'body', status: 404, body: { detail: 'No such route' } }],
			},
			{
				name: 'enters a Base URL with a user name and password',
				parameters: find,
				credentials: { baseUrl: 'https://user:secret@example.com/api/v1' },
			},
			{
				name: 'enters a Base URL that redirects',
				parameters: find,
				faults: [{ kind: 'redirect', location: '/elsewhere' }],
			},
			{
				name: 'enters a Base URL without https://',
				parameters: find,
				credentials: { baseUrl: 'localhost' },
			},
			{
				name: 'enters a Base URL by an expression that returns nothing',
				parameters: find,
				credentials: { baseUrl: null as unknown as string },
			},
			{
				name: 'enters an API key with the word Bearer',
				parameters: find,
				credentials: { apiKey: 'Bearer d2d561f5' },
			},
			{
				name: 'enters an API key in quotes',
				parameters: find,
				credentials: { apiKey: '"d2d561f5eff80136f69b4b5a31b9fb3c"' },
			},
			{
				name: 'enters no API key',
				parameters: find,
				credentials: { apiKey: '' },
			},
			{
				name: 'is behind a proxy that asks for a password',
				parameters: find,
				faults: [{ kind: 'status', status: 407 }],
			},
		],
	},
	{
		heading: 'Not available',
		cases: [
			{
				name: 'finds a contact while Loops is down for an hour',
				parameters: find,
				faults: [unavailableForAnHour(503)],
			},
			{
				name: 'finds a contact, and gets a web page that says 502',
				parameters: find,
				faults: [unavailableForAnHour(502, { kind: 'html' })],
			},
			{
				name: 'finds a contact while the rate limit of 25 is reached for an hour',
				parameters: find,
				faults: [
					unavailableForAnHour(429, {
						headers: { 'retry-after': '3600', 'x-ratelimit-limit': '25' },
					}),
				],
			},
			{
				name: "sends an email, but n8n can't reach the Base URL",
				parameters: sendWithoutKey,
				credentials: { baseUrl: 'http://127.0.0.1:9' },
			},
			{
				name: 'sends an email through a proxy whose certificate n8n does not trust',
				parameters: sendWithoutKey,
				credentials: untrustedServer,
			},
			{
				name: "sends an email without a key, and Loops' answer is lost",
				parameters: sendWithoutKey,
				faults: [{ kind: 'resetAfter' }],
			},
			{
				name: "sends an email without a key, and Loops' answer is cut off",
				parameters: sendWithoutKey,
				faults: [{ kind: 'truncate' }],
			},
			{
				name: 'finds a contact, and Loops never answers',
				parameters: find,
				faults: [{ kind: 'hang', times: 'always' }],
			},
			{
				name: 'finds a contact, and Loops fails each time',
				parameters: find,
				faults: [{ kind: 'status', status: 500, times: 'always', headers: { 'retry-after': '0' } }],
			},
		],
	},
	{
		heading: 'A key that Loops has seen',
		cases: [
			{
				name: 'sends another email with the same key in Send Only Once',
				before: sendOnlyOnce,
				parameters: { ...sendOnlyOnce, email: 'ada@example.com' },
			},
			{
				name: 'sends an email with a key in Send Only Once, and Loops knows the key',
				parameters: sendOnlyOnce,
				faults: [refusal(409, 'Conflict')],
			},
			{
				name: 'sends an email, and Loops knows the key that the node made',
				parameters: sendEmail,
				faults: [refusal(409, 'Conflict')],
			},
		],
	},
	{
		heading: 'Whether it may have been done',
		cases: [
			{
				name: 'creates or updates a contact while Loops is down',
				parameters: upsert,
				faults: [unavailableForAnHour(503)],
			},
			{
				name: 'deletes a contact while Loops is down',
				parameters: deleteContact,
				faults: [unavailableForAnHour(503)],
			},
			{
				name: 'sends an email without a key while Loops is down',
				parameters: sendWithoutKey,
				faults: [unavailableForAnHour(503)],
			},
			{
				name: 'sends an email while Loops is down',
				parameters: sendEmail,
				faults: [unavailableForAnHour(503)],
			},
			{
				name: 'subscribes a contact, and Loops goes down after the look-up',
				parameters: subscribe,
				faults: [unavailableForAnHour(503, { method: 'PUT' })],
			},
			{
				name: 'removes a suppression, and Loops goes down after the look-up',
				parameters: removeSuppression,
				faults: [unavailableForAnHour(503, { method: 'DELETE' })],
			},
			{
				name: 'changes the email of a contact, and Loops goes down after the look-up',
				parameters: changeEmail,
				faults: [unavailableForAnHour(503, { method: 'PUT' })],
			},
			{
				name: "creates a contact, Loops' answer is lost, and Loops then refuses access",
				parameters: create,
				faults: [
					{ kind: 'resetAfter', method: 'POST' },
					{ kind: 'status', status: 403, method: 'GET', times: 'always' },
				],
			},
			{
				name: 'creates a contact that exists, after a call that failed',
				parameters: { ...create, email: 'kim@example.com' },
				faults: [unavailableOnce],
			},
			{
				name: 'creates a contact that exists with another name, after a call that failed',
				parameters: {
					...create,
					email: 'kim@example.com',
					additionalFields: { contactPropertiesJson: '{ "firstName": "Someone else" }' },
				},
				faults: [unavailableOnce],
			},
		],
	},
];
