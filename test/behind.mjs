// Lists what is behind the registry: development dependencies, and the n8n and Node.js of the e2e tests.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = new URL('e2e/n8n/versions/', import.meta.url);

/** What npm prints as JSON; `npm outdated` exits with 1 if something is. */
function npm(...args) {
	try {
		return JSON.parse(execFileSync('npm', [...args, '--json'], { stdio: 'pipe' }).toString());
	} catch ({ stdout, stderr }) {
		if (stdout?.length > 0) return JSON.parse(stdout.toString());
		throw new Error(stderr.toString());
	}
}

/** Why npm can't install a package: the registry may lack a dependency. Undefined if it can. */
function whatItLacks(wanted) {
	const folder = mkdtempSync(join(tmpdir(), 'behind-'));
	const only = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--prefix', folder];
	const { error } = npm('install', wanted, ...only);
	rmSync(folder, { recursive: true });
	return error && `can't be installed: ${error.summary}`;
}

/** The newest first. */
const byVersion = (a, b) => b.localeCompare(a, 'en', { numeric: true });

const rows = Object.entries(npm('outdated')).map(([name, { current, latest }]) => {
	return { name, pinned: current, newest: latest };
});
const folders = readdirSync(VERSIONS).sort(byVersion);
for (const folder of folders) {
	const text = readFileSync(new URL(`${folder}/package.json`, VERSIONS), 'utf8');
	const { n8n, node } = JSON.parse(text).dependencies;
	// The first folder follows the newest stable n8n, the others the patches of their line.
	const lines = { n8n: folder === folders[0] ? 'latest' : folder, node: node.split('.')[0] };
	for (const [name, pinned] of Object.entries({ n8n, node })) {
		const [newest] = [npm('view', `${name}@${lines[name]}`, 'version')].flat().sort(byVersion);
		if (newest === pinned) continue;
		const note = name === 'n8n' ? whatItLacks(`n8n@${newest}`) : undefined;
		rows.push({ name: `${name} in ${folder}`, pinned, newest, ...(note && { note }) });
	}
}
console.table(rows);
