import { decode } from './entities';

/** An element of HTML. Tags and names of attributes are in lower case. */
export interface Element {
	tag: string;
	attributes: Map<string, string>;
	children: Node[];
}
/** Text is without entities. */
export type Node = Element | string;

/** Deeper tags would overflow the stack of what reads the tree. They come beside each other. */
const MAX_DEPTH = 100;

const VOID = new Set(
	'area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr'.split(','),
);
/** Their text has no tags. Readers see only that of a textarea, which they can't fill in in an email. */
const RAW = new Set('iframe,noembed,noframes,noscript,script,style,textarea,title,xmp'.split(','));
const ENDS_P = new Set(
	'address,article,aside,blockquote,center,details,div,dl,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,main,nav,ol,p,pre,section,summary,table,ul'.split(
		',',
	),
);
const CELLS = new Set(['td', 'th']);
const ROWS = new Set(['thead', 'tbody', 'tfoot']);
const IN_TABLE = new Set(['table', 'tr', ...CELLS, ...ROWS]);

/** What a start tag ends, and what keeps it from ending that further up. */
function endedBy(tag: string): { ends: Set<string>; within: Set<string> } | undefined {
	if (tag === 'li') return { ends: new Set(['li']), within: new Set(['ul', 'ol']) };
	if (tag === 'dt' || tag === 'dd') {
		return { ends: new Set(['dt', 'dd']), within: new Set(['dl']) };
	}
	const within = new Set(['table']);
	if (CELLS.has(tag)) return { ends: CELLS, within: new Set(['table', 'tr']) };
	if (tag === 'tr') return { ends: new Set(['tr']), within };
	if (ROWS.has(tag)) return { ends: ROWS, within };
	if (ENDS_P.has(tag)) {
		return { ends: new Set(['p']), within: new Set(['li', 'blockquote', 'table', ...CELLS]) };
	}
	return undefined;
}

/** In place of a comment that hides the rest of the text. */
export const UNCLOSED = 'what follows a comment without an end';

const NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** Reads HTML as browsers do, in linear time. */
class HtmlParser {
	private readonly root: Element = { tag: '', attributes: new Map(), children: [] };
	private readonly open: Element[] = [this.root];
	private at = 0;
	/** Where a search ended, so that no text is searched twice; -1 if there is no more. */
	private readonly found = new Map<string, number>();
	private hasQuotes = true;

	constructor(private readonly html: string) {}

	parse(): Node[] {
		const { html } = this;
		while (this.at < html.length) {
			const start = html.indexOf('<', this.at);
			if (start < 0) break;
			this.text(start);
			this.markup(start);
		}
		this.text(html.length);
		return this.root.children;
	}

	/** Adds the text up to `end`. */
	private text(end: number): void {
		if (end > this.at) this.add(decode(this.html.slice(this.at, end)));
		this.at = end;
	}

	private add(node: Node): void {
		const { children } = this.open[this.open.length - 1];
		const last = children[children.length - 1];
		if (typeof node === 'string' && typeof last === 'string') {
			children[children.length - 1] = last + node;
		} else children.push(node);
	}

	private find(text: string, from: number): number {
		const before = this.found.get(text);
		if (before !== undefined && (before < 0 || before >= from)) return before;
		const found = this.html.indexOf(text, from);
		this.found.set(text, found);
		return found;
	}

	/** The markup that may begin at `start`; otherwise "<" is text. */
	private markup(start: number): void {
		const { html } = this;
		const next = html[start + 1] ?? '';
		if (html.startsWith('<!--', start)) return this.comment(start);
		if (next === '!' || next === '?') {
			const end = this.find('>', start);
			this.at = end < 0 ? html.length : end + 1;
			return;
		}
		const isEnd = next === '/';
		NAME.lastIndex = start + (isEnd ? 2 : 1);
		// Without an end, each name would be read to the end of the text.
		const [name] = (this.find('>', start) < 0 ? null : NAME.exec(html)) ?? [];
		const end = name === undefined ? -1 : this.endOfTag(start + name.length + 1);
		if (name === undefined || end < 0) {
			this.add('<');
			this.at = start + 1;
			return;
		}
		this.at = end + 1;
		const tag = name.toLowerCase();
		if (isEnd) this.endTag(tag);
		else this.startTag(tag, html.slice(start + 1 + name.length, end));
	}

