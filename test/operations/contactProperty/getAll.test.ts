import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact Property > Get Many', () => {
	it('lists all properties, built-in ones first', async () => {
		const { json } = await loops.run({ resource: 'contactProperty', operation: 'getAll' });
		expect(loops.emulator.requests[0]).toMatchObject({
			path: '/v1/contacts/properties',
			query: { list: 'all' },
		});
		expect(json[0]).toEqual({ key: 'firstName', label: 'First Name', type: 'string' });
		expect(json).toContainEqual({ key: 'seats', label: 'Seats', type: 'number' });
		expect(json).toHaveLength(13);
	});

	it('lists custom properties only', async () => {
		const { json } = await loops.run({
			resource: 'contactProperty',
			operation: 'getAll',
			properties: 'custom',
		});
		expect(json.map(({ key }) => key)).toEqual(['planName', 'seats', 'isBeta', 'trialEndsAt']);
	});
});
