import { describe, expect, it } from 'vitest';
import { answerOf, RELEASE_NOTES, PRODUCT_NEWS, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

describe('an event', () => {
	it('is logged and updates the contact properties', async () => {
		const before = Date.now();
		const eventProperties = { plan: 'pro', count: 2, paid: true, at: '2026-01-01' };
		const reply = await call(
			'POST',
			'/events/send',
			{
				...{ eventName: 'signup', email: 'kim@example.com', unknownOne: 'x' },
				...{ seats: 7, trialEndsAt: '2026-10-01', eventProperties },
				mailingLists: { [PRODUCT_NEWS]: false },
			},
			{ 'idempotency-key': 'k-1' },
		);
		expect(answerOf(reply)).toEqual({ status: 200, body: { success: true } });
		expect(emulator.eventLog).toEqual([
			{
				...{ at: expect.any(Number) as unknown, eventName: 'signup', eventProperties },
				...{ contactId: 'cm9contact0kim00000000001', email: 'kim@example.com', userId: 'u-77' },
				contactProperties: { seats: 7, trialEndsAt: '2026-10-01T00:00:00.000Z' },
				mailingLists: { [PRODUCT_NEWS]: false },
				idempotencyKey: 'k-1',
			},
		]);
		expect(emulator.eventLog[0].at).toBeGreaterThanOrEqual(before);
		expect(emulator.contact('u-77')).toMatchObject({ seats: 7 });
		expect(listsOf('u-77')).toEqual([RELEASE_NOTES]);
	});

	it('of a new name is listed with the properties of its first send', async () => {
		const eventName = 'Trial / ended';
		const eventProperties = { plan: 'x', days: 3, paid: false, at: '2026-01-02' };
		await call('POST', '/events/send', { userId: 'u-77', eventName, eventProperties });
		await call('POST', '/events/send', { userId: 'u-77', eventName, eventProperties: { more: 1 } });
		const { body } = await call('GET', `/event-patterns/by-name/${encodeURIComponent(eventName)}`);
		expect(body).toMatchObject({
			...{ eventName, incomingWebhookPlatform: null },
			eventProperties: [
				{ name: 'plan', type: 'string' },
				{ name: 'days', type: 'number' },
				{ name: 'paid', type: 'boolean' },
				{ name: 'at', type: 'date' },
			],
		});
		const paid = await call('GET', '/event-patterns/by-name/stripe:invoice.paid');
		expect(paid.body).toMatchObject({ incomingWebhookPlatform: 'stripe' });
		const { id } = body as { id: string };
		expect((await call('GET', `/event-patterns/${id}`)).body).toEqual(body);
		expect((await call('GET', '/event-patterns/')).status).toBe(404);
		expect((await call('GET', '/event-patterns/by-name/a/b')).status).toBe(404);
	});

	const KIM = { eventName: 'e', userId: 'u-77' };
	const SEATS = 'Invalid value for property "seats": expected a number.';

	it.each([
		[{ ...KIM, eventName: undefined }, 'eventName is required.'],
		[{ ...KIM, eventName: '' }, 'eventName is required.'],
		[{ ...KIM, eventName: 'a:b' }, 'Invalid event name'],
		[{ eventName: 'e' }, 'An email or userId is required.'],
		[{ eventName: 'e', userId: 'nobody' }, 'Contact not found.'],
		[{ ...KIM, email: 'ada@example.com' }, 'Multiple contacts found for the given criteria'],
		[{ ...KIM, eventProperties: 'x' }, 'eventProperties must be an object.'],
		[{ ...KIM, eventProperties: { a: null } }, 'Invalid value for event property "a".'],
		[{ ...KIM, eventProperties: { a: [1] } }, 'Invalid value for event property "a".'],
		[{ ...KIM, seats: 'x' }, SEATS],
	])('is refused with %j', async (body, message) => {
		await expectRefusal(['POST', '/events/send', body], 400, refusal(message));
		expect(emulator.eventLog).toEqual([]);
	});
});
