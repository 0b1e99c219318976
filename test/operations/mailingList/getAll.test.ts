import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const PRODUCT_NEWS = 'cm9list0productnews000002';

describe('Mailing List > Get Many', () => {
	it('returns one item for each list', async () => {
		const { json } = await loops.run({ resource: 'mailingList', operation: 'getAll' });
		expect(loops.sent()).toEqual([
			{ method: 'GET', path: '/v1/lists', query: {}, body: undefined },
		]);
		expect(json).toHaveLength(3);
		expect(json[1]).toEqual({
			id: PRODUCT_NEWS,
			name: 'Product news',
			description: null,
			isPublic: true,
		});
	});

	it('returns no items when there are no lists', async () => {
		loops.emulator.inject({ kind: 'body', body: [] });
		const { json, run } = await loops.run({ resource: 'mailingList', operation: 'getAll' });
		expect(run.status).toBe('success');
		expect(json).toEqual([]);
	});
});
