import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseHtml } from './html';
import { plainTextToHtml } from './plainText';
import { EXPRESSION_HINT } from './braces';
import { remarksAbout } from './remarks';
import { LmxWriter } from './writer';

/** What content may be written in besides LMX. */
export type ContentFormat = 'html' | 'text';

const NAMES: Record<ContentFormat, string> = {
	html: 'HTML',
	text: 'Plain Text',
};

/** A tag of LMX alone, or of HTML. Content of the right format does not begin with one of the wrong one. */
const LMX =
	/^\s*<(?:Paragraph|CodeBlock|OrderedList|UnorderedList|ListItem|Columns|ColumnItem|Component|Icons|Divider|Quote|Style\s[^<>]{0,9999}\/>)[\s/>]?/;
const HTML =
	/^\s*<(?:!doctype|html|head|body|p|div|h[1-6]|table|ul|ol|section|article)(?:\s[^<>]{0,9999})?>/i;
/** LMX may also begin with a tag that HTML in capitals has, such as H1. A later tag then tells which it is. */
const CAPITAL = /^\s*<(?:H[1-3]|[A-Z][a-z])/;
const LMX_TAG =
	/<(?:Paragraph|CodeBlock|OrderedList|UnorderedList|ListItem|ColumnItem|Button|Image)[\s/>]/;
/** Formats that look like HTML, but hold text where no reader of HTML shows it. */
const FOREIGN: Array<[pattern: RegExp, name: string, hint: string]> = [
	[
		/<(?:ac|ri):[a-z-]{1,40}[\s>]/,
		"in Confluence's storage format",
		"Ask Confluence's API for the body in the format export_view",
	],
	[/^\s*<mj(?:ml|-)/i, 'MJML', 'Convert it to HTML first'],
];
const TAG = /<[a-z!/]/i;
const BLOCK = /<(?:p|div|br|hr|h[1-6]|[uo]l|li|t[rdh]|table|pre|blockquote|img|section|article)\b/i;

/** True for content that begins with a tag that only LMX has. */
export const beginsAsLmx = (content: string): boolean => LMX.test(content);

const counted = (counts: Map<string, number>) =>
	listed([...counts].map(([name, times]) => formatName(name) + (times > 1 ? ` (${times})` : '')));

/** The one warning that names all that LMX has no form for. */
function lossesOf({ kept, leftOut }: LmxWriter): string[] {
	const sentences = [
		kept.size > 0 && `LMX has no tag for ${counted(kept)}, so only the text is kept`,
		leftOut.size > 0 && `The email leaves out ${counted(leftOut)}`,
	];
	const said = sentences.filter((each) => each !== false);
	return said.length > 0 ? [said.join('. ')] : [];
}

/** A blank line between blocks of HTML means nothing, but between lines of text it begins a paragraph. */
function isText(html: string): boolean {
	const text = html.trim();
	if (!TAG.test(text)) return text.includes('\n');
	return !BLOCK.test(text) && /\n[ \t]*\n/.test(text);
}

function otherFormat(text: string, format: ContentFormat): string | undefined {
	if (beginsAsLmx(text) || (CAPITAL.test(text) && LMX_TAG.test(text))) return 'LMX';
	if (format === 'text') return HTML.test(text) ? 'HTML' : undefined;
	return isText(text) ? 'Plain Text' : undefined;
}

/** Models put whole answers into a fence of Markdown. */
function withoutFence(html: string): string {
	const text = html.trim();
	const [fence] = /^```[a-z]{0,20}[ \t]{0,20}\n/i.exec(text) ?? [];
	return fence !== undefined && text.endsWith('```') ? text.slice(fence.length, -3) : html;
}

/** What to do about braces. */
function bracesHint(found: string, { allowsVariables, isFixed }: Settings): string {
	if (isFixed && found.includes('{{')) return EXPRESSION_HINT;
	return `${
		allowsVariables
			? 'Variables look like {contact.firstName}'
			: "To use variables, turn on 'Allow Loops Variables'"
	}. Put other braces into a code block, and write them in addresses as %7B and %7D`;
}

interface Settings {
	/** The name of the field. */
	label: string;
	allowsVariables?: boolean;
	/** Whether the content was typed in Fixed mode, so that n8n replaced no expression in it. */
	isFixed?: boolean;
}

/**
 * Converts content to LMX, in linear time. The caller has measured it.
 * @throws ItemRefused for content of another format, with nothing to show, or with braces of its own
 */
export function toLmx(
	content: string,
	format: ContentFormat,
	settings: Settings,
): { lmx: string; warnings: string[] } {
	const { label, allowsVariables = false } = settings;
	// Text can hold no control characters, and Windows and old Macs end lines in their own ways.
	const clean = content
		.replace(/\r\n?/g, '\n')
		.replace(/(?![\n\t])\p{Cc}/gu, '')
		.replace(/^\ufeff/, '');
	const text = format === 'html' ? withoutFence(clean) : clean;
	const other = otherFormat(text, format);
	if (other !== undefined) {
		throw new ItemRefused(
			`'${label}' is ${other}, not ${NAMES[format]}`,
			`Set 'Content Format' to ${other}`,
		);
	}
	const foreign = FOREIGN.find(([pattern]) => format === 'html' && pattern.test(text));
	if (foreign) throw new ItemRefused(`'${label}' is ${foreign[1]}, not HTML`, foreign[2]);
	const html = format === 'html' ? text : plainTextToHtml(text);
	const writer = new LmxWriter(allowsVariables);
	const lmx = writer.write(parseHtml(html));
	if (lmx === '') {
		throw new ItemRefused(
			`'${label}' has no text and no image`,
			'Enter content that readers can see',
		);
	}
	const [braces] = writer.braces;
	if (braces !== undefined) {
		const all = [...new Set(writer.braces)].map((each) => formatName(each.trim()));
		throw new ItemRefused(
			`'${label}' contains braces, which Loops reads as a variable: ${listed(all, 3)}`,
			bracesHint(braces, settings),
		);
	}
	const members = writer.hasMembersOnly
		? ['The content has the mark "members-only". Everyone who gets the email reads what follows it']
		: [];
	return { lmx, warnings: [...lossesOf(writer), ...members, ...remarksAbout(lmx)] };
}
