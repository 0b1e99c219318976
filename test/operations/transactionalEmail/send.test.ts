import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';

describe('Transactional Email > Send', () => {
	const send = { resource: 'transactionalEmail', operation: 'send', email: 'kim@example.com' };

	it('sends variables, arrays of objects and attachments, and adds to the audience', async () => {
		const { json } = await loops.run({
			...send,
			email: 'buyer@example.com',
			transactionalId: { mode: 'list', value: RECEIPT, cachedResultName: 'Order receipt' },
			dataVariables: {},
			options: {
				dataVariablesJson: {
					orderNumber: 'A-7',
					total: 12.5,
					items: [{ title: 'Pen', price: 2 }],
					couponCode: '',
				},
				addToAudience: true,
				attachments: {
					base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8g\nd29ybGQ=' }],
				},
			},
		});
		expect(json).toMatchObject([{ success: true }]);
		expect(loops.sent()).toEqual([
			{
				method: 'POST',
				path: '/v1/transactional',
				query: {},
				body: {
					transactionalId: RECEIPT,
					email: 'buyer@example.com',
					addToAudience: true,
					dataVariables: {
						orderNumber: 'A-7',
						total: 12.5,
						items: [{ title: 'Pen', price: 2 }],
						couponCode: '',
					},
					attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8gd29ybGQ=' }],
				},
			},
		]);
		expect(loops.emulator.outbox[0].attachments).toEqual([
			{ filename: 'a.txt', contentType: 'text/plain', bytes: 11 },
		]);
		expect(loops.emulator.contact('buyer@example.com')).toBeDefined();
	});

	it('leaves out fields that are not set', async () => {
		loops.emulator.inject({ kind: 'body', body: { success: true } });
		await loops.run({ ...send, transactionalId: { mode: 'id', value: ` ${WELCOME} ` } });
		expect(loops.sent()[0].body).toEqual({ transactionalId: WELCOME, email: 'kim@example.com' });
	});

	it('names the template, not the item, if the template contains a contact property', async () => {
		const { publishedMessageId } = loops.emulator.templates().find(({ id }) => id === WELCOME)!;
		const message = loops.emulator.content.messages.get(publishedMessageId!)!;
		message.lmx += '<Paragraph>Hi {contact.firstName}</Paragraph>';
		const dataVariablesJson = { firstName: 'Kim' };
		const { error } = await loops.run({
			...send,
			transactionalId: { mode: 'id', value: WELCOME },
			options: { dataVariablesJson },
		});
		expect(error?.message).toContain('The transactional email contains a contact property');
		expect(error?.description).toContain('Remove the contact property from the email in Loops');
		expect(error?.description).not.toContain('in brackets');
	});
});
