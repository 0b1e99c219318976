import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { name as packageName } from '../../../package.json';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the package and packs it into `folder`. Returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
	await run('npm', ['run', '--silent', 'build'], { cwd: root });
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
	});
	const [{ filename }] = JSON.parse(stdout) as Array<{ filename: string }>;
	return join(folder, filename);
}

/** Installs a tarball like n8n's CommunityPackagesService. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', packageName);
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);

	const file = join(folder, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[key];
	}
	await writeFile(file, JSON.stringify(manifest, null, 2));
	await run(
		'npm',
		[
			'install',
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: folder },
	);
}
