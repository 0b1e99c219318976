import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact > Create', () => {
	it('sends all fields in one flat body, without empty mailing lists', async () => {
		const { json: output } = await loops.run({
			resource: 'contact',
			operation: 'create',
			email: ' new+tag@example.com ',
			additionalFields: {
				contactPropertiesJson:
					'{ "firstName": "Nia", "seats": 3, "isBeta": false, "trialEndsAt": "2026-12-24" }',
				userId: 'u-900',
				subscription: 'unsubscribe',
				addToList: [],
				mailingListsJson: '{}',
			},
		});
		expect(output).toMatchObject([{ success: true, id: expect.stringMatching(/^cm/) }]);
		expect(loops.sent()).toEqual([
			{
				method: 'POST',
				path: '/v1/contacts/create',
				query: {},
				body: {
					email: 'new+tag@example.com',
					userId: 'u-900',
					firstName: 'Nia',
					seats: 3,
					isBeta: false,
					trialEndsAt: '2026-12-24',
					subscribed: false,
				},
			},
		]);
		expect(loops.emulator.contact('u-900')).toMatchObject({ seats: 3, subscribed: false });
	});

	it.each<[string, object, object]>([
		['a new contact', {}, { created: true, success: true, email: 'new@example.com' }],
		[
			'one that exists',
			{ email: 'KIM@example.com' },
			{ created: false, success: true, email: 'KIM@example.com', id: 'cm9contact0kim00000000001' },
		],
	])('with Leave as Is says whether it created %s', async (_what, given, output) => {
		const before = loops.emulator.contact('u-77');
		const { json } = await loops.expectSuccess({
			resource: 'contact',
			operation: 'create',
			email: 'new@example.com',
			...given,
			additionalFields: { contactPropertiesJson: '{ "firstName": "Other" }' },
			options: { ifExists: 'leaveAsIs' },
		});
		expect(json).toEqual([expect.objectContaining(output)]);
		expect(loops.emulator.contact('u-77')).toEqual(before);
	});

	it('with Leave as Is still fails if the user ID is that of another contact', async () => {
		const { error } = await loops.run({
			resource: 'contact',
			operation: 'create',
			email: 'new@example.com',
			additionalFields: { userId: 'u-77' },
			options: { ifExists: 'leaveAsIs' },
		});
		expect(error?.message).toContain('Another contact already has this user ID');
	});
});
