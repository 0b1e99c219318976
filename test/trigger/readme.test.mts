import { expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { read } from '../harness/repository.mts';
import { codeIn, rowsBelow } from '../harness/tables.mts';
import { payloadOf } from './payloads.mts';
import { refused } from './refused.mts';

it('README.md lists each kind of refused request with its tested status', () => {
	const rows = new Map(
		refused.map(({ row, status, byN8n }) => [row, `${status}${byN8n ? ' by n8n' : ''}`]),
	);
	const page = 'test/trigger/README.md';
	expect(rowsBelow(page, 'What the trigger refuses')).toEqual([...rows]);
	expect(/(\d+) requests in all/.exec(read(page))?.[1]).toBe(String(refused.length));
});

it('docs/trigger.md lists all fields of the output', () => {
	const rows = rowsBelow('docs/trigger.md', 'What does an event contain?');
	const fields = rows.flatMap(([names]) => codeIn(names));
	const item = eventOf(payloadOf('contact.created'), 'msg_1');
	expect(fields).toEqual([...Object.keys(item), 'payload']);
});
