/** HTML with escaped text. */
export class Markup {
	readonly html: string;

	constructor(html: string) {
		this.html = html;
	}
}

/** A part of markup. */
export type Part = Markup | string | number | undefined | false | readonly Part[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Makes HTML; all values are escaped unless they are markup. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
	return new Markup(
		strings.map((text, index) => (index === 0 ? text : printed(parts[index - 1]) + text)).join(''),
	);
}

function printed(part: Part): string {
	if (part instanceof Markup) return part.html;
	if (typeof part === 'object') return part.map(printed).join('');
	if (part === undefined || part === false) return '';
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
