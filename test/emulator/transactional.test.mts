import { describe, expect, it } from 'vitest';
import {
	answerOf,
	WELCOME,
	ORDER_RECEIPT,
	NO_VARIABLES,
	DRAFT,
	refusal,
	startUnlimited,
} from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('transactional emails', () => {
	const mail = { transactionalId: WELCOME, email: 'kim@example.com' };
	const variables = { firstName: 'Kim' };
	const file = { filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' };

	it('accept a send', async () => {
		const reply = await call('POST', '/transactional', {
			...mail,
			dataVariables: { ...variables, companyName: '', extra: 1 },
			attachments: [file],
		});
		expect(answerOf(reply)).toEqual({ status: 200, body: { success: true } });
		expect(emulator.outbox).toEqual([
			{
				at: expect.any(Number),
				transactionalId: WELCOME,
				templateName: 'Welcome',
				email: 'kim@example.com',
				dataVariables: { firstName: 'Kim', companyName: '', extra: 1 },
				attachments: [{ filename: 'a.txt', contentType: 'text/plain', bytes: 5 }],
				addToAudience: false,
				idempotencyKey: undefined,
			},
		]);
	});

	it('need no variables without any in the template, and accept an array', async () => {
		const plain = { transactionalId: NO_VARIABLES, email: 'a@example.com', dataVariables: [] };
		expect((await call('POST', '/transactional', plain)).body).toEqual({ success: true });
		const receipt = await call('POST', '/transactional', {
			transactionalId: ORDER_RECEIPT,
			email: 'a@example.com',
			dataVariables: { orderNumber: 'A-1', total: 12.5, items: [{ name: 'Tea', price: 3 }] },
		});
		expect(receipt.body).toEqual({ success: true });
	});

	it('add only new recipients to the audience, and only on request', async () => {
		const body = { ...mail, dataVariables: variables };
		await call('POST', '/transactional', { ...body, email: 'one@example.com' });
		await call('POST', '/transactional', {
			...body,
			email: 'two@example.com',
			addToAudience: true,
		});
		const before = emulator.contact('kim@example.com');
		await call('POST', '/transactional', { ...body, addToAudience: true });
		expect(emulator.contact('one@example.com')).toBeUndefined();
		expect(emulator.contact('two@example.com')).toMatchObject({ source: 'API', subscribed: true });
		expect(emulator.contact('kim@example.com')).toEqual(before);
	});

	it.each([
		['no recipient', { transactionalId: WELCOME }, refusal('Recipient email is required')],
		['an invalid recipient', { ...mail, email: 'kim' }, refusal('Invalid email address.')],
		[
			'no id',
			{ email: 'a@example.com' },
			nested('transactionalId', 'message', 'transactionalId is required.'),
		],
		[
			'a draft',
			{ ...mail, transactionalId: DRAFT },
			refusal('Transactional email is not published.'),
		],
		[
			'no variables at all',
			mail,
			refusal(
				"There are required fields for this email. You need to include a 'dataVariables' object with the required fields.",
				{ path: 'dataVariables' },
			),
		],
		[
			'a missing and a blank variable',
			{ ...mail, transactionalId: ORDER_RECEIPT, dataVariables: { orderNumber: '', total: 0 } },
			{
				...nested(
					'dataVariables',
					'message',
					'Missing required data variable(s): orderNumber, items',
				),
				transactionalId: ORDER_RECEIPT,
			},
		],
		[
			'a boolean variable',
			{ ...mail, dataVariables: { firstName: true } },
			badField('dataVariables.firstName', 'Expected a string, a number or an array of objects'),
		],
		[
			'a null optional variable',
			{ ...mail, dataVariables: { ...variables, companyName: null } },
			badField('dataVariables.companyName', 'Expected a string, a number or an array of objects'),
		],
		[
			'an array of deep objects',
			{ ...mail, dataVariables: { firstName: [{ a: { b: 1 } }] } },
			badField('dataVariables.firstName', 'Expected a string, a number or an array of objects'),
		],
		[
			'variables as text',
			{ ...mail, dataVariables: 'x' },
			badField('dataVariables', 'Expected an object'),
		],
		[
			'an invalid addToAudience',
			{ ...mail, addToAudience: 'yes' },
			badField('addToAudience', 'Expected a boolean'),
		],
		[
			'an attachment without a type',
			{
				...mail,
				dataVariables: variables,
				attachments: [file, { ...file, contentType: undefined }],
			},
			badField('attachments[1].contentType', 'Required'),
		],
		[
			'the attachment field name of older SDKs',
			{
				...mail,
				dataVariables: variables,
				attachments: [{ filename: 'a', content_type: 'a/b', data: 'QUJD' }],
			},
			badField('attachments[0].contentType', 'Required'),
		],
		[
			'an attachment that is not base64',
			{ ...mail, dataVariables: variables, attachments: [{ ...file, data: 'hello!' }] },
			badField('attachments[0].data', 'Expected base64'),
		],
		[
			'attachments that are not an array',
			{ ...mail, dataVariables: variables, attachments: file },
			badField('attachments', 'Expected an array'),
		],
	])('refuse %s', async (_, body, answer) => {
		await expectRefusal(['POST', '/transactional', body], 400, answer);
		expect(emulator.outbox).toEqual([]);
	});

	it('answer 404 for an unknown template', async () => {
		const answer = nested('transactionalId', 'message', 'Transactional email not found.');
		await expectRefusal(['POST', '/transactional', { ...mail, transactionalId: 'x' }], 404, answer);
		const inherited = { ...mail, transactionalId: 'constructor' };
		await expectRefusal(['POST', '/transactional', inherited], 404, answer);
	});

	it('refuse more than 4 MB with an HTML page', async () => {
		const attachments = [{ ...file, data: 'QUJD'.repeat(1024 * 1024) }];
		const body = { ...mail, dataVariables: variables, attachments };
		const reply = await call('POST', '/transactional', body);
		expect(reply.status).toBe(413);
		expect(reply.headers.get('content-type')).toContain('text/html');
		attachments[0].data = 'QUJD'.repeat(1024 * 1024 - 200);
		expect((await call('POST', '/transactional', body)).status).toBe(200);
		expect(emulator.outbox[0].attachments[0].bytes).toBe(3 * (1024 * 1024 - 200));
	});

	function nested(path: string, key: string, message: string) {
		return refusal(message, { error: { path, [key]: message } });
	}

	function badField(path: string, reason: string) {
		return refusal(`Invalid ${path}: ${reason}`, { error: { path, reason } });
	}
});
