import { readdirSync } from 'node:fs';

import { read, root } from '../harness/repository.mts';

const found = new Map<string, Map<string, string[]>>();

/** Files that name assumptions, by ID: `contract: a, b` in a comment, a link to the table on a page. */
export function namedIn(...folders: string[]): Map<string, string[]> {
	const asked = folders.join();
	const known = found.get(asked) ?? search(folders);
	found.set(asked, known);
	return known;
}

function search(folders: string[]): Map<string, string[]> {
	const files = new Map<string, string[]>();
	for (const folder of folders) {
		for (const file of readdirSync(root + folder, { recursive: true, encoding: 'utf8' })) {
			if (!/\.(ts|md)$/.test(file)) continue;
			const path = `${folder}/${file}`;
			for (const id of idsIn(read(path))) files.set(id, [...(files.get(id) ?? []), path]);
		}
	}
	return files;
}

const idsIn = (text: string): Set<string> =>
	new Set([
		...[...text.matchAll(/\bcontract: ([\w-]+(?:, [\w-]+)*)/g)].flatMap(([, ids]) =>
			ids.split(', '),
		),
		...[...text.matchAll(/\[`([\w-]+)`\]\([./]*test\/contract\/README\.md#/g)].map(([, id]) => id),
	]);
