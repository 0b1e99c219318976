import { Refusal } from '../answer.mts';
import type { VariableKind } from './records.mts';

/** An element of an LMX document (loops.so/docs/creating-emails/lmx). */
export interface Element {
	tag: string;
	attributes: Record<string, string>;
	/** Its text, which has no `<`, and its elements, in order. */
	content: Array<string | Element>;
}

const TOP_LEVEL = [
	'H1',
	'H2',
	'H3',
	'Paragraph',
	'Quote',
	'CodeBlock',
	'Button',
	'Image',
	'Divider',
	'OrderedList',
	'UnorderedList',
	'Columns',
	'Component',
	'Icons',
	'Section',
	'Style',
];
const INSIDE = [
	'ListItem',
	'ColumnItem',
	'Icon',
	'Strong',
	'Em',
	'Underline',
	'Code',
	'Strike',
	'Text',
	'Link',
	'Br',
];
const REQUIRED: Record<string, string> = {
	Image: 'src',
	Component: 'componentId',
	Icon: 'name',
	Link: 'href',
};
const LONGEST_BYTES = 100 * 1024;

const TOKEN =
	/<\/([A-Za-z][\w-]*)\s*>|<([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w-]*="[^"<]*")*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z][\w-]*)="([^"<]*)"/g;

/**
 * The elements of a document.
 * @throws Refusal 413 over 100 KB, 422 if it does not compile
 */
export function parseLmx(lmx: string): Element[] {
	if (Buffer.byteLength(lmx) > LONGEST_BYTES) {
		throw new Refusal(413, 'LMX payload exceeds the 100KB limit.');
	}
	const root: Element = { tag: '', attributes: {}, content: [] };
	const open = [root];
	for (let at = 0; at < lmx.length; ) {
		const parent = open[open.length - 1];
		if (lmx[at] !== '<') {
			const end = lmx.indexOf('<', at);
			const text = lmx.slice(at, end < 0 ? lmx.length : end);
			if (parent === root && text.trim() !== '')
				throw invalid('text is not allowed at the top level');
			parent.content.push(text);
			at += text.length;
			continue;
		}
		TOKEN.lastIndex = at;
		const match = TOKEN.exec(lmx);
		if (!match) throw invalid(`a "<" that begins no tag, at character ${at}`);
		at = TOKEN.lastIndex;
		const [, closing, tag, attributes = '', selfClosing] = match;
		if (closing !== undefined) {
			if (parent.tag !== closing) throw invalid(`</${closing}> closes no open tag`);
			open.pop();
			continue;
		}
		const element: Element = {
			tag,
			attributes: Object.fromEntries(
				[...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
			),
			content: [],
		};
		check(element, parent === root);
		parent.content.push(element);
		if (!selfClosing) open.push(element);
	}
	if (open.length > 1) throw invalid(`<${open[open.length - 1].tag}> is not closed`);
	const elements = elementsIn(root);
	checkWhole(elements);
	return elements;
}

const invalid = (what: string) => new Refusal(422, `LMX failed to compile: ${what}.`);

function check({ tag, attributes }: Element, isTop: boolean): void {
	if (![...TOP_LEVEL, ...INSIDE].includes(tag)) throw invalid(`unknown tag <${tag}>`);
	if (isTop && !TOP_LEVEL.includes(tag)) throw invalid(`<${tag}> is not allowed at the top level`);
	const required = REQUIRED[tag];
	if (required && !attributes[required]) throw invalid(`<${tag}> needs "${required}"`);
}

function checkWhole(elements: Element[]): void {
	if (elements.filter(({ tag }) => tag === 'Style').length > 1)
		throw invalid('more than one <Style>');
	for (const element of all(elements)) {
		const children = elementsIn(element);
		const items = children.filter(({ tag }) => tag === 'ColumnItem');
		if (element.tag !== 'Columns') continue;
		if (items.length < 2 || items.length > 4 || children.length !== items.length) {
			throw invalid('<Columns> takes two to four <ColumnItem>');
		}
	}
}

const elementsIn = ({ content }: Element): Element[] =>
	content.filter((part) => typeof part !== 'string');

/** The text of an element, without that of its elements. */
export const textIn = ({ content }: Element): string =>
	content.filter((part) => typeof part === 'string').join('');

/** Elements with all their descendants. */
export const all = (elements: Element[]): Element[] =>
	elements.flatMap((element) => [element, ...all(elementsIn(element))]);

/** Names of variables such as `{contact.firstName}` in text and attributes, but not in code (contract: lmx-braces). */
export function variablesIn(lmx: string, kind: VariableKind): string[] {
	const text = lmx.replace(/<CodeBlock>[^]*?<\/CodeBlock>/g, '');
	const names = [...text.matchAll(/\{(contact|event|data)\.([A-Za-z0-9_.-]+)\}/g)]
		.filter(([, of]) => of === kind)
		.map(([, , name]) => name);
	return [...new Set(names)];
}
