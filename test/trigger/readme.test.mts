import { expect, it } from 'vitest';

import { read } from '../harness/repository.mts';
import { rowsBelow } from '../harness/tables.mts';
import { refused } from './refused.mts';

it('README.md lists each kind of refused request with its tested status', () => {
	const rows = new Map(
		refused.map(({ row, status, byN8n }) => [row, `${status}${byN8n ? ' by n8n' : ''}`]),
	);
	const page = 'test/trigger/README.md';
	expect(rowsBelow(page, 'What the trigger refuses')).toEqual([...rows]);
	expect(/(\d+) requests in all/.exec(read(page))?.[1]).toBe(String(refused.length));
});
