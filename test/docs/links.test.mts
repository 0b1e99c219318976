import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

import { homepage } from '../../package.json';
import { publishedFiles, read, root } from '../harness/repository.mts';
import { pages } from './markdown.mts';

const remark = join(root, 'node_modules/.bin/remark');

/** The warnings of remark about links to missing files and headings. */
async function brokenLinks(files: string[], cwd = root): Promise<string> {
	const settings = `repository:${JSON.stringify(homepage)},root:${JSON.stringify(cwd)}`;
	const use = `remark-validate-links=${settings}`;
	const args = ['--no-config', '--no-stdout', '--no-color', '--quiet', '--use', use, ...files];
	const { stderr } = await promisify(execFile)(remark, args, { cwd });
	return stderr;
}

describe('links', () => {
	it('lead to existing files and headings', async () => {
		const files = pages.map(({ path }) => path);
		expect(files).toContain('docs/README.md');
		expect(await brokenLinks(files)).toBe('');
	}, 60_000);

	it('in code are existing paths', () => {
		const paths = pages.flatMap(({ text }) =>
			[
				...text.matchAll(/`((?:test|nodes|credentials|docs|examples|\.ci|\.github)\/[\w./-]+)`/g),
			].map(([, path]) => path),
		);
		expect(paths).not.toEqual([]);
		expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});

	it('are inline Markdown links, which remark checks', () => {
		const others = pages.flatMap(({ path, text }) => {
			const prose = text.replaceAll(/^( *)```.*?^\1```$|`[^`\n]*`/gms, '');
			// For remark, an undefined reference is plain text.
			return [...prose.matchAll(/<(?:a|img)\b.*|\]\[.*/gi)].map(([found]) => `${path}: ${found}`);
		});
		expect(others).toEqual([]);
	});

	it('of the nodes and credentials lead to existing files and headings', () => {
		const url = new RegExp(`${homepage}(?:/blob/main/([\\w/.-]+))?(#[\\w-]+)?`, 'g');
		const links = publishedFiles.flatMap((file) => [...read(file).matchAll(url)]);
		expect(links.length).toBeGreaterThan(3);
		for (const [link, path = 'README.md', heading] of links) {
			const headings = [...read(path).matchAll(/^#+ (.*)$/gm)].map(
				([, text]) =>
					`#${text
						.toLowerCase()
						.replaceAll(/[^\w -]/g, '')
						.replaceAll(' ', '-')}`,
			);
			if (heading) expect(headings, link).toContain(heading);
		}
	});

	it('of sticky notes lead to https, and to existing files of the repository', () => {
		const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
		expect(examples).not.toEqual([]);
		for (const file of examples) {
			for (const [, target] of read(`examples/${file}`).matchAll(/\]\(([^)]*)\)/g)) {
				expect(target, file).toMatch(/^https:\/\//);
				const [, path] = target.split(`${homepage}/blob/main/`);
				if (path) expect(existsSync(join(root, path.split('#')[0])), target).toBe(true);
			}
		}
	});
});

it('the README leads to the index of docs/, which leads to every page', () => {
	expect(read('README.md')).toContain('](docs/README.md)');
	const index = read('docs/README.md');
	// CONTRIBUTING.md lists those for maintainers, and docs/operations.md those of the reference.
	const listed = pages.filter(({ path }) =>
		/^docs\/(?!maintainers\/|operations\/|README)/.test(path),
	);
	for (const { path } of listed) expect(index).toContain(`](${path.slice('docs/'.length)})`);
	const contributing = read('CONTRIBUTING.md');
	const maintained = pages.filter(({ path }) => path.startsWith('docs/maintainers/'));
	for (const { path } of maintained) expect(contributing).toContain(`](${path})`);
});
