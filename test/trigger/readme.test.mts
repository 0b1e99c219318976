import { expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { read } from '../harness/repository.mts';
import { rowsBelow } from '../harness/tables.mts';
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
	const [, section] = read('docs/trigger.md').split('## Output\n');
	const names = section.split(/\n#+ /)[0].match(/^- `.*?`(?=: )/gm) ?? [];
	const fields = names.flatMap((name) => name.match(/\w+/g) ?? []);
	const item = eventOf(payloadOf('contact.created'), 'msg_1');
	expect(fields).toEqual([...Object.keys(item), 'payload']);
});
