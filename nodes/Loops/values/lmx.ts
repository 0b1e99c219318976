import { isBlank } from './format';

/** What shows nothing: the styles of an email, and empty paragraphs. */
const EMPTY = /<Style\b[^<>]*\/>|<Paragraph\b[^<>]*(?:\/>|>\s*<\/Paragraph>)/g;

/** True for LMX without content. A new draft may have styles already (contract: draft-empty). */
export const isEmptyLmx = (lmx: unknown): boolean =>
	typeof lmx !== 'string' || isBlank(lmx.replace(EMPTY, ''));

/**
 * Where LMX may hold the tags of other markup as text: code, comments and its own attributes. What is not
 * closed ends with the content.
 */
const NO_MARKUP =
	/<CodeBlock\b[^]*?(?:<\/CodeBlock>|$)|<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<[A-Z]\w*(?:\s+[\w-]+="[^"]*")*\s*\/?>/g;

/** The first tag of HTML or MJML in content: they write tags in lower case, LMX with a capital. */
export function foreignTagIn(content: string): string | undefined {
	const [, html] = content.match(/^\s*<!?(doctype|html)\b/i) ?? [];
	if (html !== undefined) return html.toLowerCase();
	return content.replace(NO_MARKUP, '').match(/<\/?([a-z][\w-]*)(?:\s[^<>]*)?\/?>/)?.[1];
}
