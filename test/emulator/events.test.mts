import { describe, expect, it } from 'vitest';
import { answerOf, RELEASE_NOTES, PRODUCT_NEWS, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

describe('an event', () => {
	it('is logged and updates the contact properties', async () => {
		const before = Date.now();
		const reply = await call(
			'POST',
			'/events/send',
			{
				eventName: 'signup',
				email: 'kim@example.com',
				seats: 7,
				trialEndsAt: '2026-10-01',
				unknownOne: 'x',
				eventProperties: { plan: 'pro', count: 2, paid: true, at: '2026-01-01' },
				mailingLists: { [PRODUCT_NEWS]: false },
			},
			{ 'idempotency-key': 'k-1' },
		);
		expect(answerOf(reply)).toEqual({ status: 200, body: { success: true } });
		expect(emulator.eventLog).toEqual([
			{
				at: expect.any(Number),
				eventName: 'signup',
				contactId: 'cm9contact0kim00000000001',
				email: 'kim@example.com',
				userId: 'u-77',
				eventProperties: { plan: 'pro', count: 2, paid: true, at: '2026-01-01' },
				contactProperties: { seats: 7, trialEndsAt: '2026-10-01T00:00:00.000Z' },
				mailingLists: { [PRODUCT_NEWS]: false },
				idempotencyKey: 'k-1',
			},
		]);
		expect(emulator.eventLog[0].at).toBeGreaterThanOrEqual(before);
		expect(emulator.contact('u-77')).toMatchObject({ seats: 7 });
		expect(listsOf('u-77')).toEqual([RELEASE_NOTES]);
	});

	it('creates its contact, or sets the other identifier', async () => {
		const event = { eventName: 'signup', eventProperties: [], mailingLists: [] };
		await call('POST', '/events/send', { ...event, email: 'ev@example.com', userId: 'u-902' });
		expect(emulator.contact('u-902')?.email).toBe('ev@example.com');
		await call('POST', '/events/send', { ...event, email: 'tomas@example.com', userId: 'u-81' });
		expect(emulator.contact('u-81')?.email).toBe('tomas@example.com');
		await call('POST', '/events/send', { ...event, userId: 'u-81' });
		expect(emulator.eventLog.map(({ email }) => email)).toEqual([
			'ev@example.com',
			'tomas@example.com',
			'tomas@example.com',
		]);
	});

	it.each([
		[{ email: 'kim@example.com' }, 'eventName is required.'],
		[{ email: 'kim@example.com', eventName: '' }, 'eventName is required.'],
		[{ email: 'kim@example.com', eventName: 'a:b' }, 'Invalid event name'],
		[{ eventName: 'e' }, 'An email or userId is required.'],
		[{ eventName: 'e', email: 'kim' }, 'Invalid email address.'],
		[{ eventName: 'e', userId: 'nobody' }, 'Contact not found.'],
		[
			{ eventName: 'e', email: 'kim@example.com', userId: 'u-78' },
			'Multiple contacts found for the given criteria',
		],
		[
			{ eventName: 'e', userId: 'u-77', eventProperties: 'x' },
			'eventProperties must be an object.',
		],
		[
			{ eventName: 'e', userId: 'u-77', eventProperties: { a: null } },
			'Invalid value for event property "a".',
		],
		[
			{ eventName: 'e', userId: 'u-77', eventProperties: { a: [1] } },
			'Invalid value for event property "a".',
		],
		[
			{ eventName: 'e', userId: 'u-77', seats: 'x' },
			'Invalid value for property "seats": expected a number.',
		],
	])('is refused with %j', async (body, message) => {
		await expectRefusal(['POST', '/events/send', body], 400, refusal(message));
		expect(emulator.eventLog).toEqual([]);
	});
});
