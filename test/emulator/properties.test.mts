import { describe, expect, it } from 'vitest';
import { answerOf, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('contact properties and mailing lists', () => {
	const CUSTOM = [
		{ key: 'planName', label: 'Plan Name', type: 'string' },
		{ key: 'seats', label: 'Seats', type: 'number' },
		{ key: 'isBeta', label: 'Is Beta', type: 'boolean' },
		{ key: 'trialEndsAt', label: 'Trial Ends At', type: 'date' },
	];
	const BUILT_IN = [
		{ key: 'firstName', label: 'First Name', type: 'string' },
		{ key: 'lastName', label: 'Last Name', type: 'string' },
		{ key: 'email', label: 'Email', type: 'string' },
		{ key: 'notes', label: 'Notes', type: 'string' },
		{ key: 'source', label: 'Source', type: 'string' },
		{ key: 'userGroup', label: 'User Group', type: 'string' },
		{ key: 'userId', label: 'User Id', type: 'string' },
		{ key: 'subscribed', label: 'Subscribed', type: 'boolean' },
		{ key: 'createdAt', label: 'Created At', type: 'date' },
	];

	it('list custom properties, or all with the built-in ones first', async () => {
		expect((await call('GET', '/contacts/properties?list=custom')).body).toEqual(CUSTOM);
		for (const query of ['?list=all', '']) {
			const { body } = await call('GET', `/contacts/properties${query}`);
			expect(body).toEqual([...BUILT_IN, ...CUSTOM]);
		}
	});

	it.each(['string', 'number', 'boolean', 'date'])('create a %s property once', async (type) => {
		const name = `favorite${type}`;
		const reply = await call('POST', '/contacts/properties', { name, type });
		expect(answerOf(reply)).toEqual({ status: 200, body: { success: true } });
		expect(emulator.properties().at(-1)).toMatchObject({ key: name, type });
		const repeated = await call('POST', '/contacts/properties', { name, type });
		expect(answerOf(repeated)).toEqual({ status: 400, body: refusal('Property already exists.') });
	});

	it('drop values of a property that does not exist yet', async () => {
		const body = { email: 'kim@example.com', favoriteColor: 'green' };
		await call('PUT', '/contacts/update', body);
		await call('POST', '/contacts/properties', { name: 'favoriteColor', type: 'string' });
		expect(emulator.contact('u-77')).toMatchObject({ favoriteColor: null });
		await call('PUT', '/contacts/update', body);
		expect(emulator.contact('u-77')).toMatchObject({ favoriteColor: 'green' });
	});

	it.each([
		[{ type: 'string' }, 'Property name is required.'],
		[{ name: 'plan_name', type: 'string' }, 'Property name must be in camelCase.'],
		[{ name: 'PlanName', type: 'string' }, 'Property name must be in camelCase.'],
		[{ name: '__proto__', type: 'string' }, 'Property name must be in camelCase.'],
		[{ name: 'mailingLists', type: 'string' }, 'Property name is reserved: mailingLists'],
		[{ name: 'firstName', type: 'string' }, 'Property already exists.'],
		[{ name: 'color' }, 'Invalid property type'],
		[{ name: 'color', type: 'text' }, 'Invalid property type'],
	])('refuse to create %j', async (body, message) => {
		await expectRefusal(['POST', '/contacts/properties', body], 400, refusal(message));
		expect(emulator.properties()).toHaveLength(4);
	});
});
