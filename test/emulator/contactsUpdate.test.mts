import { describe, expect, it } from 'vitest';
import { answerOf, RELEASE_NOTES, PRODUCT_NEWS, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

describe('contacts.update', () => {
	const KIM = 'cm9contact0kim00000000001';

	it('updates by email, by userId and by both', async () => {
		for (const ids of [
			{ email: 'kim@example.com' },
			{ userId: 'u-77' },
			{ email: 'kim@example.com', userId: 'u-77' },
		]) {
			const reply = await call('PUT', '/contacts/update', { ...ids, seats: 9 });
			expect(answerOf(reply)).toEqual({ status: 200, body: { success: true, id: KIM } });
		}
		expect(emulator.contact(KIM)).toBeUndefined();
		expect(emulator.contact('u-77')).toMatchObject({ seats: 9, planName: 'team' });
		expect(emulator.contacts()).toHaveLength(5);
	});

	it('creates the contact when none matches', async () => {
		const body = { email: 'up@example.com', userId: 'u-901' };
		expect((await call('PUT', '/contacts/update', body)).status).toBe(200);
		expect(emulator.contact('u-901')?.email).toBe('up@example.com');
	});

	it('changes an email address through the userId', async () => {
		await call('PUT', '/contacts/update', { email: 'kim.new@example.com', userId: 'u-77' });
		expect(emulator.contact('kim@example.com')).toBeUndefined();
		expect(emulator.contact('kim.new@example.com')?.id).toBe(KIM);
		expect((await call('POST', '/contacts/create', { email: 'kim@example.com' })).status).toBe(200);
	});

	it('changes a userId through the email', async () => {
		await call('PUT', '/contacts/update', { email: 'kim@example.com', userId: 'u-777' });
		expect(emulator.contact('u-77')).toBeUndefined();
		expect(emulator.contact('u-777')?.id).toBe(KIM);
	});

	it.each([
		[{}, 'An email or userId is required.'],
		[{ email: null, userId: null, seats: 1 }, 'An email or userId is required.'],
		[{ email: 'kim@' }, 'Invalid email address.'],
		[{ userId: 'nobody' }, 'Contact not found.'],
		[
			{ email: 'kim@example.com', userId: 'u-78', seats: 99 },
			'Multiple contacts found for the given criteria',
		],
		[{ email: 'kim@example.com', firstName: 'X', seats: 'many' }, SEATS_MESSAGE()],
	])('refuses %j and changes nothing', async (body, message) => {
		await expectRefusal(['PUT', '/contacts/update', body], 400, refusal(message));
	});

	it('resets properties to their defaults with null', async () => {
		const body = { firstName: null, source: null, userGroup: null, seats: null, trialEndsAt: null };
		await call('PUT', '/contacts/update', { email: 'kim@example.com', ...body });
		expect(emulator.contact('u-77')).toMatchObject({
			firstName: null,
			source: 'API',
			userGroup: '',
			seats: null,
			trialEndsAt: null,
			planName: 'team',
		});
	});

	it('changes only the given mailing lists', async () => {
		const mailingLists = { [RELEASE_NOTES]: false };
		await call('PUT', '/contacts/update', { userId: 'u-77', mailingLists });
		expect(emulator.contact('u-77')?.mailingLists).toEqual({ [PRODUCT_NEWS]: true });
	});

	it('adds an unsubscribed contact to a list only when it is subscribed again', async () => {
		const body = { email: 'luis@example.com', mailingLists: { [RELEASE_NOTES]: true } };
		expect((await call('PUT', '/contacts/update', body)).status).toBe(200);
		expect(emulator.contact(body.email)).toMatchObject({ subscribed: false });
		expect(listsOf(body.email)).toEqual([]);
		await call('PUT', '/contacts/update', { ...body, subscribed: true });
		expect(emulator.contact(body.email)).toMatchObject({ subscribed: true });
		expect(listsOf(body.email)).toEqual([RELEASE_NOTES]);
	});

	it('does not resubscribe a contact', async () => {
		await call('PUT', '/contacts/update', { email: 'luis@example.com', firstName: 'Lu' });
		expect(emulator.contact('luis@example.com')).toMatchObject({
			firstName: 'Lu',
			subscribed: false,
		});
	});

	function SEATS_MESSAGE() {
		return 'Invalid value for property "seats": expected a number.';
	}
});
