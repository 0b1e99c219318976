import { read } from './repository.mts';

/** A table of a Markdown file, with the heading above it. */
export interface Table {
	heading: string;
	columns: string[];
	rows: string[][];
}

/** The tables of a Markdown file, in order; the path is relative to the root. */
export function tablesIn(path: string): Table[] {
	const tables: Table[] = [];
	let heading = '';
	let open: Table | undefined;
	for (const line of read(path).split('\n')) {
		if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
		if (!line.startsWith('|')) open = undefined;
		else if (!open) tables.push((open = { heading, columns: cellsOf(line), rows: [] }));
		else if (!/^[| :-]+$/.test(line)) open.rows.push(cellsOf(line));
	}
	return tables;
}

/** The rows of the first table below a heading. */
export const rowsBelow = (path: string, heading: string): string[][] =>
	tablesIn(path).find((table) => table.heading === heading)?.rows ?? [];

/** The code spans of a cell, without their marks. */
export const codeIn = (cell: string): string[] =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

const cellsOf = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
