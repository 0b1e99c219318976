import { execFileSync } from 'node:child_process';

import { read, root } from '../harness/repository.mts';

/** A Markdown file of the repository. */
export interface Page {
	/** Relative to the root. */
	path: string;
	text: string;
}

/** A fenced block. */
export interface Block {
	/** Where it begins: `docs/install.md:12`. */
	at: string;
	language: string;
	text: string;
}

/** All pages, including untracked ones, except those that git ignores. */
export const pages: Page[] = execFileSync(
	'git',
	['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.md'],
	{ cwd: root, encoding: 'utf8' },
)
	.split('\n')
	.filter(Boolean)
	.map((path) => ({ path, text: read(path) }));

/** The fenced blocks of some languages on all pages, also within lists. */
export const blocksIn = (...languages: string[]): Block[] =>
	pages.flatMap(({ path, text }) =>
		[...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)]
			.map(({ 1: indent, 2: language, 3: content, index }) => ({
				at: `${path}:${text.slice(0, index).split('\n').length}`,
				language,
				text: content.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
			}))
			.filter(({ language }) => languages.includes(language)),
	);
