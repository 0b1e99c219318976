import { EXPRESSION_HINT, placeholdersIn } from './braces';
import { decode } from './entities';
import { formatName, listed } from '../values/format';

/** Parameters of addresses that storage signs for a limited time. */
const EXPIRES =
	/[?&](?:x-amz-(?:expires|signature)|x-goog-(?:expires|signature)|expires|signature|sig|se|oh|token-expires)=/i;
const LOCAL =
	/^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1\]|[^/:?#]{1,200}\.(?:local|localhost|internal)(?=[/:?#]|$)|[^./:?#]{1,200}(?=[/:?#]|$))/i;
/** Where images are after Image > Upload (contract: image-host). */
const LOOPS = /^https:\/\/(?:[a-z\d-]{1,63}\.){1,5}loops\.so\//i;
const WHOLE = /^(?:https?:\/\/[^/]|mailto:|tel:|sms:|\{)/i;

/** What a model or a template leaves to fill in, and shortcodes of WordPress. */
const BLANK =
	/\[(?:(?:first|last|full|recipient|customer|company)(?:'s)? ?name|name|(?:your|insert) [\w ]{1,30}|[a-z][\w-]{1,40} [\w-]{1,40}="[^\]\n]{0,200})\]/gi;
const FOOTNOTE = /\[\^[\w-]{1,40}\]/g;
const FORMULA = /\$\$[^$<\n]{1,400}\$\$/g;
const MARKDOWN =
	/(?<=<Paragraph>)#{1,6} [^<\n]{1,60}|```[a-z]{0,20}|~~[^~<\n]{1,200}~~|\|(?: ?:?-{3,99}:? ?\|){1,20}|\*\*[^\s*<][^*<\n]{0,200}\*\*|\]\((?:https?:\/\/|\/)[^\s()<]{1,200}\)/g;
const TAGS =
	/&lt;\/?(?:p|h[1-6]|div|span|strong|b|em|i|a|ul|ol|li|br|img|table|t[rdh])(?:[\s/][^<>\n]{0,200})?(?:>|&gt;)/gi;
const ESCAPES = /\\[nrt](?=[<\\])|\\"/g;
const BOXES = /☐\s?☐|\[[ x]\]\s/g;

const ADDRESS = / (href|src|dynamicSrc)="([^"<]{0,4000})"/g;

/** Text without code, in which nothing means anything. */
function withoutCode(lmx: string): string {
	const [first, ...rest] = lmx.split(/<Code(?:Block)?\b/);
	const after = (part: string) => /<\/Code(?:Block)?>/.exec(part);
	return [first, ...rest.map((part) => part.slice(after(part)?.index ?? part.length))].join('');
}

/** What was found, each thing once, as a message shows it. */
const shown = (found: string[]): string =>
	listed(
		[...new Set(found)].map((each) => formatName(each.trim())),
		5,
	);

interface Remark {
	problem: string;
	hint: string;
}

/**
 * Sentences about links, images and placeholders in LMX that readers can't use. `isFixed`: n8n replaced no
 * expression in it.
 */
export const remarksAbout = (lmx: string, isFixed = false): string[] =>
	findingsIn(lmx, isFixed).map(({ problem, hint }) => `${problem}. ${hint}`);

/** Links, images and placeholders in LMX that readers can't use. */
export function findingsIn(lmx: string, isFixed = false): Remark[] {
	const text = withoutCode(lmx);
	const addresses = [...text.matchAll(ADDRESS)].map(([, name, value]) => ({
		isImage: name === 'src',
		url: decode(value).trim(),
	}));
	const where = (test: (url: string) => boolean) =>
		addresses.map(({ url }) => url).filter((url) => test(url));
	const isPlaceholder = (url: string) => placeholdersIn(url).length > 0;
	const isWhole = (url: string) => WHOLE.test(url) && !LOCAL.test(url);
	const images = addresses
		.filter(({ isImage, url }) => isImage && isWhole(url))
		.map(({ url }) => url);
	const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => decode(match));
	const placeholders = [...placeholdersIn(text).map(decode), ...matches(BLANK)];
	const hasBraces = placeholders.some((each) => each.startsWith('{{'));
	const all: Array<[string[], string, string]> = [
		[
			where((url) => !isWhole(url) && !isPlaceholder(url)),
			"Readers can't open these addresses, which are not whole or only known to your network",
			'Write the address with https:// and a public domain',
		],
		[
			where((url) => EXPIRES.test(url)),
			'These addresses expire',
			'Upload the file to a lasting place, images with Image > Upload',
		],
		[
			placeholders,
			'Readers see these placeholders as they are',
			isFixed && hasBraces ? EXPRESSION_HINT : 'Replace them before this node',
		],
		[
			matches(FOOTNOTE),
			'Readers see these marks of footnotes as they are',
			'Write the notes into the text',
		],
		[
			matches(FORMULA),
			'Readers see these formulas as they are',
			'Write them as text, or as an image',
		],
		[
			matches(MARKDOWN),
			'Readers see this Markdown as it is',
			'Convert Markdown to HTML with the Markdown node, and remove what is left',
		],
		[
			matches(TAGS),
			'Readers see these tags as they are',
			'If the HTML was escaped, decode it before this node. If it is Plain Text, set Content Format to HTML',
		],
		[
			matches(ESCAPES),
			'Readers see these escapes as they are',
			'Parse the JSON that the text comes from',
		],
		[matches(BOXES), 'Readers see these boxes of tasks as they are', 'Write a list without boxes'],
		[
			images.filter((url) => !LOOPS.test(url)),
			'Loops may refuse images of other hosts',
			'Use Image > Upload, and the address that it returns',
		],
	];
	return all
		.filter(([found]) => found.length > 0)
		.map(([found, problem, hint]) => ({ problem: `${problem}: ${shown(found)}`, hint }));
}
