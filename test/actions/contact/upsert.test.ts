import { describe, expect, it } from 'vitest';

import { propertiesInJson } from '../../harness/forms.mts';
import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const RELEASE_NOTES = 'cm9list0releasenotes00001';
const PRODUCT_NEWS = 'cm9list0productnews000002';

describe('Contact > Create or Update', () => {
	const upsert = { resource: 'contact', operation: 'upsert' };

	it('updates the contact with this email', async () => {
		const { json: output } = await loops.run({
			...upsert,
			email: 'kim@example.com',
			...propertiesInJson({ lastName: 'Doe' }),
		});
		expect(output).toMatchObject([{ success: true, id: 'cm9contact0kim00000000001' }]);
		expect(loops.sent()).toEqual([
			{
				method: 'PUT',
				path: '/v1/contacts/update',
				query: {},
				body: { email: 'kim@example.com', lastName: 'Doe' },
			},
		]);
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			firstName: 'Kim',
			lastName: 'Doe',
		});
	});

	it('creates a contact when none has this email', async () => {
		await loops.run({
			...upsert,
			email: 'fresh@example.com',
			...propertiesInJson({ planName: 'free' }),
		});
		expect(loops.emulator.contact('fresh@example.com')).toMatchObject({ planName: 'free' });
	});

	it('identifies a contact by a user ID, even if it is a number', async () => {
		await loops.run({
			...upsert,
			findBy: 'userId',
			userId: 'u-77',
			...propertiesInJson({ seats: 9 }),
		});
		expect(loops.sent()[0].body).toEqual({ userId: 'u-77', seats: 9 });
		await loops.run({
			...upsert,
			findBy: 'emailAndUserId',
			email: 'tomas@example.com',
			userId: '={{ 42 }}',
		});
		expect(loops.emulator.contact('42')).toMatchObject({ email: 'tomas@example.com' });
	});

	it('changes the email of the contact that has the user ID', async () => {
		await loops.run({
			...upsert,
			findBy: 'emailAndUserId',
			email: 'kim@new.example.com',
			userId: 'u-77',
		});
		expect(loops.emulator.contact('u-77')).toMatchObject({
			id: 'cm9contact0kim00000000001',
			email: 'kim@new.example.com',
		});
	});

	it('clears the chosen properties', async () => {
		await loops.run({
			...upsert,
			email: 'kim@example.com',
			additionalFields: { clearProperty: ['planName', 'seats'] },
		});
		expect(loops.sent()[0].body).toEqual({ email: 'kim@example.com', planName: null, seats: null });
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			planName: null,
			seats: null,
		});
	});

	it('subscribes to and unsubscribes from mailing lists, and keeps the others', async () => {
		await loops.run({
			...upsert,
			email: 'kim@example.com',
			additionalFields: {
				addToList: ['cm9list0investors00000003'],
				removeFromList: `={{ "${RELEASE_NOTES}, " }}`,
			},
		});
		expect(loops.sent()[0].body).toEqual({
			email: 'kim@example.com',
			mailingLists: { cm9list0investors00000003: true, [RELEASE_NOTES]: false },
		});
		expect(loops.emulator.contact('kim@example.com')?.mailingLists).toEqual({
			[PRODUCT_NEWS]: true,
			cm9list0investors00000003: true,
		});
	});

	it.each([
		['leaveAsIs', undefined],
		['subscribe', true],
		['unsubscribe', false],
		['={{ false }}', false],
	])("sends 'subscribed' only when chosen: %s", async (subscription, sent) => {
		await loops.run({ ...upsert, email: 'kim@example.com', additionalFields: { subscription } });
		expect(loops.sent()[0].body).toEqual({
			email: 'kim@example.com',
			...(sent !== undefined && { subscribed: sent }),
		});
	});
});
