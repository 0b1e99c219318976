import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseHtml } from './html';
import { plainTextToHtml } from './plainText';
import { remarksAbout } from './remarks';
import { LmxWriter } from './writer';

/** What content may be written in besides LMX. */
export type ContentFormat = 'html' | 'text';

const NAMES: Record<ContentFormat, string> = {
	html: 'HTML',
	text: 'plain text',
};

/** A tag of LMX alone, or of HTML. Content of the right format does not begin with one of the wrong one. */
const LMX =
	/^\s*<(?:Paragraph|CodeBlock|OrderedList|UnorderedList|ListItem|Columns|ColumnItem|Component|Icons|Divider|Quote|Style\s[^<>]{0,9999}\/>)[\s/>]?/;
const HTML =
	/^\s*<(?:!doctype|html|head|body|p|div|h[1-6]|table|ul|ol|section|article)(?:\s[^<>]{0,9999})?>/i;

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

/**
 * Converts content to LMX, in linear time. The caller has measured it. `label` is the name of the field.
 * @throws ItemRefused for content of another format, with nothing to show, or with braces of its own
 */
export function toLmx(
	content: string,
	format: ContentFormat,
	{ label, keepsVariables = false }: { label: string; keepsVariables?: boolean },
): { lmx: string; warnings: string[] } {
	// Text can hold no control characters, and Windows and old Macs end lines in their own ways.
	const text = content
		.replace(/\r\n?/g, '\n')
		.replace(/(?![\n\t])\p{Cc}/gu, '')
		.replace(/^\ufeff/, '');
	const other = LMX.test(text) ? 'LMX' : format === 'text' && HTML.test(text) ? 'HTML' : undefined;
	if (other !== undefined) {
		throw new ItemRefused(
			`'${label}' is ${other}, not ${NAMES[format]}`,
			`Set 'Content Format' to ${other}, or remove the tags`,
		);
	}
	const html = format === 'html' ? text : plainTextToHtml(text);
	const writer = new LmxWriter(keepsVariables);
	const lmx = writer.write(parseHtml(html));
	if (lmx === '') {
		throw new ItemRefused(
			`'${label}' has no text and no image`,
			'Enter content that readers can see',
		);
	}
	if (writer.braces.length > 0) {
		const [first] = writer.braces;
		throw new ItemRefused(
			`'${label}' contains braces, which Loops reads as a variable: ${formatName(first)}`,
			`${
				keepsVariables
					? 'Variables look like {contact.firstName}'
					: "To use variables, turn on 'Keep Variables'"
			}. Put other braces into a code block, and write them in addresses as %7B and %7D`,
		);
	}
	const members = writer.hasMembersOnly
		? ['The content has the mark "members-only". Everyone who gets the email reads what follows it']
		: [];
	return { lmx, warnings: [...lossesOf(writer), ...members, ...remarksAbout(lmx)] };
}
