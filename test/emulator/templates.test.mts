import { describe, expect, it } from 'vitest';
import { WELCOME, refusal, startUnlimited, type Call } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('the list of templates', () => {
	interface Page {
		pagination: { nextCursor: string | null; nextPage: string | null };
		data: Array<{ id: string; name: string }>;
	}

	it('contains published templates and the URL of the next page', async () => {
		const { body } = await call('GET', '/transactional');
		const { data, pagination } = body as Page;
		expect(pagination).toEqual({
			totalResults: 64,
			returnedResults: 20,
			perPage: 20,
			totalPages: 4,
			nextCursor: data[19].id,
			nextPage: `${emulator.baseUrl}/transactional?cursor=${data[19].id}&perPage=20`,
		});
		expect(data[0]).toEqual({
			id: WELCOME,
			name: 'Welcome',
			lastUpdated: '2026-08-31T09:00:00.000Z',
			dataVariables: ['firstName'],
		});
	});

	it.each(['transactional', 'transactional-emails'])(
		'of %s is complete page by page',
		async (path) => {
			const seen: string[] = [];
			let pages = 0;
			let cursor: string | null = null;
			do {
				const query: string = cursor === null ? '' : `&cursor=${cursor}`;
				const { body } = await call('GET', `/${path}?perPage=10${query}`);
				const page = body as Page;
				seen.push(...page.data.map(({ id }) => id));
				cursor = page.pagination.nextCursor;
				expect(page.pagination.nextPage === null).toBe(cursor === null);
				pages += 1;
			} while (cursor !== null);
			expect(pages).toBe(7);
			expect(new Set(seen).size).toBe(path === 'transactional' ? 64 : 66);
		},
	);

	it('ends with a full last page', async () => {
		const templates = Array.from({ length: 10 }, (_, index) => ({ id: `t${index}`, name: 'T' }));
		emulator.reset({ templates });
		const { body } = await call('GET', '/transactional?perPage=10');
		expect((body as Page).pagination.nextCursor).toBeNull();
	});

	it('of the newer endpoint includes drafts, newest first', async () => {
		emulator.reset({
			templates: [
				{ id: 'old', name: 'Old', createdAt: '2025-01-01', dataVariables: ['a'] },
				{
					id: 'new',
					name: 'New',
					createdAt: '2026-01-01',
					updatedAt: '2026-01-02',
					published: false,
					dataVariables: ['b'],
				},
			],
		});
		expect((await call('GET', '/transactional-emails')).body).toMatchObject({
			pagination: { totalResults: 2 },
			data: [
				{
					id: 'new',
					url: 'https://app.loops.so/transactional/new',
					name: 'New',
					draftEmailMessageId: expect.any(String),
					publishedEmailMessageId: null,
					transactionalGroupId: null,
					createdAt: '2026-01-01T00:00:00.000Z',
					updatedAt: '2026-01-02T00:00:00.000Z',
					dataVariables: [],
				},
				{
					id: 'old',
					draftEmailMessageId: null,
					publishedEmailMessageId: expect.any(String),
					dataVariables: ['a'],
				},
			],
		});
	});

	it.each(['transactional', 'transactional-emails'])(
		'of %s refuses an invalid query',
		async (path) => {
			const refused = (message: string) =>
				path === 'transactional' ? refusal(message) : { message };
			for (const perPage of ['9', '51', '0', '-10', '1e1', 'x', '']) {
				const request: Parameters<Call> = ['GET', `/${path}?perPage=${perPage}`];
				await expectRefusal(request, 400, refused('Invalid perPage value'));
			}
			const request: Parameters<Call> = ['GET', `/${path}?cursor=nope`];
			await expectRefusal(request, 400, refused('Invalid cursor value'));
			for (const perPage of [10, 50]) {
				const { body } = await call('GET', `/${path}?perPage=${perPage}`);
				expect((body as Page).data).toHaveLength(perPage);
			}
		},
	);
});
