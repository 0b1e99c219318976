import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { events } from '../../nodes/LoopsTrigger/events';
import { read, root } from './markdown.mts';
import { codeIn, rowsBelow } from './tables.mts';

it('the trigger has the events of its page', () => {
	const rows = rowsBelow('docs/trigger.md', 'The 17 events');
	const told = rows.map(([name, value]) => ({ name, value: codeIn(value)[0] }));
	const offered = events
		.filter(({ value }) => value !== '*')
		.map(({ name, value }) => ({ name, value }));
	expect(told).toHaveLength(17);
	expect(new Set(told)).toEqual(new Set(offered));
});

describe('what is said of versions', () => {
	const tested = readdirSync(join(root, 'test/e2e/n8n/versions')).map((folder) => {
		const { dependencies } = JSON.parse(read(`test/e2e/n8n/versions/${folder}/package.json`)) as {
			dependencies: { n8n: string; node: string };
		};
		return [dependencies.n8n, dependencies.node.split('.')[0]];
	});

	it('is what the tests run on', () => {
		const told = rowsBelow('docs/compatibility.md', 'Compatibility').map(([n8n, node]) => [
			n8n,
			node,
		]);
		expect(new Set(told)).toEqual(new Set(tested));
		for (const [n8n] of tested) expect(read('README.md')).toContain(n8n);
	});
});

it('the image installs as is said for a server', () => {
	const page = read('docs/install.md');
	const [, dockerfile] = /```dockerfile\n(.*?)```/s.exec(page) ?? [];
	expect(dockerfile).toContain('npm install --legacy-peer-deps n8n-nodes-loops-email@');
	expect(page).toContain(
		'cd ~/.n8n/nodes && npm install --legacy-peer-deps n8n-nodes-loops-email\n',
	);
});
