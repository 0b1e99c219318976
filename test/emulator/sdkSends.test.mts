import { ValidationError } from 'loops';
import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from './sdkClient.mts';
import { ORDER_RECEIPT, PRODUCT_NEWS, WELCOME, startUnlimited } from './testClient.mts';

const { emulator } = await startUnlimited();
const loops = clientOf(emulator);

describe('the SDK with events', () => {
	it('sends an event with all fields', async () => {
		const response = await loops.sendEvent({
			email: 'kim@example.com',
			userId: 'u-77',
			eventName: 'planChanged',
			contactProperties: { planName: 'business', trialEndsAt: null },
			eventProperties: { plan: 'business', seats: 20, paid: true },
			mailingLists: { [PRODUCT_NEWS]: false },
			headers: { 'Idempotency-Key': 'event-1' },
		});
		expect(response).toEqual({ success: true });
		expect(emulator.eventLog).toMatchObject([
			{
				eventName: 'planChanged',
				email: 'kim@example.com',
				eventProperties: { plan: 'business', seats: 20, paid: true },
				contactProperties: { planName: 'business', trialEndsAt: null },
				mailingLists: { [PRODUCT_NEWS]: false },
				idempotencyKey: 'event-1',
			},
		]);
		expect(emulator.contact('u-77')).toMatchObject({ planName: 'business', trialEndsAt: null });
	});

	it('gets errors for an unknown contact, a used key and a missing identifier', async () => {
		const event = { eventName: 'e', headers: { 'Idempotency-Key': 'event-2' } };
		const unknown = await apiError(loops.sendEvent({ ...event, userId: 'nobody' }));
		expect(unknown.message).toBe('400 - Contact not found.');
		await loops.sendEvent({ ...event, userId: 'u-77' });
		const repeated = await apiError(loops.sendEvent({ ...event, userId: 'u-77' }));
		expect(repeated.statusCode).toBe(409);
		expect(repeated.json).toEqual({
			success: false,
			message: 'Request has already been processed.',
		});
		await expect(loops.sendEvent(event)).rejects.toBeInstanceOf(ValidationError);
	});
});

describe('the SDK with transactional emails', () => {
	it('sends an email with all fields', async () => {
		const response = await loops.sendTransactionalEmail({
			transactionalId: ORDER_RECEIPT,
			email: 'buyer@example.com',
			addToAudience: true,
			dataVariables: { orderNumber: 'A-1', total: 9.5, items: [{ name: 'Tea', price: 9.5 }] },
			attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' }],
			headers: { 'Idempotency-Key': 'mail-1' },
		});
		expect(response).toEqual({ success: true });
		expect(emulator.outbox).toMatchObject([
			{
				transactionalId: ORDER_RECEIPT,
				templateName: 'Order receipt',
				email: 'buyer@example.com',
				addToAudience: true,
				dataVariables: { orderNumber: 'A-1', total: 9.5, items: [{ name: 'Tea', price: 9.5 }] },
				attachments: [{ filename: 'a.txt', contentType: 'text/plain', bytes: 5 }],
				idempotencyKey: 'mail-1',
			},
		]);
		expect(emulator.contact('buyer@example.com')).toBeDefined();
	});

	it('gets a 400 without the required variables', async () => {
		const email = 'a@example.com';
		const none = await apiError(loops.sendTransactionalEmail({ transactionalId: WELCOME, email }));
		expect(none.statusCode).toBe(400);
		expect(none.json).toMatchObject({ success: false, path: 'dataVariables' });
		const blank = await apiError(
			loops.sendTransactionalEmail({
				transactionalId: WELCOME,
				email,
				dataVariables: { firstName: '' },
			}),
		);
		const message = 'Missing required data variable(s): firstName';
		expect(blank.message).toBe(`400 - ${message}`);
		expect(blank.json).toEqual({
			success: false,
			message,
			error: { path: 'dataVariables', message },
			transactionalId: WELCOME,
		});
	});

	it('gets a 404 for an unknown template', async () => {
		const error = await apiError(
			loops.sendTransactionalEmail({ transactionalId: 'none', email: 'a@example.com' }),
		);
		expect(error.message).toBe('404 - Transactional email not found.');
	});
});

describe('the list of transactional emails in the SDK', () => {
	it('comes in pages from /transactional-emails', async () => {
		const first = await loops.listTransactionalEmails({ perPage: 50 });
		expect(first.pagination).toEqual({
			totalResults: 66,
			returnedResults: 50,
			perPage: 50,
			totalPages: 2,
			nextCursor: first.data[49].id,
			nextPage: `${emulator.baseUrl}/transactional-emails?cursor=${first.data[49].id}&perPage=50`,
		});
		expect(first.data[0]).toEqual({
			id: WELCOME,
			url: `https://app.loops.so/transactional/${WELCOME}`,
			name: 'Welcome',
			draftEmailMessageId: null,
			publishedEmailMessageId: expect.stringMatching(/^cm[a-z0-9]{23}$/),
			transactionalGroupId: null,
			createdAt: '2026-08-31T09:00:00.000Z',
			updatedAt: '2026-08-31T09:00:00.000Z',
			dataVariables: ['firstName'],
		});
		const cursor = first.pagination.nextCursor ?? '';
		const last = await loops.listTransactionalEmails({ perPage: 50, cursor });
		expect(last.pagination).toMatchObject({
			returnedResults: 16,
			nextCursor: null,
			nextPage: null,
		});
		expect((await loops.listTransactionalEmails()).pagination.perPage).toBe(20);
	});

	it('is a 400 for an invalid page size', async () => {
		const error = await apiError(loops.listTransactionalEmails({ perPage: 51 }));
		expect(error.message).toBe('400 - Invalid perPage value');
	});
});
