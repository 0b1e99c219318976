// Lists what is behind the registry and why it stays: development dependencies, and the n8n and Node.js
// of the e2e tests.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument } from 'yaml';

const ROOT = new URL('../', import.meta.url);
const VERSIONS = 'test/e2e/n8n/versions/';
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');

/** What npm prints as JSON, also where it fails. */
async function npm(...args) {
	const { stdout } = await promisify(execFile)('npm', [...args, '--json']).catch((error) => {
		if (error.stdout) return error;
		throw error;
	});
	return stdout.trim() ? JSON.parse(stdout) : undefined;
}

/** Fields of a package, or undefined if the registry lacks that version. */
async function view(wanted, ...fields) {
	const answer = await npm('view', wanted, ...fields);
	if (!answer?.error) return answer;
	if (/^E(404|TARGET)$/.test(answer.error.code)) return undefined;
	throw new Error(answer.error.summary);
}

/** Does at most eight at once. */
async function each(items, work) {
	const left = [...items];
	const worker = async () => {
		while (left.length > 0) await work(left.shift());
	};
	await Promise.all(Array.from({ length: 8 }, worker));
}

/** The newest first. */
const byVersion = (a, b) => b.localeCompare(a, 'en', { numeric: true });
const newestOf = async (wanted) => [await view(wanted, 'version')].flat().sort(byVersion)[0];

/** Packages of n8n itself that an n8n pins, they in turn pin, and the registry lacks. */
async function lackedBy(n8n) {
	const seen = new Set([n8n]);
	const lacked = [];
	for (let level = [n8n]; level.length > 0; ) {
		const next = [];
		await each(level, async (spec) => {
			const found = await view(spec, 'version', 'dependencies');
			if (!found) lacked.push(spec);
			// One field alone comes without its name.
			else next.push(...ownPins(found.dependencies ?? {}));
		});
		level = next.filter((spec) => !seen.has(spec) && seen.add(spec));
	}
	return lacked.sort();
}

const ownPins = (dependencies) =>
	Object.entries(dependencies)
		.filter(([name, version]) => /^(@n8n\/|n8n)/.test(name) && /^\d+\.\d+\.\d+/.test(version))
		.map((pin) => pin.join('@'));

/** Why npm can't install a package: it names the first that is missing. Undefined if it can. */
async function failure(wanted) {
	const folder = mkdtempSync(join(tmpdir(), 'behind-'));
	const only = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--prefix', folder];
	const { error } = await npm('install', wanted, ...only);
	rmSync(folder, { recursive: true });
	return error?.summary;
}

const ignored = parseDocument(read('.github/dependabot.yml')).getIn(['updates', 0, 'ignore']).items;
const reasons = ignored.map((entry) => {
	const name = entry.get('dependency-name', true);
	return {
		prefix: name.value.replace(/\*$/, ''),
		isGroup: name.value.endsWith('*'),
		why: name.comment.trim(),
	};
});
const whyStays = (name) =>
	reasons.find(({ prefix, isGroup }) => (isGroup ? name.startsWith(prefix) : name === prefix))?.why;

const rows = [];
const lists = [];
const compare = async (name, pinned, wanted, note) => {
	const newest = await newestOf(wanted);
	if (newest !== pinned) rows.push({ name, pinned, newest, stays: await note(newest) });
};

const pins = Object.entries(JSON.parse(read('package.json')).devDependencies);
await each(pins, async ([name, pinned]) => await compare(name, pinned, name, () => whyStays(name)));
const folders = readdirSync(new URL(VERSIONS, ROOT)).sort(byVersion);
for (const folder of folders) {
	const { n8n, node } = JSON.parse(read(`${VERSIONS}${folder}/package.json`)).dependencies;
	// The first folder follows the newest stable n8n, the others the patches of their line.
	const line = folder === folders[0] ? 'latest' : folder;
	await compare(`n8n in ${folder}`, n8n, `n8n@${line}`, async (newest) => {
		const lacked = await lackedBy(`n8n@${newest}`);
		if (lacked.length === 0) return await failure(`n8n@${newest}`);
		lists.push(`n8n ${newest} needs, and the registry lacks:\n  ${lacked.join('\n  ')}`);
		return `the registry lacks ${lacked.length} of its packages: see below`;
	});
	await compare(`node in ${folder}`, node, `node@${node.split('.')[0]}`, () => undefined);
}
console.table(rows.sort((a, b) => a.name.localeCompare(b.name)));
console.log(lists.join('\n'));
