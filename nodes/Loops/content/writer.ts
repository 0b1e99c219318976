import { type Element, isHidden, type Node, textOf } from './html';
import { type Format, InlineText } from './inlineText';
import { escapeAttribute, escapeText } from './entities';
import {
	BLOCKS,
	formatsOf,
	INLINE,
	isApart,
	isControl,
	LEFT_OUT,
	LOSSY,
	raised,
	UNSEEN,
} from './tags';
import { isQuillItem, quillLists } from './quillLists';
import { isDataTable, rowsOf } from './table';

const SCHEMES = /^(?:https?:|mailto:|tel:|sms:|\{)/i;
const INDENT = '\u00a0\u00a0\u00a0';

/** What a text may use as variables, where these are kept (contract: lmx-braces). */
const VARIABLE = /\{(?:contact|event|data|system)\.[\w.-]+\}/g;

type Holder = 'Paragraph' | 'H1' | 'H2' | 'H3' | 'Quote' | 'ListItem';

/** Writes a tree of HTML as LMX. */
export class LmxWriter {
	private readonly blocks: string[] = [];
	private readonly inline = new InlineText();
	/** Images follow the block that they stand in. */
	private images: string[] = [];
	/** The block that holds all that is written; without it, each block of HTML is one of LMX. */
	private holder?: Holder;
	private list?: { tag: string; items: string[]; start: number };
	private item = { tag: '', number: 1, isPut: false };
	private depth = 0;
	private isInCell = false;
	/** What relative addresses begin with, if the HTML says it. */
	private base = '';

	/** Tags whose text is kept, and what is left out, each with how often. */
	readonly kept = new Map<string, number>();
	readonly leftOut = new Map<string, number>();
	/** Texts with braces that LMX would read as variables. */
	readonly braces: string[] = [];
	hasMembersOnly = false;

	constructor(private readonly allowsVariables: boolean) {}

	write(nodes: Node[]): string {
		// The classic editor of WordPress stores paragraphs without tags.
		const hasParagraphs = nodes.some((node) => typeof node !== 'string' && node.tag === 'p');
		for (const node of nodes) {
			const parts = typeof node === 'string' && !hasParagraphs ? node.split(/\n[ \t]*\n/) : [node];
			for (const [at, part] of parts.entries()) {
				if (at > 0) this.flush();
				this.all([part]);
			}
		}
		this.flush();
		this.endList();
		return this.blocks.join('\n');
	}

	private all(nodes: Node[]): void {
		for (const node of nodes) {
			if (typeof node === 'string') this.inline.text(this.checked(node));
			else this.element(node);
		}
	}

	/** Notes braces that would be a variable. */
	private checked(text: string): string {
		const rest = this.allowsVariables ? text.replace(VARIABLE, '') : text;
		const [braces] = /\{[^}]{0,40}\}*/.exec(rest) ?? [];
		if (braces !== undefined) this.braces.push(braces);
		return text;
	}

	private element(node: Element): void {
		const { tag, attributes, children } = node;
		if (tag === 'base') this.base ||= attributes.get('href') ?? '';
		if (UNSEEN.has(tag) || isControl(node)) return;
		if (isHidden(node)) return count(this.leftOut, 'hidden text');
		const formats = formatsOf(node);
		if (formats.length > 0) return this.formatted(formats, children);
		if (tag === 'br') return this.isInCell ? this.inline.space() : this.inline.lineBreak();
		if (tag === 'img') return this.image(attributes);
		if (tag === 'a') return this.link(node);
		if (/^h[1-6]$/.test(tag)) return this.heading(node);
		if (tag === 'ul' || tag === 'ol') return this.writeList(node);
		if (tag === 'blockquote') return this.quote(node);
		if (tag === 'pre') return this.block(codeBlock(node));
		if (tag === 'hr') return this.block('<Divider />');
		if (tag === 'table') return this.table(node);
		if (tag === 'input') return this.input(attributes);
		if (tag === 'members-only') {
			this.hasMembersOnly = true;
			return;
		}
		if (LEFT_OUT.has(tag)) return this.player(node);
		if (tag === 'dt' || tag === 'summary') {
			return this.apart(() => this.formatted(['Strong'], children));
		}
		if (LOSSY.has(tag)) count(this.kept, tag);
		if (BLOCKS.has(tag) || LOSSY.has(tag)) {
			return this.apart(() => this.all(children), tag === 'p' ? 2 : 1);
		}
		if (tag === 'q') return this.all(['“', ...children, '”']);
		const digits = raised(node);
		if (digits !== undefined) return this.inline.text(digits);
		// Word has tags of its own, such as o:p.
		if (!INLINE.has(tag) && !/^[a-z]:/.test(tag)) count(this.kept, tag);
		if (isApart(node)) this.inline.space();
		this.all(children);
		if (isApart(node)) this.inline.space();
	}

	/** Writes a block of HTML: on lines of its own if another block holds it. */
	private apart(write: () => void, lines = 1): void {
		const begin = () => {
			if (this.isInCell) this.inline.space();
			else if (this.holder) this.inline.newLine(this.depth > 0 ? 1 : lines);
			else this.flush();
		};
		begin();
		write();
		begin();
	}

	/** Writes all into blocks of one tag. */
	private within(holder: Holder, write: () => void): void {
		this.flush();
		this.holder = holder;
		write();
		this.flush();
		this.holder = undefined;
	}

	private formatted(tags: Array<Format['tag']>, children: Node[], href?: string): void {
		const { formats } = this.inline;
		const before = formats.length;
		for (const tag of tags) {
			if (formats.every((open) => open.tag !== tag)) formats.push({ tag, href });
		}
		this.all(children);
		formats.length = before;
	}

	/** The whole address. One with a variable stays as it is. */
	private whole(address: string): string {
		const isWhole = /^(?:[a-z][a-z\d+.-]*:|[^{]*\{|$)/i.test(address);
		return isWhole || !URL.canParse(address, this.base)
			? address
			: new URL(address, this.base).href;
	}

	private link({ attributes, children }: Element): void {
		const given = (attributes.get('href') ?? '').trim();
		// A link within the page leads nowhere in an email.
		if (given === '' || given.startsWith('#')) {
			const isEmpty = given.length < 2;
			const lost = isEmpty ? 'a link without an address' : 'the address of a link within the page';
			if (attributes.has('href') && textOf(children).trim() !== '') count(this.leftOut, lost);
			return this.all(children);
		}
		const href = this.whole(given);
		const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(href) ?? [];
		if (scheme !== undefined && !SCHEMES.test(href)) {
			count(this.leftOut, `the address of a link with ${scheme.toLowerCase()}`);
			return this.all(children);
		}
		this.formatted(['Link'], children, this.checked(href));
	}

	private image(attributes: Map<string, string>): void {
		const get = (name: string) => attributes.get(name)?.trim() ?? '';
		const src = [get('src'), get('data-src')].find((each) => each && !/^data:/i.test(each));
		if (src === undefined) return count(this.leftOut, 'img without an address');
		// It counts who opens the email; Loops has its own.
		const isPixel = get('width') === '1' && get('height') === '1';
		if (isPixel || /(?:^|;) ?width: ?1px/.test(get('style'))) return;
		const { href } = this.inline.formats.find(({ tag }) => tag === 'Link') ?? {};
		const width = Number(get('width'));
		const isWidth = Number.isInteger(width) && width >= 12 && width <= 600;
		const all: Array<[string, string | undefined]> = [
			['src', this.whole(src).replace(/\s/g, '%20')],
			['alt', get('alt')],
			['href', href],
			['width', isWidth ? String(width) : undefined],
		];
		const written = all.map(([name, value]) =>
			value === undefined ? '' : ` ${name}="${escapeAttribute(this.checked(value))}"`,
		);
		// A variable there never has a value.
		if (src.includes('{')) this.braces.push(src.slice(0, 60));
		this.images.push(`<Image${written.join('')} />`);
		if (this.inline.isEmpty && !this.isInCell && this.depth === 0) this.flush();
	}

	private heading({ tag, children }: Element): void {
		const isSmall = tag > 'h3';
		if (isSmall) count(this.kept, tag);
		if (this.holder || isSmall) {
			this.apart(() => this.formatted(['Strong'], children), 2);
		} else {
			this.within(tag.toUpperCase() as Holder, () => this.all(children));
		}
	}

	private quote({ children }: Element): void {
		if (!this.holder) return this.within('Quote', () => this.all(children));
		count(this.kept, 'blockquote within another block');
		this.apart(() => this.all(children));
	}

	private writeList(node: Element): void {
		const { tag, attributes, children } = node;
		if (children.some(isQuillItem)) return this.all(quillLists(node));
		const items = children.filter((node) => typeof node !== 'string' || node.trim() !== '');
		let number = parseInt(attributes.get('start') ?? '', 10) || 1;
		if (this.holder) {
			count(this.kept, 'list within another block');
			const depth = this.depth + (this.holder === 'ListItem' ? 1 : 0);
			this.depth++;
			for (const item of items) {
				const marker = tag === 'ol' ? `${number++}.` : '–';
				this.apart(() => {
					this.inline.marker(INDENT.repeat(depth) + marker);
					this.listed(item);
				});
			}
			this.depth--;
			return;
		}
		for (const item of items) {
			this.item = { tag: tag === 'ol' ? 'OrderedList' : 'UnorderedList', number, isPut: false };
			this.within('ListItem', () => this.listed(item));
			if (this.item.isPut) number++;
		}
		this.endList();
	}

	private listed(item: Node): void {
		this.all(typeof item !== 'string' && item.tag === 'li' ? item.children : [item]);
	}

	private table(node: Element): void {
		count(this.kept, 'table');
		const rows = rowsOf(node);
		if (!isDataTable(node, rows)) {
			for (const cell of rows.flat()) this.apart(() => this.all(cell.children));
			return;
		}
		const write = () => {
			for (const cells of rows) {
				this.inline.newLine(1);
				this.isInCell = true;
				for (const [at, { tag, children }] of cells.entries()) {
					if (at > 0) this.inline.text(' | ');
					if (tag === 'th') this.formatted(['Strong'], children);
					else this.all(children);
				}
				this.isInCell = false;
			}
		};
		if (this.holder) this.apart(write);
		else this.within('Paragraph', write);
	}

	/** A box of a task. */
	private input(attributes: Map<string, string>): void {
		const type = attributes.get('type');
		if (type === 'checkbox') this.inline.marker(attributes.has('checked') ? '☑' : '☐');
		else if (type !== 'hidden') count(this.leftOut, 'input');
	}

	private player({ tag, attributes, children }: Element): void {
		const source = children.find((each) => typeof each !== 'string' && each.tag === 'source');
		const inner = typeof source === 'object' ? source.attributes.get('src') : undefined;
		const src = attributes.get('src') ?? attributes.get('url') ?? inner ?? '';
		count(this.leftOut, tag);
		if (!/^(?:https?:)?\/\//i.test(src)) return;
		const href = src.startsWith('//') ? `https:${src}` : src;
		const text = attributes.get('title') ?? href;
		this.apart(() => this.formatted(['Link'], [text], this.checked(href)));
	}

	/** A block of LMX that stands by itself. What holds it goes on behind it. */
	private block(lmx: string | undefined): void {
		this.flush();
		if (lmx !== undefined) this.put(lmx);
	}

	/** Ends the text so far. */
	private flush(): void {
		const text = this.inline.end();
		if (text !== '') this.putText(text);
		for (const image of this.images.splice(0)) this.put(image);
	}

	private putText(text: string): void {
		const { holder = 'Paragraph', item } = this;
		if (holder !== 'ListItem') return this.put(`<${holder}>${text}</${holder}>`);
		if (item.isPut) return this.put(`<Paragraph>${text}</Paragraph>`);
		item.isPut = true;
		this.list ??= { tag: item.tag, items: [], start: item.number };
		this.list.items.push(`<ListItem>${text}</ListItem>`);
	}

	private put(block: string): void {
		this.endList();
		this.blocks.push(block);
	}

	private endList(): void {
		if (!this.list) return;
		const { tag, items, start } = this.list;
		const from = tag === 'OrderedList' && start !== 1 ? ` start="${start}"` : '';
		this.blocks.push(`<${tag}${from}>${items.join('')}</${tag}>`);
		this.list = undefined;
	}
}

function codeBlock({ children }: Element): string | undefined {
	const text = textOf(children).replace(/^\n/, '').trimEnd();
	return text === '' ? undefined : `<CodeBlock>${escapeText(text)}</CodeBlock>`;
}

function count(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}
