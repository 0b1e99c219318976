import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

interface Packed {
	size: number;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
}

/** The files that npm would publish. */
const [packed] = JSON.parse(
	execFileSync('npm', ['pack', '--dry-run', '--json'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
) as [Packed];

const filesIn = (folder: string) =>
	readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map(
		(path) => `${folder}/${path}`,
	);

describe('the tarball', () => {
	it('contains only the build of each source', () => {
		const built = ['credentials', 'nodes']
			.flatMap(filesIn)
			.filter((path) => /\.(ts|json)$/.test(path))
			.map((path) => path.replace(/\.ts$/, '.js'));
		const icons = filesIn('icons');
		expect(packed.files.map(({ path }) => path).sort()).toEqual(
			[
				'LICENSE',
				'README.md',
				'package.json',
				...[...built, ...icons].map((path) => `dist/${path}`),
			].sort(),
		);
	});

	it('stays small', () => {
		expect(packed.size).toBeLessThan(190_000);
		expect(packed.unpackedSize).toBeLessThan(720_000);
	});
});
