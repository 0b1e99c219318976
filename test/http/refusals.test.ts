import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator({ attachmentsEnabled: false });

const { sendEmail, sendEvent, upsert } = parametersOf;
const WELCOME = sendEmail.transactionalId.value;

describe('the error names the reason and a fix if Loops refuses', () => {
	it.each<[string, IDataObject, number, string, string]>([
		[
			'a taken email',
			{ resource: 'contact', operation: 'create', email: 'kim@example.com' },
			409,
			'Email or userId is already on list.',
			"use 'Create or Update'",
		],
		[
			'a taken user ID',
			{
				resource: 'contact',
				operation: 'create',
				email: 'new@example.com',
				additionalFields: { userId: 'u-77' },
			},
			409,
			'Email or userId is already on list.',
			"use 'Create or Update'",
		],
		[
			'identifiers of two contacts, on update',
			{ ...upsert, findBy: 'emailAndUserId', userId: 'u-78' },
			400,
			'Multiple contacts found for the given criteria',
			'two different contacts',
		],
		[
			'identifiers of two contacts, on an event',
			{ ...sendEvent, findBy: 'emailAndUserId', userId: 'u-78' },
			400,
			'Multiple contacts found for the given criteria',
			'two different contacts',
		],
		[
			'an unknown user ID alone, on update',
			{ ...upsert, findBy: 'userId', userId: 'nobody-here' },
			400,
			'Contact not found.',
			'find it by email and user ID',
		],
		[
			'an unknown user ID alone, on an event',
			{ ...sendEvent, findBy: 'userId', userId: 'nobody-here' },
			400,
			'Contact not found.',
			'find it by email and user ID',
		],
		[
			'to delete an unknown contact',
			{ resource: 'contact', operation: 'delete', email: 'nobody@example.com' },
			404,
			'Contact not found.',
			'No contact has this email or user ID',
		],
		[
			'a property that already exists',
			{ resource: 'contactProperty', operation: 'create', propertyName: 'planName' },
			400,
			'Property already exists.',
			'may exist already',
		],
		[
			'text for a number property',
			{ ...upsert, additionalFields: { contactPropertiesJson: '{ "seats": "many" }' } },
			400,
			'seats',
			'heck the values of this item',
		],
		[
			'a value of more than 500 characters',
			{
				...upsert,
				additionalFields: { contactPropertiesJson: JSON.stringify({ firstName: 'x'.repeat(500) }) },
			},
			400,
			'Some body key or value is longer than allowable',
			'heck the values of this item',
		],
		[
			'an unknown mailing list',
			{ ...upsert, additionalFields: { mailingListsJson: '{ "unknown": true }' } },
			400,
			'unknown',
			'heck the values of this item',
		],
		[
			'an unknown transactional email',
			{ ...sendEmail, transactionalId: { mode: 'id', value: 'unknown' } },
			404,
			'Transactional email not found.',
			'No transactional email has this ID',
		],
		[
			'an email without its data variables',
			{ ...sendEmail, dataVariables: {} },
			400,
			"You need to include a 'dataVariables' object",
			'The email needs data variables that have no value',
		],
		[
			'an email without one of its data variables',
			{ ...sendEmail, dataVariables: {}, options: { dataVariablesJson: '{ "other": 1 }' } },
			400,
			'Missing required data variable(s): firstName',
			'each required one needs a value',
		],
		[
			'attachments on an account without them',
			{
				...sendEmail,
				options: {
					attachments: {
						base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' }],
					},
				},
			},
			400,
			'ttachments',
			'Attachments have to be enabled',
		],
		[
			'an unknown cursor',
			{
				resource: 'transactionalEmail',
				operation: 'getAll',
				options: { cursor: 'unknown' },
			},
			400,
			'Invalid cursor value',
			'Check the values',
		],
	])('%s', async (_case, parameters, status, text, hint) => {
		const { error, run } = await loops.run(parameters);
		expect(run.status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: String(status),
			context: { itemIndex: 0 },
		});
		expect(error?.message).toMatch(/^[^(]+ \(HTTP \d+: .*\) \[item 0\]$/);
		expect(error?.message).toContain(` (HTTP ${status}: `);
		expect(error?.message).toContain(text);
		expect(`${error?.message} ${error?.description}`).toContain(hint);
		// A look-up for a suggestion may follow.
		const [first, ...others] = loops.calls().map(({ method, path }) => `${method} ${path}`);
		expect(others).not.toContain(first);
	});
});

