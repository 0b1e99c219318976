import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

interface Packed {
	size: number;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
}

/** What npm would publish of the last build. */
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
	it('holds what was built of each source, and nothing else', () => {
		const built = ['credentials', 'nodes']
			.flatMap(filesIn)
			.filter((path) => /\.(ts|json)$/.test(path))
			.map((path) => path.replace(/\.ts$/, '.js'));
		const icons = filesIn('icons');
		expect(packed.files.map(({ path }) => path).sort()).toEqual(
			[
				...['LICENSE', 'README.md', 'package.json'],
				...[...built, ...icons].map((path) => `dist/${path}`),
			].sort(),
		);
	});

	// Measured: see the numbers of `npm pack --dry-run`. A build that takes something in shows here.
	it('is small', () => {
		expect(packed.size).toBeLessThan(150_000);
		expect(packed.unpackedSize).toBeLessThan(600_000);
	});
});
