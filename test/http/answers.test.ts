import { describe, expect, it, vi } from 'vitest';

import { allPages, isPage, type Page } from '../../nodes/Loops/http/pages.ts';
import { isListWith, isRefusal, isSuccess } from '../../nodes/Loops/http/request.ts';
import { sentence, truncate } from '../../nodes/Loops/values/format.ts';

const answer = (body: unknown, statusCode?: number) => ({ statusCode, headers: {}, body });

/** Of a status with HTTP's notion of success: 200 to 299. */
const statuses: Array<[number | undefined, boolean]> = [
	[200, true],
	[299, true],
	[199, false],
	[300, false],
	[500, false],
	[undefined, false],
];

describe('an answer with the status', () => {
	it.each(statuses)('%s counts as one: %s', (status, expected) => {
		expect(isSuccess(answer({ success: true }, status))).toBe(expected);
		expect(isListWith('id')(answer([{ id: 'a' }], status))).toBe(expected);
		expect(isPage(answer({ data: [], pagination: {} }, status))).toBe(expected);
	});
});

describe('a list of entries with a text', () => {
	it.each<[unknown, boolean]>([
		[[], true],
		[[{ id: 'a' }], true],
		[[{ id: '' }], true],
		[[{ id: 'a' }, { id: 'b', more: 1 }], true],
		[[{ id: 1 }], false],
		[[{ id: null }], false],
		[[{}], false],
		[[{ name: 'a' }], false],
		[[{ id: 'a' }, { name: 'b' }], false],
		[[{ id: 'a' }, {}], false],
		[[null], false],
		[['a'], false],
		[[['a']], false],
		[{ id: 'a' }, false],
		[{ length: 0 }, false],
		['', false],
		[null, false],
		[undefined, false],
	])('%j: %s', (body, expected) => {
		expect(isListWith('id')(answer(body, 200))).toBe(expected);
	});
});

describe('a page of a list', () => {
	it.each<[unknown, boolean]>([
		[{ data: [], pagination: { nextCursor: null } }, true],
		[{ data: [{ id: 'a' }], pagination: {} }, true],
		[{ data: [] }, false],
		[{ data: [], pagination: null }, false],
		[{ data: [], pagination: 'none' }, false],
		[{ data: [], pagination: true }, false],
		[{ pagination: {} }, false],
		[{ data: {}, pagination: {} }, false],
		[{ data: 'x', pagination: {} }, false],
		[{ data: [{ id: 'a' }, null], pagination: {} }, false],
		[{ data: ['a'], pagination: {} }, false],
		[[], false],
		[null, false],
		['page', false],
	])('%j: %s', (body, expected) => {
		expect(isPage(answer(body, 200))).toBe(expected);
	});
});

describe('a success and a refusal', () => {
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
	])('%j: %s, %s', (body, success, refusal) => {
		expect(isSuccess(answer(body, 200))).toBe(success);
		expect(isRefusal(answer(body, 400))).toBe(refusal);
	});
});

describe('all pages', () => {
	/** Pages of two entries, each with the cursor of the next. */
	const listOf = (cursors: Array<string | null | undefined>) => {
		let page = 0;
		return vi.fn<(cursor?: string) => Promise<Page>>(async () => {
			const data = [{ n: page * 2 }, { n: page * 2 + 1 }];
			return await Promise.resolve({ data, pagination: { nextCursor: cursors[page++] } });
		});
	};
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

	it.each([[null], [undefined], ['']])('are fetched until the next cursor is %j', async (last) => {
		const fetchPage = listOf(['a', 'b', last, null]);
		expect(await allPages(fetchPage)).toEqual(numbers(6));
		expect(fetchPage.mock.calls).toEqual([[undefined], ['a'], ['b']]);
	});

	it.each([
		[1, 1],
		[2, 1],
		[3, 2],
		[4, 2],
		[5, 3],
		[6, 3],
		[7, 3],
	])('%i entries take %i requests', async (limit, requests) => {
		const fetchPage = listOf(['a', 'b', null]);
		expect(await allPages(fetchPage, limit)).toEqual(numbers(Math.min(limit, 6)));
		expect(fetchPage).toHaveBeenCalledTimes(requests);
	});

	it('end where a cursor comes back', async () => {
		const fetchPage = listOf(['a', 'b', 'a', 'c', null]);
		expect(await allPages(fetchPage)).toEqual(numbers(6));
	});

	it('are a thousand at most', async () => {
		const fetchPage = listOf(Array.from({ length: 1_100 }, (_, n) => `c${n}`));
		expect(await allPages(fetchPage)).toEqual(numbers(2_000));
		expect(fetchPage).toHaveBeenCalledTimes(1_000);
	});
});

describe('a text in a message', () => {
	it.each([
		['as it is', 'As it is.'],
		['one.', 'One.'],
		['one?', 'One?'],
		['one!', 'One!'],
		['one…', 'One…'],
		['a. b', 'A. b.'],
		['é', 'É.'],
	])('%j becomes the sentence %j', (text, expected) => {
		expect(sentence(text)).toBe(expected);
	});

	it.each([
		['x'.repeat(60), 'x'.repeat(60)],
		['x'.repeat(61), `${'x'.repeat(60)}…`],
		// Two units of UTF-16 are one character.
		['👋'.repeat(60), '👋'.repeat(60)],
		['👋'.repeat(61), `${'👋'.repeat(60)}…`],
	])('%s is shown as %s', (text, expected) => {
		expect(truncate(text)).toBe(expected);
	});
});
