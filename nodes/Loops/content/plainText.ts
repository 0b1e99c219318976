import { linkify } from './linkify';

const indentOf = (line: string): number => line.search(/\S/);

/** The lines of a paragraph. Those of a list in a list stay further in. */
function asHtml(lines: string[]): string {
	const least = lines.reduce((all, line) => Math.min(all, indentOf(line)), Infinity);
	return lines
		.map((line) => '\u00a0'.repeat(indentOf(line) - least) + linkify(line.trim()))
		.join('<br>');
}

/** Blank lines make paragraphs, line ends make breaks, and addresses are links. */
export function plainTextToHtml(text: string): string {
	const paragraphs: string[][] = [[]];
	for (const line of text.split('\n')) {
		if (line.trim() === '') paragraphs.push([]);
		else paragraphs[paragraphs.length - 1].push(line.replaceAll('\t', '    '));
	}
	return paragraphs
		.filter((lines) => lines.length > 0)
		.map((lines) => `<p>${asHtml(lines)}</p>`)
		.join('\n');
}
