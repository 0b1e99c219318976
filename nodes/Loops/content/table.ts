import { type Element, textOf } from './html';

const elementsIn = ({ children }: Element): Element[] =>
	children.filter((each): each is Element => typeof each !== 'string');

/** The cells of a table, row by row. Its caption and what stands in no cell are rows of their own. */
export const rowsOf = (table: Element): Element[][] =>
	elementsIn(table).flatMap((each) => {
		if (each.tag === 'tr') return [elementsIn(each)];
		if (/^t(?:head|body|foot)$/.test(each.tag)) return rowsOf(each);
		return each.tag === 'colgroup' || each.tag === 'col' ? [] : [[each]];
	});

/** What no cell of a table of data has, but one of a table that places blocks. */
const LAYOUT = /^(?:table|h[1-6]|ul|ol|pre|hr|blockquote)$/;
const hasLayout = (element: Element): boolean =>
	elementsIn(element).some((each) => LAYOUT.test(each.tag) || hasLayout(each));

const hasImage = (element: Element): boolean =>
	elementsIn(element).some((each) => each.tag === 'img' || hasImage(each));
/** As beside the signature of a mail. */
const isImage = (cell: Element): boolean => hasImage(cell) && textOf(cell.children).trim() === '';

/** False for a table that only places what it holds, as in the HTML of emails. */
export const isDataTable = (table: Element, rows: Element[][]): boolean =>
	!/^(?:presentation|none)$/.test(table.attributes.get('role') ?? '') &&
	rows.some((cells) => cells.length > 1) &&
	!rows.flat().some((cell) => hasLayout(cell) || isImage(cell));
