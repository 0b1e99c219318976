import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { payloadOf } from './payloads.mts';
import { refused } from './refused.mts';

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

function tableBelow(heading: string, page: string): string[][] {
	const [, section] = page.split(`${heading}\n`);
	const lines = section.split(/\n#+ /)[0].split('\n');
	return lines
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
}

it('README.md lists each kind of refused request with its tested status', () => {
	const rows = new Map(
		refused.map(({ row, status, byN8n }) => [row, `${status}${byN8n ? ' by n8n' : ''}`]),
	);
	const page = textOf('README.md');
	expect(tableBelow('# What the trigger refuses', page)).toEqual([...rows]);
	expect(/(\d+) requests in all/.exec(page)?.[1]).toBe(String(refused.length));
});

it('docs/trigger.md lists all fields of the output', () => {
	const [, section] = textOf('../../docs/trigger.md').split('## Output\n');
	const names = section.split(/\n#+ /)[0].match(/^- `.*?`(?=: )/gm) ?? [];
	const fields = names.flatMap((name) => name.match(/\w+/g) ?? []);
	const item = eventOf(payloadOf('contact.created'), 'msg_1');
	expect(fields).toEqual([...Object.keys(item), 'payload']);
});
