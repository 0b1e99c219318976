import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact > Delete', () => {
	it.each([
		[{ findBy: 'email', email: 'tomas@example.com' }, { email: 'tomas@example.com' }],
		[{ findBy: 'userId', userId: 'u-80' }, { userId: 'u-80' }],
	])('deletes the contact: %o', async (identifier, body) => {
		const { json } = await loops.run({ resource: 'contact', operation: 'delete', ...identifier });
		expect(json).toMatchObject([{ deleted: true }]);
		expect(loops.sent()).toEqual([
			{ method: 'POST', path: '/v1/contacts/delete', query: {}, body },
		]);
		expect(loops.emulator.contact(Object.values(body)[0])).toBeUndefined();
	});
});
