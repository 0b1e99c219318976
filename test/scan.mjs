// Runs the rules of n8n's package scanner on what it would see: the source at the release commit, and
// the files of the npm tarball. The scanner itself only takes a published package, and exits 0 even
// when it finds something.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'loops-scan-'));

try {
	const [{ filename, files }] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	execFileSync('tar', ['-xf', join(folder, filename), '-C', folder]);

	const scans = [
		['source', root, SOURCE_FILE_PATTERNS],
		['tarball', join(folder, 'package'), ['**/*.js', 'package.json']],
	];
	for (const [name, directory, patterns] of scans) {
		const { passed, message, details } = await analyzePackage(directory, patterns);
		console.log(`${name}: ${passed ? 'passed' : message}`);
		if (details) console.log(details);
		if (!passed) process.exitCode = 1;
	}

	const unexpected = files
		.map(({ path }) => path)
		.filter(
			(path) =>
				!/^(package\.json|README\.md|LICENSE|dist\/(nodes|credentials)\/.+\.(js|node\.json)|dist\/nodes\/.+\/__schema__\/.+\.json|dist\/icons\/.+\.svg)$/.test(
					path,
				),
		);
	console.log(`tarball: ${files.length} files, ${unexpected.length} that n8n does not need`);
	if (unexpected.length > 0) {
		console.log(unexpected.join('\n'));
		process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true });
}
