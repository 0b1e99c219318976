import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';
import { pages } from './markdown.mts';

const FOLDER = 'test/pictures';

/** The pictures on pages, with their paths from the root. */
const shown = pages.flatMap(({ path, text }) =>
	[...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, about, target]) => ({
		page: path,
		about,
		path: normalize(join(dirname(path), target)),
	})),
);

/** Of a version that is gone. */
const OLD = /^test\/pictures\/newcomers\/.+-before\.png$/;

/** The scripts that make the pictures and name them. */
const makers: Array<[RegExp, string, (name: string) => string]> = [
	[new RegExp(`^${FOLDER}/([^/]+)\\.png$`), `${FOLDER}/pictures.mts`, (name) => `'${name}'`],
	[/newcomers\/(.+)-now\.png$/, `${FOLDER}/newcomers.mts`, (name) => `'${name}'`],
	[/^test\/bench\/(.+)$/, 'test/bench/bench.mts', (name) => `'test/bench/${name}'`],
];

describe('pictures', () => {
	it.each(shown)('exist and have a script: $path on $page', ({ path, about }) => {
		expect(existsSync(join(root, path))).toBe(true);
		expect(about).not.toBe('');
		if (OLD.test(path)) return;
		const made = makers.flatMap(([pattern, script, mark]) => {
			const name = pattern.exec(path)?.[1];
			return name ? [read(script).includes(mark(name))] : [];
		});
		expect(made).toEqual([true]);
	});

	it.each(readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.png')))(
		'are 1,000 px wide, at scale 2, and below a megabyte: %s',
		(name) => {
			const png = readFileSync(join(root, FOLDER, name));
			// In the header of a PNG, the width follows the signature and the chunk name.
			expect(png.readUInt32BE(16)).toBe(2000);
			expect(png.length).toBeLessThan(1_000_000);
		},
	);

	it('are all shown on a page', () => {
		const paths = shown.map(({ path }) => path);
		for (const file of readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.png'))) {
			expect(paths).toContain(`${FOLDER}/${file}`);
		}
	});
});
