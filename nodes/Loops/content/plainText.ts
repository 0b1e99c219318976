import { linkify } from './linkify';

/** Blank lines make paragraphs, line ends make breaks, and addresses are links. */
export function plainTextToHtml(text: string): string {
	const paragraphs: string[][] = [[]];
	for (const line of text.split('\n')) {
		if (line.trim() === '') paragraphs.push([]);
		else paragraphs[paragraphs.length - 1].push(linkify(line));
	}
	return paragraphs
		.filter((lines) => lines.length > 0)
		.map((lines) => `<p>${lines.join('<br>')}</p>`)
		.join('\n');
}
