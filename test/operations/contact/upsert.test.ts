import { describe, expect, it } from 'vitest';

import { propertiesInJson } from '../../harness/forms.mts';
import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

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
