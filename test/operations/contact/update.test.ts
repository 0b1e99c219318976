import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact > Update', () => {
	const update = { resource: 'contact', operation: 'update', email: 'kim@example.com' };

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
