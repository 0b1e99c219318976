import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { allPages, isPage, type Page } from '../../nodes/Loops/api/content.ts';
import { isListWith, isRejection, isSuccess } from '../../nodes/Loops/http/request.ts';
import { truncate } from '../../nodes/Loops/values/format.ts';

const answer = (body: unknown, statusCode?: number) => ({ statusCode, headers: {}, body });

it.each<[unknown, boolean]>([
	[[], true],
	[[{ id: 'a' }], true],
	[[{ id: 'a' }, { id: 'b', more: 1 }], true],
	[[{ id: 1 }], false],
	[[{}], false],
	[[{ id: 'a' }, { name: 'b' }], false],
	[[null], false],
	[['a'], false],
	[{ id: 'a' }, false],
	[null, false],
	[undefined, false],
])('isListWith accepts %j as a list of entries with an ID: %s', (body, expected) => {
	expect(isListWith('id')(answer(body, 200))).toBe(expected);
});

it.each<[unknown, boolean]>([
	[{ data: [], pagination: { nextCursor: null } }, true],
	[{ data: [{ id: 'a' }], pagination: {} }, true],
	[{ data: [] }, false],
	[{ data: [], pagination: null }, false],
	[{ data: [], pagination: true }, false],
	[{ pagination: {} }, false],
	[{ data: {}, pagination: {} }, false],
	[{ data: [{ id: 'a' }, null], pagination: {} }, false],
	[{ data: ['a'], pagination: {} }, false],
	[[], false],
	[null, false],
])('isPage accepts %j as a page of a list: %s', (body, expected) => {
	expect(isPage(answer(body, 200))).toBe(expected);
});

it.each<[unknown, boolean, boolean]>([
	[{ success: true }, true, false],
	[{ success: false }, false, true],
	[{ success: 'true' }, false, false],
	[{ success: 1 }, false, false],
	[{ success: 0 }, false, false],
	[{}, false, false],
	[[{ success: true }], false, false],
	[null, false, false],
	['success', false, false],
	[undefined, false, false],
])(
	'an answer of Loops with body %j is a success: %s, or a refusal: %s',
	(body, success, refusal) => {
		expect(isSuccess(answer(body, 200))).toBe(success);
		expect(isRejection(answer(body, 400))).toBe(refusal);
	},
);

it.each([
	['x'.repeat(60), 'x'.repeat(60)],
	['x'.repeat(61), `${'x'.repeat(60)}…`],
	// One emoji is two UTF-16 units.
	['👋'.repeat(60), '👋'.repeat(60)],
	['👋'.repeat(61), `${'👋'.repeat(60)}…`],
])('text in a message is truncated from %s to %s', (text, expected) => {
	expect(truncate(text)).toBe(expected);
});

describe('allPages', () => {
	/** Pages of two entries, each with the cursor of the next. */
	const listOf = (cursors: Array<string | null | undefined>) => {
		let page = 0;
		return vi.fn<(qs: IDataObject) => Promise<Page>>(async () => {
			const data = [{ n: page * 2 }, { n: page * 2 + 1 }];
			return await Promise.resolve({ data, pagination: { nextCursor: cursors[page++] } });
		});
	};
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

	it.each([[null], [undefined], ['']])(
		'fetches pages until the next cursor is %j',
		async (last) => {
			const fetchPage = listOf(['a', 'b', last, null]);
			expect(await allPages(fetchPage)).toEqual(numbers(6));
			expect(fetchPage.mock.calls).toEqual([
				[{ perPage: 50 }],
				[{ perPage: 50, cursor: 'a' }],
				[{ perPage: 50, cursor: 'b' }],
			]);
		},
	);

	it.each([
		[1, 1],
		[2, 1],
		[3, 2],
		[4, 2],
		[5, 3],
		[6, 3],
		[7, 3],
	])('reads %i entries with %i requests', async (limit, requests) => {
		const fetchPage = listOf(['a', 'b', null]);
		expect(await allPages(fetchPage, { limit })).toEqual(numbers(Math.min(limit, 6)));
		expect(fetchPage).toHaveBeenCalledTimes(requests);
	});

	it('fails when a cursor repeats, instead of returning part of the list', async () => {
		const fetchPage = listOf(['a', 'b', 'a', 'c', null]);
		await expect(allPages(fetchPage)).rejects.toThrow(/keeps returning more pages/);
		expect(fetchPage).toHaveBeenCalledTimes(3);
	});

	it('removes duplicate IDs and keeps entries without one', async () => {
		const data = [
			{ id: null, n: 1 },
			{ id: null, n: 2 },
			{ n: 3 },
			{ n: 4 },
			{ id: 'a' },
			{ id: 'a' },
		];
		const page = { data, pagination: { nextCursor: null } };
		expect(await allPages(async () => await Promise.resolve(page))).toEqual(data.slice(0, 5));
	});
});
