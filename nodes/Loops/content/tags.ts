import { UNCLOSED } from './html';
import type { Format } from './inlineText';

/** Tags of HTML that LMX has under another name. */
export const FORMATS = new Map<string, Format['tag']>([
	...['strong', 'b'].map((tag) => [tag, 'Strong'] as const),
	...['em', 'i', 'cite', 'dfn', 'var'].map((tag) => [tag, 'Em'] as const),
	...['code', 'kbd', 'samp', 'tt'].map((tag) => [tag, 'Code'] as const),
	...['del', 's', 'strike'].map((tag) => [tag, 'Strike'] as const),
	...['u', 'ins'].map((tag) => [tag, 'Underline'] as const),
]);
const words = (text: string) => new Set(text.split(','));
/** Blocks that LMX needs no tag for. */
export const BLOCKS = words(
	'address,article,aside,body,center,div,dd,fieldset,figcaption,figure,footer,form,header,hgroup,html,main,nav,p,section',
);
/** Inline tags that LMX needs no tag for. */
export const INLINE = words(
	'a,abbr,bdi,bdo,big,button,data,font,label,li,mark,nobr,picture,q,small,span,time,wbr',
);
/** Readers of HTML don't see them. */
export const UNSEEN = words('head,link,meta,noscript,script,source,style,template,title,base');
/** Blocks that keep their text, but lose what they look like. */
export const LOSSY = words('dl,details,legend,caption');
/** What email has no form for. A player becomes a link. */
export const LEFT_OUT = new Set([
	UNCLOSED,
	...words(
		'applet,audio,canvas,embed,iframe,math,object,progress,select,svg,textarea,video,input,map,meter',
	),
]);
