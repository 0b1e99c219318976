import { type Element, UNCLOSED } from './html';
import type { Format } from './inlineText';

/** Tags of HTML that LMX has under another name. */
const FORMATS = new Map<string, Format['tag']>([
	...['strong', 'b'].map((tag) => [tag, 'Strong'] as const),
	...['em', 'i', 'cite', 'dfn', 'var'].map((tag) => [tag, 'Em'] as const),
	...['code', 'kbd', 'samp', 'tt'].map((tag) => [tag, 'Code'] as const),
	...['del', 's', 'strike'].map((tag) => [tag, 'Strike'] as const),
	...['u', 'ins'].map((tag) => [tag, 'Underline'] as const),
]);
/** Google Docs and editors of mail write emphasis as styles. */
const STYLES: Array<[Format['tag'], RegExp]> = [
	['Strong', /\bfont-weight\s{0,9}:\s{0,9}(?:bold|[6-9]00)/i],
	['Em', /\bfont-style\s{0,9}:\s{0,9}italic/i],
	['Strike', /\btext-decoration[a-z-]{0,9}\s{0,9}:[^;]{0,40}line-through/i],
	['Underline', /\btext-decoration[a-z-]{0,9}\s{0,9}:[^;]{0,40}underline/i],
];
const NOT_BOLD = /\bfont-weight\s{0,9}:\s{0,9}(?:normal|400)/i;

/** What an inline element makes of its text. */
export function formatsOf({ tag, attributes }: Element): Array<Format['tag']> {
	const style = attributes.get('style') ?? '';
	const format = FORMATS.get(tag);
	if (format) return format === 'Strong' && NOT_BOLD.test(style) ? [] : [format];
	if (tag !== 'span' && tag !== 'font') return [];
	return STYLES.filter(([, pattern]) => pattern.test(style)).map(([name]) => name);
}

const RAISED = new Map([
	['sup', '⁰¹²³⁴⁵⁶⁷⁸⁹'],
	['sub', '₀₁₂₃₄₅₆₇₈₉'],
]);

/** Raised or lowered digits, which are characters of their own; undefined for other text. */
export function raised({ tag, children }: Element): string | undefined {
	const digits = RAISED.get(tag);
	const [text, ...rest] = children;
	if (!digits || typeof text !== 'string' || rest.length > 0) return undefined;
	return /^\d{1,9}$/.test(text) ? text.replace(/\d/g, (each) => digits[Number(each)]) : undefined;
}

const words = (text: string) => new Set(text.split(','));
/** Blocks that LMX needs no tag for. */
export const BLOCKS = words(
	'address,article,aside,body,center,div,dd,fieldset,figcaption,figure,footer,form,header,hgroup,html,main,nav,p,section',
);
/** Inline tags that LMX needs no tag for. */
export const INLINE = words(
	'a,abbr,b,bdi,bdo,big,button,data,font,label,li,mark,nobr,picture,q,small,span,strong,time,wbr',
);
/** Readers of HTML don't see them. */
export const UNSEEN = words('head,link,meta,noscript,script,source,style,template,title,base');
const hasClass = (classes: RegExp) => (element: Element) =>
	classes.test(element.attributes.get('class') ?? '');
/** Controls of Ghost's players, which email has no use for. */
export const isControl = hasClass(/(?:^|\s)kg-(?:video-player-container|audio-player)(?:\s|$)/);
/** Ghost, Notion and WordPress keep these words apart by styles only. */
export const isApart = hasClass(
	/(?:^|\s)(?:kg-bookmark-(?:author|publisher)|selected-value|wp-block-latest-posts__post-date)(?:\s|$)/,
);
/** Blocks that keep their text, but lose what they look like. */
export const LOSSY = words('dl,details,legend,caption');
/** What email has no form for. A player becomes a link. */
export const LEFT_OUT = new Set([
	UNCLOSED,
	...words(
		'applet,audio,canvas,embed,iframe,math,object,oembed,progress,select,svg,textarea,video,input,map,meter',
	),
]);
