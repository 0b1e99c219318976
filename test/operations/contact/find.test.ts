import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact > Find', () => {
	const find = { resource: 'contact', operation: 'find' };

	it('finds a contact by an email with a plus sign', async () => {
		const { json } = await loops.run({ ...find, email: 'mina+news@example.com' });
		expect(json).toEqual([
			expect.objectContaining({ found: true, id: 'cm9contact0mina0000000004', source: 'Form' }),
		]);
		expect(Object.keys(json[0]).slice(0, 2)).toEqual(['found', 'email']);
		expect(loops.sent()).toEqual([
			{
				method: 'GET',
				path: '/v1/contacts/find',
				query: { email: 'mina+news@example.com' },
				body: undefined,
			},
		]);
	});
});
