import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

const page = read('CONTRIBUTING.md');
const found = (pattern: RegExp, text = page) => [...text.matchAll(pattern)].map(([, name]) => name);

describe('CONTRIBUTING.md', () => {
	it('names only existing files and folders', () => {
		const named = found(
			/(?<![\w./<-])((?:test|nodes|credentials|examples|docs)\/[\w./-]*)(?![\w<])/g,
		);
		expect(named).not.toEqual([]);
		// Vitest accepts the beginning of a file name.
		const isThere = (path: string) =>
			[path, `${path}.mts`, `${path}.long.test.mts`].some((each) => existsSync(root + each));
		expect(named.filter((path) => !isThere(path))).toEqual([]);
	});

	it('shows an operation as its files have it', () => {
		const [, diff] = /```diff\n([^]+?)```/.exec(page) ?? ['', ''];
		const files = diff.split(/^--- /m).slice(1);
		expect(files.length).toBe(3);
		for (const [file, ...lines] of files.map((each) => each.trimEnd().split('\n'))) {
			const own = read(file).split('\n');
			expect(lines.filter((line) => !own.includes(line.slice(1)))).toEqual([]);
		}
		const [source] = files;
		expect(
			source
				.trimEnd()
				.split('\n')
				.slice(1)
				.map((line) => line.slice(1)),
		).toEqual(read('nodes/Loops/operations/sendingIp.ts').trimEnd().split('\n'));
	});

	it('links to every decision record', () => {
		const linked = new Set(found(/\(docs\/maintainers\/decisions\/([\w-]+\.md)\)/g));
		expect([...linked]).toEqual(readdirSync(`${root}docs/maintainers/decisions`).sort());
	});
});

describe.each(readdirSync(`${root}docs/maintainers/decisions`))(
	'the decision record %s',
	(file) => {
		const record = read(`docs/maintainers/decisions/${file}`);

		it('gives context, decision and consequences', () => {
			expect(record).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `));
			expect(found(/^## (.+)$/gm, record)).toEqual(['Context', 'Decision', 'Consequences']);
		});
	},
);
