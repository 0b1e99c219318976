import { describe, expect, it } from 'vitest';
import { refusal, startUnlimited } from './testClient.mts';
import { DRAFT, ORDER_RECEIPT, WELCOME } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('transactional emails', () => {
	const mail = { transactionalId: WELCOME, email: 'kim@example.com' };
	const variables = { firstName: 'Kim' };
	const file = { filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' };

	it('add only new recipients to the audience, and only on request', async () => {
		const body = { ...mail, dataVariables: variables };
		await call('POST', '/transactional', { ...body, email: 'one@example.com' });
		const two = { ...body, email: 'two@example.com', addToAudience: true };
		await call('POST', '/transactional', two);
		const before = emulator.contact('kim@example.com');
		await call('POST', '/transactional', { ...body, addToAudience: true });
		expect(emulator.contact('one@example.com')).toBeUndefined();
		expect(emulator.contact('two@example.com')).toMatchObject({ source: 'API', subscribed: true });
		expect(emulator.contact('kim@example.com')).toEqual(before);
	});

	const full = { ...mail, dataVariables: variables };
	const NONE =
		"There are required fields for this email. You need to include a 'dataVariables' object with the required fields.";
	const MISSING = 'Missing required data variable(s): orderNumber, items';
	const SCALARS = 'Expected a string, a number or an array of objects';

	it.each([
		['no recipient', { transactionalId: WELCOME }, refusal('Recipient email is required')],
		['an invalid recipient', { ...mail, email: 'kim' }, refusal('Invalid email address.')],
		[
			'no id',
			{ email: 'a@example.com' },
			nested('transactionalId', 'transactionalId is required.'),
		],
		[
			'a draft',
			{ ...mail, transactionalId: DRAFT },
			refusal('Transactional email is not published.'),
		],
		['no variables at all', mail, refusal(NONE, { path: 'dataVariables' })],
		[
			'a missing and a blank variable',
			{ ...mail, transactionalId: ORDER_RECEIPT, dataVariables: { orderNumber: '', total: 0 } },
			{ ...nested('dataVariables', MISSING), transactionalId: ORDER_RECEIPT },
		],
		[
			'variables as text',
			{ ...mail, dataVariables: 'x' },
			bad('dataVariables', 'Expected an object'),
		],
		...[
			{ firstName: true },
			{ firstName: [{ a: { b: 1 } }] },
			{ companyName: null, firstName: 'Kim' },
		].map((each): [string, object, object] => [
			`the variables ${JSON.stringify(each)}`,
			{ ...mail, dataVariables: each },
			bad(`dataVariables.${Object.keys(each)[0]}`, SCALARS),
		]),
		[
			'an invalid addToAudience',
			{ ...mail, addToAudience: 'yes' },
			bad('addToAudience', 'Expected a boolean'),
		],
		[
			'an attachment without a type',
			{ ...full, attachments: [file, { ...file, contentType: undefined }] },
			bad('attachments[1].contentType', 'Required'),
		],
		[
			'an attachment that is not base64',
			{ ...full, attachments: [{ ...file, data: 'hello!' }] },
			bad('attachments[0].data', 'Expected base64'),
		],
		[
			'attachments that are not an array',
			{ ...full, attachments: file },
			bad('attachments', 'Expected an array'),
		],
	])('refuse %s', async (_, body, answer) => {
		await expectRefusal(['POST', '/transactional', body], 400, answer);
		expect(emulator.outbox).toEqual([]);
	});

	function nested(path: string, message: string) {
		return refusal(message, { error: { path, message } });
	}

	function bad(path: string, reason: string) {
		return refusal(`Invalid ${path}: ${reason}`, { error: { path, reason } });
	}
});