describe('the advice after a 400', () => {
	const byEmail = { ...sendEvent, findBy: 'email' };
	const byUserId = { ...upsert, findBy: 'userId', userId: 'u-77' };
	const checkValues = 'Check the values of this item against what each field describes.';
	const tooLong = { message: 'Some body key or value is longer than allowable' };
	const attachments = /^Attachments have to be enabled for the account/;

	it.each<[string, IDataObject, IDataObject, string | RegExp]>([
		['event properties', byEmail, { path: 'eventProperties', message: 'Invalid' }, checkValues],
		['an event name', byEmail, { message: 'Invalid event name' }, checkValues],
		['a value, with a user ID', byUserId, tooLong, checkValues],
		['a property', byUserId, { message: 'Invalid contact property "seats"' }, checkValues],
		['a contact', byUserId, { message: 'No such contact' }, /^A user ID alone has to belong/],
		[
			'an attachment',
			sendEmail,
			{ error: { path: 'attachments[0].data', reason: 'Invalid' } },
			attachments,
		],
		['attachments', sendEmail, { message: 'Attachments are not enabled' }, attachments],
		['a recipient', sendEmail, { message: 'Invalid email address.' }, checkValues],
		['a draft', sendEmail, { message: 'It is not published.' }, /^Publish the email in Loops/],
		[
			'variables',
			sendEmail,
			{ message: 'Missing required fields: a' },
			/^Check the data variables/,
		],
	])('fits the refused part: %s', async (_what, parameters, body, advice) => {
		loops.emulator.inject({ kind: 'body', status: 400, body: { success: false, ...body } });
		const { error } = await loops.run(parameters);
		expect(error?.description).toMatch(advice);
	});
});

describe('the error quotes the reason of a refusal', () => {
	const shapes: Array<[string, unknown, string, string | undefined]> = [
		['in message', { success: false, message: 'The message' }, 'The message', undefined],
		[
			'in message, with a path',
			{ message: 'The message', path: 'thePath' },
			'The message',
			'thePath',
		],
		['in error as text', { error: 'The error' }, 'The error', undefined],
		[
			'in error.message, as before September 2025',
			{ success: false, error: { path: 'thePath', message: 'Inner message' } },
			'Inner message',
			'thePath',
		],
		[
			'in error.reason',
			{ success: false, error: { path: 'thePath', reason: 'The reason' } },
			'The reason',
			'thePath',
		],
		[
			'in message, with a transactionalId',
			{
				success: false,
				message: 'The message',
				error: { path: 'thePath', message: 'Inner message' },
				transactionalId: WELCOME,
			},
			'The message',
			'thePath',
		],
		['in JSON of unknown shape', { code: 7 }, '{"code":7}', undefined],
		['in an array', ['a'], '["a"]', undefined],
		[
			'in HTML',
			'<html><head><title>x</title></head><body><h1>Bad</h1>\n<p>Request</p></body></html>',
			'Bad Request',
			undefined,
		],
	];
	it.each(shapes)('%s', async (_shape, body, text, path) => {
		loops.emulator.inject({ kind: 'body', status: 400, body });
		const { error } = await loops.run(sendEmail);
		const problem = path ? `Loops refused '${path}'` : 'Loops refused the request';
		const isPage = typeof body === 'string';
		expect(error?.message).toBe(
			`${isPage ? 'This address answers, but not as the Loops API does' : problem} (HTTP 400: ${text}) [item 0]`,
		);
		expect(error?.httpCode).toBe('400');
	});

	it('unless the body is empty', async () => {
		loops.emulator.inject({ kind: 'empty', status: 400 });
		const { error } = await loops.run(sendEmail);
		expect(error?.message).toBe('Loops refused the request (HTTP 400) [item 0]');
	});

	it('truncated if it is long', async () => {
		loops.emulator.inject({ kind: 'body', status: 400, body: { message: 'x'.repeat(3000) } });
		const { error } = await loops.run(sendEmail);
		expect(error?.message.length).toBeLessThan(300);
	});

	it('unchanged if n8n could mistake a word for an error code', async () => {
		loops.emulator.inject({ kind: 'body', status: 400, body: { message: 'A preexisting name' } });
		const { error } = await loops.run(sendEmail);
		expect(error?.message).toContain('A preexisting name');
	});
});
