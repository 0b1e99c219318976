import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const WELCOME = 'cm8tx0welcome00000000001a';

describe('Transactional Email > Get Many', () => {
	const getAll = { resource: 'transactionalEmail', operation: 'getAll' };

	it('returns up to 50 items without the pagination object', async () => {
		const { json } = await loops.run(getAll);
		expect(json).toHaveLength(50);
		expect(json[0]).toEqual({
			id: WELCOME,
			name: 'Welcome',
			lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/),
			dataVariables: ['firstName'],
		});
		expect(loops.sent()).toMatchObject([{ path: '/v1/transactional', query: { perPage: '50' } }]);
	});

	it('includes drafts if chosen', async () => {
		const { json } = await loops.run({ ...getAll, includeDrafts: true, returnAll: true });
		expect(
			json.filter(({ publishedEmailMessageId }) => publishedEmailMessageId === null),
		).toHaveLength(loops.emulator.templates().filter(({ published }) => !published).length);
		expect(loops.sent()[0].path).toBe('/v1/transactional-emails');
	});

	it('follows the cursors for Return All', async () => {
		const { json } = await loops.run({ ...getAll, returnAll: true });
		expect(json).toHaveLength(64);
		expect(new Set(json.map(({ id }) => id)).size).toBe(64);
		expect(loops.sent()).toHaveLength(2);
	});

	it('returns one page as Loops sends it when a cursor is given', async () => {
		const first = await loops.run({ ...getAll, options: { cursor: '', pageSize: 40 } });
		const [{ pagination }] = first.json as Array<{ pagination: { nextCursor: string } }>;
		expect(pagination).toMatchObject({ totalResults: 64, returnedResults: 40, perPage: 40 });

		const last = await loops.run({
			...getAll,
			options: { cursor: pagination.nextCursor, pageSize: 40 },
		});
		expect(last.json).toEqual([
			{
				pagination: expect.objectContaining({ returnedResults: 24, nextCursor: null }),
				data: expect.any(Array),
			},
		]);
		expect(loops.sent()).toHaveLength(2);
	});
});
