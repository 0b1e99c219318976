import { isBlank } from '../values/format';
import { escapeAttribute, escapeText } from './entities';

/** An inline tag of LMX. */
export interface Format {
	tag: 'Strong' | 'Em' | 'Underline' | 'Strike' | 'Code' | 'Link';
	href?: string;
}

/** More breaks at once show nothing that two don't. */
const MAX_BREAKS = 2;

/**
 * The text of one block of LMX. A tag is written once there is text in it, so that none is empty and each is
 * closed in its own block.
 */
export class InlineText {
	private out = '';
	private opened: Format[] = [];
	private hasSpace = false;
	private breaks = 0;
	private isVisible = false;
	/** Text that follows a marker stays beside it. */
	private isGlued = false;
	/** What the next text stands in, from the outside in. */
	readonly formats: Format[] = [];

	get isEmpty(): boolean {
		return !this.isVisible;
	}

	/** Blanks count as one space, as in HTML. */
	text(text: string): void {
		const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ');
		if (collapsed.startsWith(' ')) this.hasSpace = true;
		const words =
			collapsed.trim() === ''
				? collapsed.replaceAll(' ', '')
				: collapsed.slice(
						collapsed.startsWith(' ') ? 1 : 0,
						collapsed.endsWith(' ') ? -1 : undefined,
					);
		if (words === '') return;
		this.write(words);
		this.hasSpace = collapsed.endsWith(' ');
	}

	/** A mark such as that of an item, which what follows stays beside. */
	marker(text: string): void {
		this.write(text);
		this.hasSpace = true;
		this.isGlued = true;
	}

	/** A space, if text comes before and after it. */
	space(): void {
		this.hasSpace = true;
	}

	lineBreak(): void {
		if (!this.isGlued) this.breaks = Math.min(this.breaks + 1, MAX_BREAKS);
	}

	/** The next text begins a line, with an empty one before it if `lines` is 2. */
	newLine(lines: number): void {
		if (!this.isGlued) this.breaks = Math.max(this.breaks, lines);
	}

	/** The text of the block; empty if readers would see nothing of it. */
	end(): string {
		this.closeTo(0);
		const text = this.isVisible ? this.out : '';
		this.out = '';
		this.breaks = 0;
		this.hasSpace = false;
		this.isVisible = false;
		this.isGlued = false;
		return text;
	}

	private write(text: string): void {
		let shared = 0;
		while (shared < this.opened.length && this.opened[shared] === this.formats[shared]) shared++;
		this.closeTo(shared);
		if (this.isVisible && this.breaks > 0) this.out += '<Br />'.repeat(this.breaks);
		else if (this.hasSpace && this.isVisible) this.out += ' ';
		for (const format of this.formats.slice(shared)) {
			const href = format.href === undefined ? '' : ` href="${escapeAttribute(format.href)}"`;
			this.out += `<${format.tag}${href}>`;
			this.opened.push(format);
		}
		this.out += escapeText(text);
		this.isVisible ||= !isBlank(text);
		this.breaks = 0;
		this.hasSpace = false;
		this.isGlued = false;
	}

	private closeTo(depth: number): void {
		while (this.opened.length > depth) this.out += `</${this.opened.pop()?.tag}>`;
	}
}
