import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator({ attachmentsEnabled: false });

const { sendEmail, sendEvent, upsert } = parametersOf;

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
	it('unchanged if n8n could mistake a word for an error code', async () => {
		loops.emulator.inject({ kind: 'body', status: 400, body: { message: 'A preexisting name' } });
		const { error } = await loops.run(sendEmail);
		expect(error?.message).toContain('A preexisting name');
	});
});
