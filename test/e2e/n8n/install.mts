import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folders in versions/: each pins an n8n and its Node.js. Their `overrides` replace dependencies that
 * are missing in the registry or conflict.
 */
export type N8nVersion = '1.123' | '2.20' | '2.41';

/** A local installation of n8n. */
export interface Installation {
	/** The Node.js of this n8n. */
	node: string;
	/** Script of the `n8n` command. */
	cli: string;
	/** The folder for Node.js' cache of compiled scripts, with which n8n starts in three quarters of the time. */
	compiled: string;
}

const cache = () =>
	join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-loops-email');

const SQLITE_BINDING = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * Installs an n8n on first use into a cache folder named by the hash of its lockfile. That takes up
 * to 2.8 GB and minutes, with progress on stderr.
 * @throws with the end of npm's output if npm fails
 */
export async function installN8n(version: N8nVersion): Promise<Installation> {
	const source = fileURLToPath(new URL(`versions/${version}`, import.meta.url));
	const lockfile = readFileSync(join(source, 'package-lock.json'));
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const folder = join(cache(), `n8n-${version}-${hash}`);
	if (!existsSync(folder)) await install(version, source, folder, packagesIn(lockfile));
	return {
		node: join(folder, 'node_modules/node/bin/node'),
		cli: join(folder, 'node_modules/n8n/bin/n8n'),
		compiled: join(folder, 'compiled'),
	};
}

const packagesIn = (lockfile: Buffer) =>
	Object.keys((JSON.parse(lockfile.toString()) as { packages: object }).packages).length;

/** Installs into a temporary folder and renames it, so that other processes never see a part. */
async function install(version: N8nVersion, source: string, folder: string, packages: number) {
	await mkdir(cache(), { recursive: true });
	await removeAbandoned();
	const partial = `${folder}.partial-${process.pid}`;
	await mkdir(partial);
	try {
		for (const file of ['package.json', 'package-lock.json']) {
			await copyFile(join(source, file), join(partial, file));
		}
		console.error(`Installing n8n ${version} once, into ${folder}: takes minutes`);
		await npm(partial, ['ci', '--ignore-scripts', '--loglevel=http'], packages);
		// Only two packages need their install scripts: Node.js and the database driver.
		await npm(partial, ['rebuild', '--ignore-scripts=false', 'node', 'sqlite3']);
		if (!existsSync(join(partial, SQLITE_BINDING))) throw new Error('sqlite3 was not built');
		// Another process can have installed it meanwhile.
		await rename(partial, folder).catch((error: Error) => {
			if (!existsSync(join(folder, SQLITE_BINDING))) throw error;
		});
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
}

/** Removes partial installations of killed processes. */
async function removeAbandoned() {
	for (const name of readdirSync(cache())) {
		const pid = /\.partial-(\d+)$/.exec(name)?.[1];
		if (pid && !isRunning(Number(pid))) {
			await rm(join(cache(), name), { recursive: true, force: true });
		}
	}
}

function isRunning(pid: number) {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Runs npm in a folder; `packages` is the total for the progress. */
async function npm(folder: string, args: string[], packages?: number) {
	const child = spawn('npm', [...args, '--no-audit', '--no-fund'], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const startedAt = Date.now();
	let tail = '';
	let fetched = 0;
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			fetched += text.split('npm http ').length - 1;
			tail = (tail + text).slice(-4_000);
		});
	}
	const progress = setInterval(() => {
		const seconds = Math.round((Date.now() - startedAt) / 1000);
		const share = packages ? `, ${Math.min(fetched, packages)} of ${packages} packages` : '';
		console.error(`  npm ${args[0]}: ${seconds} s${share}`);
	}, 15_000);
	const code = await new Promise((resolve, reject) => {
		child.once('close', resolve).once('error', reject);
	}).finally(() => clearInterval(progress));
	if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code}:\n${tail}`);
}
