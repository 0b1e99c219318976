import { ValidationError } from 'loops';
import { describe, expect, it } from 'vitest';
import { apiError, clientOf } from './sdkClient.mts';
import { startUnlimited } from './testClient.mts';

const { emulator } = await startUnlimited();
const loops = clientOf(emulator);

const tomas = { email: 'tomas@example.com' };

describe('the suppression of a contact', () => {
	it('is shown with the removal quota', async () => {
		expect(await loops.checkContactSuppression(tomas)).toEqual({
			contact: { id: 'cm9contact0tomas000000005', ...tomas, userId: null },
			isSuppressed: true,
			removalQuota: { limit: 100, remaining: 5 },
		});
		expect(await loops.checkContactSuppression({ userId: 'u-80' })).toMatchObject({
			contact: { email: 'mina+news@example.com', userId: 'u-80' },
			isSuppressed: false,
		});
	});

	it('is removed once and counts against the quota', async () => {
		const removalQuota = { limit: 100, remaining: 4 };
		expect(await loops.removeContactSuppression(tomas)).toEqual({
			success: true,
			message: 'Email removed from suppression list.',
			removalQuota,
		});
		const error = await apiError(loops.removeContactSuppression(tomas));
		expect(error.message).toBe('400 - This contact is not suppressed.');
		expect(await loops.checkContactSuppression(tomas)).toMatchObject({
			isSuppressed: false,
			removalQuota,
		});
	});

	it('is a 404 for an unknown contact', async () => {
		const nobody = { email: 'nobody+1@example.com' };
		for (const call of [
			loops.checkContactSuppression(nobody),
			loops.removeContactSuppression(nobody),
		]) {
			const error = await apiError(call);
			expect(error.statusCode).toBe(404);
			expect(error.json).toEqual({ success: false, message: 'This contact was not found.' });
		}
		await expect(loops.checkContactSuppression({})).rejects.toBeInstanceOf(ValidationError);
	});
});

describe('event patterns', () => {
	const signup = {
		id: 'cm9event0signup0000000001',
		eventName: 'signup',
		incomingWebhookPlatform: null,
	};
	const eventProperties = [
		{ name: 'plan', type: 'string' },
		{ name: 'trialDays', type: 'number' },
	];

	it('are listed without their properties', async () => {
		const { pagination, data } = await loops.listEventPatterns();
		expect(pagination).toEqual({
			totalResults: 5,
			returnedResults: 5,
			perPage: 20,
			totalPages: 1,
			nextCursor: null,
			nextPage: null,
		});
		expect(data[0]).toEqual(signup);
	});

	it('are found by ID and by name', async () => {
		expect(await loops.getEventPattern(signup.id)).toEqual({ ...signup, eventProperties });
		expect(await loops.getEventPatternByName('signup')).toEqual({ ...signup, eventProperties });
		const paid = await loops.getEventPatternByName('stripe:invoice.paid');
		expect(paid.incomingWebhookPlatform).toBe('stripe');
	});

	it.each([
		['in another case', 'Signup'],
		['that is unknown', 'a/b?c%'],
	])('are a 404 for a name %s', async (_name, eventName) => {
		const error = await apiError(loops.getEventPatternByName(eventName));
		expect(error.message).toBe('404 - Event pattern not found.');
	});

	it('are created with the first event of a name', async () => {
		await loops.sendEvent({
			...tomas,
			eventName: 'Trial / ended',
			eventProperties: { plan: 'x', days: 3, paid: false, at: '2026-01-02' },
		});
		await loops.sendEvent({ ...tomas, eventName: 'Trial / ended', eventProperties: { more: 1 } });
		const pattern = await loops.getEventPatternByName('Trial / ended');
		expect(pattern.eventProperties).toEqual([
			{ name: 'plan', type: 'string' },
			{ name: 'days', type: 'number' },
			{ name: 'paid', type: 'boolean' },
			{ name: 'at', type: 'date' },
		]);
		expect(await loops.getEventPattern(pattern.id)).toEqual(pattern);
		expect(emulator.eventPatterns()).toHaveLength(6);
	});
});
