import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of this project, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file, named from the root. */
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
