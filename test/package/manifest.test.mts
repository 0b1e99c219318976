import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

const manifest = JSON.parse(read('package.json'));
const lockfile = JSON.parse(read('package-lock.json'));

describe('the manifest', () => {
	it('has one repository URL, which npm compares with that of the workflow', () => {
		const { homepage, repository, bugs } = manifest;
		expect(homepage).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/);
		expect(repository).toEqual({ type: 'git', url: `git+${homepage}.git` });
		expect(bugs).toEqual({ url: `${homepage}/issues` });
	});

	it('names the author of the license', () => {
		const { author, license } = manifest;
		expect(author).toEqual({ name: expect.any(String), email: expect.stringContaining('@') });
		expect(license).toBe('MIT');
		expect(read('LICENSE')).toContain(author.name);
	});

	// docs/maintainers/releasing.md replaces the URL in these files with one command.
	it('is the only file with the repository URL, except those shown to users', () => {
		const address = new URL(manifest.homepage).pathname.slice(1);
		const args = ['grep', '--no-index', '--exclude-standard', '-liF', address];
		const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
		expect(
			files.filter(
				(file) => !/^(nodes\/|credentials\/|README|docs\/(install|test-workflows)\.)/.test(file),
			),
		).toEqual(['package.json']);
	});

	it('leaves the registry to the configuration of npm', () => {
		const args = [
			'grep',
			'--no-index',
			'--exclude-standard',
			'-lF',
			['registry', 'npmjs'].join('.'),
		];
		expect(spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout).toBe('');
	});

	it('agrees with the lockfile', () => {
		expect(lockfile.version).toBe(manifest.version);
		expect(lockfile.packages['']).toMatchObject({
			version: manifest.version,
			engines: manifest.engines,
		});
	});

	it('has no run-time dependencies', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});
});

describe('the changelog', () => {
	const parts = read('CHANGELOG.md').split(/^## (\d.*|Unreleased)$/m);
	const sections = parts.filter((_, index) => index % 2 === 1);

	it('starts with this version and its date, below Unreleased', () => {
		const versions = sections.filter((section) => section !== 'Unreleased');
		const dated = / \((\d{4}-\d\d-\d\d)\)$/;
		expect(versions[0].replace(dated, '')).toBe(manifest.version);
		for (const version of versions) expect(version).toMatch(dated);
		expect(sections.lastIndexOf('Unreleased')).toBeLessThan(1);
	});

	it('gives the notes of a GitHub release', () => {
		const { releaseNotes } = JSON.parse(read('.release-it.json')).github;
		const command = releaseNotes.replaceAll('${version}', manifest.version);
		const notes = execFileSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
		expect(notes.trim()).toBe(parts[sections[0] === 'Unreleased' ? 4 : 2].trim());
	});

	it('describes each version', () => {
		expect(parts.map((part) => part.trim())).not.toContain('');
	});
});

describe('the documentation', () => {
	it('names this version in the installation commands', () => {
		const pins = ['README.md', 'docs/install.md', 'docs/update.md']
			.map(read)
			.join('\n')
			.matchAll(/n8n-nodes-loops-email(?:@|","version":"|-(?=\d))(\d+\.\d+\.\d+)/g);
		const versions = new Set([...pins].map(([, version]) => version));
		expect([...versions]).toEqual([manifest.version]);
	});
});
