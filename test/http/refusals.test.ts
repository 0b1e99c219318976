import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const API_KEY = 'refused-example-key';
const loops = useEmulator({ attachmentsEnabled: false, apiKey: API_KEY });

const { sendEmail, sendEvent, upsert } = parametersOf;

const byEmail = { ...sendEvent, findBy: 'email' };
const byUserId = { ...upsert, findBy: 'userId', userId: 'u-77' };
const checkValues =
	"Loops' reason is in parentheses. If it names a value, correct that value, then run the workflow again with this item.";
const tooLong = { message: 'Some body key or value is longer than allowable' };
const attachments = /^Attachments have to be enabled for the account/;

interface Refusal {
	parameters: IDataObject;
	/** Loops' answer. */
	body: IDataObject;
	advice: string | RegExp;
}

it.each<[what: string, of: Refusal]>([
	[
		'event properties',
		{
			parameters: byEmail,
			body: { path: 'eventProperties', message: 'Invalid' },
			advice: "Correct 'Event Properties', then run the workflow again with this item.",
		},
	],
	[
		'an event name',
		{
			parameters: byEmail,
			body: { message: 'Invalid event name' },
			advice: /^Check 'Event Name': .* colon/,
		},
	],
	['a value, with a user ID', { parameters: byUserId, body: tooLong, advice: checkValues }],
	[
		'a property',
		{
			parameters: byUserId,
			body: { message: 'Invalid contact property "seats"' },
			advice: /^Correct the value of the property. If its type has changed in Loops, refresh/,
		},
	],
	[
		'a contact',
		{
			parameters: byUserId,
			body: { message: 'No such contact' },
			advice: /^A user ID alone works only for an existing contact/,
		},
	],
	[
		'an attachment',
		{
			parameters: sendEmail,
			body: { error: { path: 'attachments[0].data', reason: 'Invalid' } },
			advice: attachments,
		},
	],
	[
		'attachments',
		{
			parameters: sendEmail,
			body: { message: 'Attachments are not enabled' },
			advice: attachments,
		},
	],
	[
		'a recipient',
		{ parameters: sendEmail, body: { message: 'Invalid email address.' }, advice: checkValues },
	],
	[
		'a draft',
		{
			parameters: sendEmail,
			body: { message: 'It is not published.' },
			advice: /^Publish the email in Loops/,
		},
	],
	[
		'variables',
		{
			parameters: sendEmail,
			body: { message: 'Missing required fields: a' },
			advice: /^Check the data variables/,
		},
	],
])('the advice after a 400 fits the refused part: %s', async (_what, of) => {
	const { parameters, body, advice } = of;
	loops.emulator.inject({ kind: 'body', status: 400, body: { success: false, ...body } });
	const { error } = await loops.run(parameters);
	expect(error?.description).toMatch(advice);
});

const propertiesInJson = (contactPropertiesJson: string) => ({
	...upsert,
	additionalFields: { contactPropertiesJson },
});
const long = 'x'.repeat(499);

it.each<[string, IDataObject, string]>([
	['a property', propertiesInJson(`{ "planName": "${long}" }`), "'planName'"],
	[
		'an event property',
		{ ...sendEvent, options: { eventPropertiesJson: `{ "plan": "${long}" }` } },
		"'Event Properties' (eventProperties.plan)",
	],
])('the advice after a 400 names a text over the limit: %s', async (_what, parameters, named) => {
	const { error } = await loops.run(parameters);
	expect(error?.message).toContain(tooLong.message);
	expect(error?.description).toContain(
		`${named} has 501 characters in JSON, and Loops accepts at most 500. Shorten the value`,
	);
});

// The text is that of Loops, without tags and the API key.
it.each<[unknown, string]>([
	[{ message: 'A preexisting name' }, 'the request (HTTP 400: A preexisting name)'],
	[{ error: 'No' }, 'the request (HTTP 400: No)'],
	[{ error: { reason: 'No' } }, 'the request (HTTP 400: No)'],
	[{ error: { message: 7, reason: 'No' } }, 'the request (HTTP 400: No)'],
	[{ path: 'email', message: 'No' }, "'Email' (HTTP 400: No)"],
	[{ error: { path: 'email', message: 'No' } }, "'Email' (HTTP 400: No)"],
	[{ path: 7, message: 'No' }, 'the request (HTTP 400: No)'],
	[{ a: 1 }, 'the request (HTTP 400: {"a":1})'],
	['null', 'the request (HTTP 400)'],
	[{ message: 'x'.repeat(200) }, `the request (HTTP 400: ${'x'.repeat(200)})`],
	[{ message: 'x'.repeat(201) }, `the request (HTTP 400: ${'x'.repeat(200)}…)`],
	[{ message: ' a\n <b>b</b> ' }, 'the request (HTTP 400: a b)'],
	[{ message: '<p>a</p><p>b</p>' }, 'the request (HTTP 400: a b)'],
	[{ message: 'a<style>x</style>b' }, 'the request (HTTP 400: a b)'],
	[{ message: `${API_KEY} is wrong` }, 'the request (HTTP 400: *** is wrong)'],
])('the error quotes the reason of a refusal %j: %s', async (body, quoted) => {
	loops.emulator.inject({ kind: 'body', status: 400, body });
	const { error } = await loops.run(upsert);
	expect(error?.message).toBe(`Loops refused ${quoted} [item 0]`);
});

it('the error of a lasting rate limit names no limit if the answer names none', async () => {
	const headers = { 'retry-after': '3600' };
	loops.emulator.inject({ kind: 'html', status: 429, times: 'always', headers });
	const { error } = await loops.run(upsert);
	expect(error?.message).toBe("Loops' rate limit is reached [item 0]");
});

// A server in front of Loops answers with these.
it.each([402, 423, 426])('%i brings no advice to check the values of the item', async (status) => {
	loops.emulator.inject({ kind: 'status', status });
	const error = await loops.expectError(upsert, `HTTP ${status}`);
	expect(error.description).toMatch(/^Check the credential's Base URL/);
	expect(loops.emulator.requests).toHaveLength(1);
});