	private comment(start: number): void {
		const { html } = this;
		const isShort = html.startsWith('<!-->', start) || html.startsWith('<!--->', start);
		let end = isShort ? html.indexOf('>', start) - 2 : this.find('-->', start + 4);
		let close = '-->';
		if (end < 0) {
			// n8n's Markdown node writes it so after some comments.
			close = '--&gt;';
			end = this.find(close, start + 4);
		}
		// Ghost writes this mark where the part of a post begins that only members read.
		const isMark = html.slice(start + 4, Math.min(end, start + 40)).trim() === 'members-only';
		const tag = end < 0 ? UNCLOSED : isMark ? 'members-only' : undefined;
		if (tag !== undefined) this.add({ tag, attributes: new Map(), children: [] });
		this.at = end < 0 ? html.length : end + close.length;
	}

	/** Where the tag ends; -1 if nowhere. A ">" in the quotes of an attribute does not end it. */
	private endOfTag(from: number): number {
		const { html } = this;
		const first = this.find('>', from);
		if (first < 0 || !this.hasQuotes) return first;
		const MARK = /[>"']/g;
		MARK.lastIndex = from;
		for (let mark = MARK.exec(html); mark; mark = MARK.exec(html)) {
			const [character] = mark;
			if (character === '>') return mark.index;
			if (!/=\s?$/.test(html.slice(mark.index - 2, mark.index))) continue;
			const close = this.find(character, mark.index + 1);
			if (close >= 0) MARK.lastIndex = close + 1;
		}
		// Quotes that don't pair are read like other characters from here on: the search would be repeated.
		this.hasQuotes = false;
		return first;
	}

	private startTag(tag: string, source: string): void {
		if (tag === 'body') this.open.length = 1;
		const ended = endedBy(tag);
		if (ended) this.close(ended.ends, ended.within);
		const attributes = new Map<string, string>();
		for (const [, name, double, single, bare = ''] of source.matchAll(ATTRIBUTE)) {
			const key = name.toLowerCase();
			if (!attributes.has(key)) attributes.set(key, decode(double ?? single ?? bare));
		}
		const element: Element = { tag, attributes, children: [] };
		this.add(element);
		if (RAW.has(tag)) this.rawText(tag, element);
		else if (!VOID.has(tag) && this.open.length < MAX_DEPTH) this.open.push(element);
	}

	private rawText(tag: string, element: Element): void {
		const { html } = this;
		const END = new RegExp(`</${tag}`, 'gi');
		END.lastIndex = this.at;
		// Without an end tag, the text goes to the end, so this is searched once.
		const end = END.exec(html)?.index ?? html.length;
		element.children.push(html.slice(this.at, end));
		this.at = end;
	}

	private endTag(tag: string): void {
		this.close(new Set([tag]), IN_TABLE.has(tag) ? new Set() : CELLS);
	}

	/** Ends the innermost open element with one of these tags, unless another is in between. */
	private close(tags: Set<string>, within: Set<string>): void {
		for (let depth = this.open.length - 1; depth > 0; depth--) {
			const { tag } = this.open[depth];
			if (tags.has(tag)) {
				this.open.length = depth;
				return;
			}
			if (within.has(tag)) return;
		}
	}
}

/** The tree of HTML, without comments. */
export const parseHtml = (html: string): Node[] => new HtmlParser(html).parse();

/** The text of nodes, as it is. */
export const textOf = (nodes: Node[]): string =>
	nodes
		.map((node) => {
			if (typeof node === 'string') return node;
			return node.tag === 'br' ? '\n' : textOf(node.children);
		})
		.join('');

/** True for what the HTML itself hides, such as the preview text of an email. */
export const isHidden = ({ attributes }: Element): boolean =>
	attributes.has('hidden') || /\bdisplay\s{0,9}:\s{0,9}none\b/i.test(attributes.get('style') ?? '');
