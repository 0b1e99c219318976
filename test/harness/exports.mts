import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../exports/', import.meta.url);
/** The text of a file. */
export const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** The files of other platforms. */
export const exportFiles = readdirSync(folder).filter((name) => name.endsWith('.csv'));

/** The rows of a file, as n8n reads them: all values are text. */
export function rowsOf(file: string): Array<Record<string, string>> {
	const [names, ...rows] = textOf(file)
		.trimEnd()
		.split('\n')
		.map((line) =>
			[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
				([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
			),
		);
	return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}

/** The column with the addresses. */
export const emailColumnOf = (row: Record<string, string>): string =>
	Object.keys(row).find((name) => /@/.test(row[name]))!;

/** One field of a kind of file. test/exports/README.md explains the verdicts. */
export interface Case {
	line: string;
	row: Record<string, unknown>;
	saysNo: boolean;
}

const valueIn = (text: string, isJson: boolean): unknown => {
	try {
		return isJson ? JSON.parse(text) : text;
	} catch {
		return text;
	}
};

/** The cases of `opt-outs.tsv`. An object is what an API gives, and the text that a file holds. */
export const pairs = textOf('opt-outs.tsv')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line): Case => {
		const [, name, text, meaning, beside = '{}'] = line.split('\t');
		const value = text.startsWith('{') ? valueIn(text, true) : text;
		const row = { ...(JSON.parse(beside) as object), [name]: value };
		return { line, row, saysNo: meaning === 'no marketing' };
	});

/** The cases of `fields.txt` by kind of file. */
export const kinds = textOf('fields.txt')
	.split('\n\n')
	.map((section): { kind: string; cases: Case[] } => {
		const [title, row, ...lines] = section.trim().split('\n');
		const others = JSON.parse(row.slice('row '.length)) as Record<string, unknown>;
		const cases = lines.map((line) => {
			const [, verdict, name, text] = /^(no|quiet) (.+?) = ?(.*)$/.exec(line)!;
			const field = { [name]: valueIn(text, title.endsWith(': json')) };
			return { line, row: { ...others, ...field }, saysNo: verdict === 'no' };
		});
		return { kind: title.slice('# '.length), cases };
	});
