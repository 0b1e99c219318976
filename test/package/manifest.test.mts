import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

const manifest = JSON.parse(read('package.json'));
const lockfile = JSON.parse(read('package-lock.json'));

describe('the manifest', () => {
	it('has one address, which npm compares with the repository of the workflow', () => {
		const { homepage, repository, bugs } = manifest;
		expect(homepage).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/);
		expect(repository).toEqual({ type: 'git', url: `git+${homepage}.git` });
		expect(bugs).toEqual({ url: `${homepage}/issues` });
	});

	it('names an author, who also holds the license', () => {
		const { author, license } = manifest;
		expect(author).toEqual({ name: expect.any(String), email: expect.stringContaining('@') });
		expect(license).toBe('MIT');
		expect(read('LICENSE')).toContain(author.name);
	});

	// docs/releasing.md replaces it in all of these with one command.
	it('is the only place of the address, but for the files that show it to users', () => {
		const address = new URL(manifest.homepage).pathname.slice(1);
		const args = ['grep', '--no-index', '--exclude-standard', '-liF', address];
		const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
		expect(files.filter((file) => !/^(nodes\/|credentials\/|README)/.test(file))).toEqual([
			'package.json',
		]);
	});

	it('and the lockfile agree', () => {
		expect(lockfile.version).toBe(manifest.version);
		expect(lockfile.packages['']).toMatchObject({
			version: manifest.version,
			engines: manifest.engines,
		});
	});

	it('depends on nothing at run time', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});
});

describe('the changelog', () => {
	const parts = read('CHANGELOG.md').split(/^## (\d.*|Unreleased)$/m);
	const sections = parts.filter((_, index) => index % 2 === 1);

	it('begins with this version, below what is not released', () => {
		expect(sections.filter((section) => section !== 'Unreleased')[0]).toBe(manifest.version);
		expect(sections.lastIndexOf('Unreleased')).toBeLessThan(1);
	});

	it('tells of each version', () => {
		expect(parts.map((part) => part.trim())).not.toContain('');
	});
});

describe('the documentation', () => {
	it('installs this version', () => {
		const pins = read('docs/install.md').matchAll(
			/n8n-nodes-loops-email(?:@|","version":")([^"\s]+)/g,
		);
		const versions = new Set([...pins].map(([, version]) => version));
		expect([...versions]).toEqual([manifest.version]);
	});
});
