import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file relative to the root. */
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The published TypeScript sources. */
export const publishedFiles = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(
			(file) => `${folder}/${file.replaceAll('\\', '/')}`,
		),
	)
	.filter((file) => file.endsWith('.ts'))
	.sort();

/** The commit that is checked out, with `-dirty` if files differ from it. */
export const commitOf = (): string =>
	execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
		cwd: root,
		encoding: 'utf8',
	}).trim();
