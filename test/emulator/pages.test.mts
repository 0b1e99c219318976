import { describe, expect, it } from 'vitest';
import { startUnlimited } from './testClient.mts';

const { call, emulator } = await startUnlimited();

interface Page {
	pagination: { nextCursor: string | null; nextPage: string | null };
	data: Array<{ id: string; name: string }>;
}

const pageOf = async (path: string) => (await call('GET', path)).body as Page;

describe.each(['transactional', 'transactional-emails', 'event-patterns'])(
	'pages of %s',
	(path) => {
		it('show each entry once, and end with a full last page', async () => {
			const numbers = Array.from({ length: 30 }, (_, index) => index);
			const templates = numbers.map((index) => ({ id: `t${index}`, name: 'T' }));
			const eventPatterns = numbers.map((index) => ({ id: `t${index}`, eventName: `e${index}` }));
			emulator.reset({ templates, eventPatterns });
			const seen: string[] = [];
			let cursor: string | null = '';
			for (let pages = 0; cursor !== null && pages < 5; pages += 1) {
				const { data, pagination } = await pageOf(`/${path}?perPage=10&cursor=${cursor}`);
				seen.push(...data.map(({ id }) => id));
				cursor = pagination.nextCursor;
				expect(pagination).toMatchObject({
					...{ totalResults: 30, returnedResults: 10, perPage: 10, totalPages: 3 },
					nextPage: cursor && `${emulator.baseUrl}/${path}?cursor=${cursor}&perPage=10`,
				});
			}
			expect(seen).toEqual(templates.map(({ id }) => id));
		});
	},
);

describe('the list of templates', () => {
	it('of the newer endpoint includes drafts, newest first', async () => {
		const draft = { published: false, dataVariables: ['b'], updatedAt: '2026-01-02' };
		emulator.reset({
			templates: [
				{ id: 'old', name: 'Old', createdAt: '2025-01-01', dataVariables: ['a'] },
				{ id: 'new', name: 'New', createdAt: '2026-01-01', ...draft },
			],
		});
		const id = expect.any(String) as unknown;
		expect((await pageOf('/transactional-emails')).data).toMatchObject([
			{
				...{ id: 'new', url: 'https://app.loops.so/transactional/new', name: 'New' },
				...{ draftEmailMessageId: id, publishedEmailMessageId: null, transactionalGroupId: null },
				createdAt: '2026-01-01T00:00:00.000Z',
				updatedAt: '2026-01-02T00:00:00.000Z',
				dataVariables: [],
			},
			{
				...{ id: 'old', draftEmailMessageId: null, publishedEmailMessageId: id },
				dataVariables: ['a'],
			},
		]);
	});
});
