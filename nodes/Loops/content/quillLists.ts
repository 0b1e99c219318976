import type { Element, Node } from './html';

const INDENT = /(?:^|\s)ql-indent-(\d)(?:\s|$)/;

/** True for an item of the editor Quill. */
export const isQuillItem = (node: Node): boolean =>
	typeof node !== 'string' &&
	(node.attributes.has('data-list') || INDENT.test(node.attributes.get('class') ?? ''));

/**
 * Quill writes all items as children of one list. An attribute of an item says of what kind its list is, and a
 * class how deep it is. This returns the lists as HTML nests them.
 */
export function quillLists(list: Element): Element[] {
	const lists: Node[] = [];
	for (const item of list.children) {
		if (typeof item === 'string') continue;
		const kind = item.attributes.get('data-list');
		const isOrdered = kind === undefined ? list.tag === 'ol' : kind === 'ordered';
		const [, depth = '0'] = INDENT.exec(item.attributes.get('class') ?? '') ?? [];
		const isTask = kind === 'checked' || kind === 'unchecked';
		const children = isTask ? [box(kind), ...item.children] : [...item.children];
		place(lists, { tag: 'li', attributes: new Map(), children }, isOrdered ? 'ol' : 'ul', +depth);
	}
	return lists as Element[];
}

/** Adds an item to the last of these lists, or to one in its last item. */
function place(siblings: Node[], item: Element, tag: string, depth: number): void {
	const last = siblings.at(-1);
	const isList = typeof last === 'object' && (last.tag === 'ol' || last.tag === 'ul');
	const inner = isList ? last.children.at(-1) : undefined;
	if (depth > 0 && typeof inner === 'object') return place(inner.children, item, tag, depth - 1);
	if (isList && last.tag === tag) last.children.push(item);
	else siblings.push({ tag, attributes: new Map(), children: [item] });
}

function box(kind: string): Node {
	const attributes = new Map([['type', 'checkbox']]);
	if (kind === 'checked') attributes.set('checked', '');
	return { tag: 'input', attributes, children: [] };
}
