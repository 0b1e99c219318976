import { ValidationError } from 'loops';
import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from './sdkClient.mts';
import { PRODUCT_NEWS, RELEASE_NOTES, startUnlimited } from './testClient.mts';

const { emulator } = await startUnlimited();
const loops = clientOf(emulator);

describe('the SDK with the key', () => {
	it('accepts the right key', async () => {
		expect(await loops.testApiKey()).toEqual({ success: true, teamName: 'Acme Mail' });
	});

	it('refuses a wrong key', async () => {
		const error = await apiError(clientOf({ ...emulator, apiKey: 'other' }).testApiKey());
		expect(error.statusCode).toBe(401);
		expect(error.message).toBe('401 - Invalid API key');
		expect(error.json).toEqual({
			success: false,
			message: 'Invalid API key',
			error: 'Invalid API key',
		});
	});
});

describe('the SDK with contacts', () => {
	it('creates a contact', async () => {
		const response = await loops.createContact({
			email: 'new@example.com',
			properties: { firstName: 'Nell', userId: 'u-300', planName: 'team', isBeta: true },
			mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: false },
		});
		expect(response).toEqual({ success: true, id: emulator.contact('u-300')?.id });
		expect(emulator.contact('new@example.com')).toMatchObject({
			firstName: 'Nell',
			planName: 'team',
			isBeta: true,
		});
		expect(emulator.contact('u-300')?.mailingLists).toEqual({ [RELEASE_NOTES]: true });
	});

	it('gets a 409 for an existing contact', async () => {
		const error = await apiError(loops.createContact({ email: 'kim@example.com' }));
		expect(error.statusCode).toBe(409);
		expect(error.json).toEqual({
			success: false,
			message: 'Email or userId is already on list.',
		});
	});

	it('gets a 400 for an invalid address', async () => {
		const error = await apiError(loops.createContact({ email: 'kim' }));
		expect(error.message).toBe('400 - Invalid email address.');
	});

	it('updates a contact', async () => {
		const response = await loops.updateContact({
			email: 'kim@example.com',
			properties: { seats: 12, firstName: null },
			mailingLists: { [RELEASE_NOTES]: false },
		});
		expect(response).toEqual({ success: true, id: 'cm9contact0kim00000000001' });
		expect(emulator.contact('u-77')).toMatchObject({
			seats: 12,
			firstName: null,
		});
		expect(emulator.contact('u-77')?.mailingLists).toEqual({ [PRODUCT_NEWS]: true });
	});

	it('creates and renames a contact with update', async () => {
		await loops.updateContact({ email: 'ups@example.com', userId: 'u-301' });
		const { id } = await loops.updateContact({ email: 'ups2@example.com', userId: 'u-301' });
		expect(emulator.contact('ups@example.com')).toBeUndefined();
		expect(emulator.contact('ups2@example.com')?.id).toBe(id);
	});

	it('gets a 400 for an unknown user ID, and refuses an update without identifiers itself', async () => {
		const error = await apiError(loops.updateContact({ userId: 'nobody' }));
		expect(error.message).toBe('400 - Contact not found.');
		await expect(loops.updateContact({})).rejects.toBeInstanceOf(ValidationError);
		expect(emulator.stats.requests).toBe(1);
	});

	it('finds contacts by email and user ID', async () => {
		const kim = {
			id: 'cm9contact0kim00000000001',
			email: 'kim@example.com',
			firstName: 'Kim',
			lastName: 'Okafor',
			source: 'API',
			subscribed: true,
			userGroup: 'customers',
			userId: 'u-77',
			mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: true },
			optInStatus: null,
			planName: 'team',
			seats: 4,
			isBeta: true,
			trialEndsAt: '2026-12-01T00:00:00.000Z',
		};
		expect(await loops.findContact({ email: 'kim@example.com' })).toEqual([kim]);
		expect(await loops.findContact({ userId: 'u-77' })).toEqual([kim]);
		expect(await loops.findContact({ userId: 'nobody' })).toEqual([]);
		const [mina] = await loops.findContact({ email: 'mina+news@example.com' });
		expect(mina.userId).toBe('u-80');
	});

	it('deletes a contact, and gets a 404 the second time', async () => {
		const done = { success: true, message: 'Contact deleted.' };
		expect(await loops.deleteContact({ email: 'kim@example.com' })).toEqual(done);
		expect(await loops.deleteContact({ userId: 'u-78' })).toEqual(done);
		expect(emulator.contacts()).toHaveLength(3);
		const error = await apiError(loops.deleteContact({ userId: 'u-78' }));
		expect(error.statusCode).toBe(404);
		expect(error.json).toEqual({ success: false, message: 'Contact not found.' });
	});
});

describe('the SDK with contact properties', () => {
	it('creates a property, and gets a 400 the second time', async () => {
		expect(await loops.createContactProperty('favoriteColor', 'string')).toEqual({
			success: true,
		});
		const error = await apiError(loops.createContactProperty('favoriteColor', 'string'));
		expect(error.message).toBe('400 - Property already exists.');
	});

	it('lists custom and all properties', async () => {
		const custom = await loops.listContactProperties('custom');
		expect(custom.map(({ key }) => key)).toEqual(['planName', 'seats', 'isBeta', 'trialEndsAt']);
		const all = await loops.listContactProperties();
		expect(all).toHaveLength(13);
		expect(all[0]).toEqual({ key: 'firstName', label: 'First Name', type: 'string' });
		expect(all.slice(9)).toEqual(custom);
	});
});

it('the SDK lists mailing lists', async () => {
	const lists = await loops.listMailingLists();
	expect(lists).toHaveLength(3);
	expect(lists[1]).toEqual({
		id: PRODUCT_NEWS,
		name: 'Product news',
		description: null,
		isPublic: true,
	});
});
