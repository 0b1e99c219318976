import { RateLimitExceededError, ValidationError } from 'loops';
import { afterAll, expect, it } from 'vitest';

import { apiError, clientOf } from './sdkClient.mts';
import { startEmulator } from './server.mts';
import { ORDER_RECEIPT, PRODUCT_NEWS, RELEASE_NOTES, startUnlimited } from './testClient.mts';

// One round of Loops' own client. test/contract/types.long.test.mts makes all its calls.

const { emulator } = await startUnlimited();
const loops = clientOf(emulator);
const limited = await startEmulator({ rateLimit: 1, rateWindow: 60_000, contentRateLimit: 1 });
afterAll(async () => await limited.close());

it('the official client creates, updates, finds and deletes a contact', async () => {
	const { id } = await loops.createContact({
		email: 'new+1@example.com',
		properties: { firstName: 'Nell', userId: 'u-300', planName: 'team', isBeta: true },
		mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: false },
	});
	await loops.updateContact({
		email: 'new+1@example.com',
		properties: { seats: 12, firstName: null },
		mailingLists: { [PRODUCT_NEWS]: true },
	});
	const found = {
		...{ id, email: 'new+1@example.com', firstName: null, lastName: null, source: 'API' },
		...{ subscribed: true, userGroup: '', userId: 'u-300', optInStatus: null },
		mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: true },
		...{ planName: 'team', seats: 12, isBeta: true, trialEndsAt: null },
	};
	expect(await loops.findContact({ email: 'new+1@example.com' })).toEqual([found]);
	expect(await loops.findContact({ userId: 'u-300' })).toEqual([found]);
	expect(await loops.findContact({ userId: 'nobody' })).toEqual([]);
	const done = { success: true, message: 'Contact deleted.' };
	expect(await loops.deleteContact({ userId: 'u-300' })).toEqual(done);
	const { statusCode, json } = await apiError(loops.deleteContact({ userId: 'u-300' }));
	expect([statusCode, json]).toEqual([404, { success: false, message: 'Contact not found.' }]);
	await expect(loops.updateContact({})).rejects.toBeInstanceOf(ValidationError);
});

it('the official client sends an event and an email once', async () => {
	const event = {
		...{ email: 'kim@example.com', userId: 'u-77', eventName: 'planChanged' },
		contactProperties: { planName: 'business', trialEndsAt: null },
		eventProperties: { plan: 'business', seats: 20, paid: true },
		mailingLists: { [PRODUCT_NEWS]: false },
		headers: { 'Idempotency-Key': 'key-1' },
	};
	const email = {
		...{ transactionalId: ORDER_RECEIPT, email: 'buyer@example.com', addToAudience: true },
		dataVariables: { orderNumber: 'A-1', total: 9.5, items: [{ name: 'Tea', price: 9.5 }] },
		attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' }],
		headers: { 'Idempotency-Key': 'key-1' },
	};
	expect(await loops.sendEvent(event)).toEqual({ success: true });
	expect(await loops.sendTransactionalEmail(email)).toEqual({ success: true });
	const message = 'Request has already been processed.';
	for (const again of [loops.sendEvent(event), loops.sendTransactionalEmail(email)]) {
		const { statusCode, json } = await apiError(again);
		expect([statusCode, json]).toEqual([409, { success: false, message }]);
	}
	const { headers: _, ...sent } = event;
	expect(emulator.eventLog).toMatchObject([{ ...sent, idempotencyKey: 'key-1' }]);
	expect(emulator.contact('u-77')).toMatchObject({ planName: 'business', trialEndsAt: null });
	expect(emulator.outbox).toMatchObject([
		{
			...{ templateName: 'Order receipt', email: email.email, idempotencyKey: 'key-1' },
			dataVariables: email.dataVariables,
			attachments: [{ filename: 'a.txt', contentType: 'text/plain', bytes: 5 }],
		},
	]);
	expect(emulator.contact('buyer@example.com')).toBeDefined();
});

it('the official client recognizes a wrong key, a rate limit, a page and a lost connection', async () => {
	const wrong = await apiError(clientOf({ ...emulator, apiKey: 'other' }).testApiKey());
	expect(wrong.message).toBe('401 - Invalid API key');
	const hasty = clientOf(limited);
	for (const ask of [() => hasty.testApiKey(), () => hasty.listTransactionalEmails()]) {
		await ask();
		const error = await ask().catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(RateLimitExceededError);
		expect(error).toMatchObject({ limit: 1, remaining: 0 });
	}
	emulator.inject({ kind: 'html', status: 502 });
	const page = await apiError(loops.listMailingLists());
	expect([page.statusCode, page.json]).toEqual([502, null]);
	expect(page.rawBody).toContain('<!DOCTYPE html>');
	emulator.inject({ kind: 'resetBefore' });
	await expect(loops.testApiKey()).rejects.toBeInstanceOf(TypeError);
});
