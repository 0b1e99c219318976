import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of this project, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file, named from the root. */
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The sources of what is published, without descriptions in JSON. */
export const publishedFiles = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(
			(file) => `${folder}/${file.replaceAll('\\', '/')}`,
		),
	)
	.filter((file) => file.endsWith('.ts'))
	.sort();
