import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const paths = () => loops.calls().map(({ method, path }) => `${method} ${path}`);

describe('Contact > Update', () => {
	const update = { resource: 'contact', operation: 'update', email: 'kim@example.com' };
	const properties = { additionalFields: { contactPropertiesJson: '{ "seats": 9 }' } };

	it('updates an existing contact', async () => {
		const { json } = await loops.run({ ...update, ...properties });
		expect(json).toMatchObject([{ success: true, id: 'cm9contact0kim00000000001' }]);
		expect(paths()).toEqual(['GET /v1/contacts/find', 'PUT /v1/contacts/update']);
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({ seats: 9 });
	});

	it.each([
		['email', { email: 'nobody@example.com' }],
		['user ID', { findBy: 'userId', userId: 'nobody' }],
	])('creates nothing when no contact has the %s', async (_identifier, identifier) => {
		const { error } = await loops.run({ ...update, ...identifier, ...properties });
		expect(error?.message).toBe('No contact has this email or user ID [item 0]');
		expect(paths()).toEqual(['GET /v1/contacts/find']);
		expect(loops.emulator.contacts()).toHaveLength(5);
	});

	it.each([
		['joins no list', undefined, 1],
		['comes back', 'subscribe', 0],
	])('says that a contact who has opted out %s', async (_what, subscription, count) => {
		const { hints } = await loops.run({
			...update,
			email: 'luis@example.com',
			additionalFields: { addToList: ['cm9list0releasenotes00001'], subscription },
		});
		expect(hints.filter((hint) => hint.includes('has opted out'))).toHaveLength(count);
	});

	it.each([
		['user ID', { findBy: 'userId', userId: 'u-77' }],
		['email', {}],
	])('changes the email of a contact found by %s', async (_identifier, identifier) => {
		await loops.run({
			...update,
			...identifier,
			additionalFields: { changeEmailTo: ' kim@new.example.com ' },
		});
		expect(loops.emulator.contact('u-77')).toMatchObject({
			id: 'cm9contact0kim00000000001',
			email: 'kim@new.example.com',
		});
		expect(loops.emulator.contacts()).toHaveLength(5);
	});
});
