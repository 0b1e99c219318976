import { abridged } from '../abridged.mts';
import { markup, Markup, type Part } from './markup.mts';

/** Rows shown of a table. */
export const MOST_ROWS = 50;
/** Lines shown of a list in a cell. */
const MOST_LINES = 50;
const LONGEST_VALUE = 2000;

/** A button that posts this body to the control API. */
export interface Choice {
	label: string;
	body?: unknown;
	disabled?: boolean;
}

/** A form whose buttons call the control API with the form's fields in the body. */
export function callForm(call: string, choices: Choice[], fields?: Markup): Markup {
	const buttons = choices.map(
		({ label, body, disabled }) =>
			markup`<button name="json" value="${JSON.stringify(body ?? {})}"${disabled && new Markup(' disabled')}>${label}</button> `,
	);
	return markup`<form data-call="${call}">
${fields}<p class="buttons">${buttons}</p></form>`;
}

/** A select whose chosen body is merged into that of the button. */
export function select(
	id: string,
	label: string,
	options: Array<[label: string, body: object]>,
	chosen?: object,
): Markup {
	const entries = options.map(([text, body]) => {
		const json = JSON.stringify(body);
		const selected = chosen !== undefined && json === JSON.stringify(chosen);
		return markup`<option value="${json}"${selected && new Markup(' selected')}>${text}</option>`;
	});
	return markup`<p><label for="${id}">${label}</label> <select id="${id}" name="json">${entries}</select></p>`;
}

export interface Row {
	/** Unique on the page. */
	id: string;
	cells: Array<Markup | string | number>;
}

/**
 * @param entries oldest first; the page shows the newest first
 * @param advice shown if there are no entries yet
 */
export function table<Entry>(
	title: string,
	columns: string[],
	entries: readonly Entry[],
	rowOf: (entry: Entry, index: number) => Row,
	advice: Part,
	total = entries.length,
): Markup {
	if (total === 0) return markup`<p class="none">${advice}</p>`;
	const first = Math.max(0, entries.length - MOST_ROWS);
	const rows = entries.slice(first).map((entry, index) => rowOf(entry, first + index));
	const id = title.toLowerCase();
	const shown = rows.length < total && `, the latest ${rows.length} are shown`;
	const bodies = rows.map(
		({ id: rowId, cells }) => markup`<tr role="row" id="${rowId}">${columns.map(
			(column, index) =>
				markup`<td role="cell" data-column="${column}">${cells[index] !== '' && markup`<div>${cells[index]}</div>`}</td>`,
		)}</tr>
`,
	);
	// A narrow page displays rows as blocks, which would remove their implicit roles.
	return markup`<div class="wrap" role="region" aria-labelledby="${id}-caption" tabindex="0">
<table role="table"><caption id="${id}-caption">${title}: ${total}${shown}, newest first</caption>
<thead role="rowgroup"><tr role="row">${columns.map(
		(column) => markup`<th role="columnheader" scope="col">${column}</th>`,
	)}</tr></thead>
<tbody role="rowgroup">
${bodies.reverse()}</tbody></table></div>`;
}

export function time(at: number): Markup {
	const iso = new Date(at).toISOString();
	return markup`<time datetime="${iso}" title="${iso}">${new Date(at).toTimeString().slice(0, 8)}</time>`;
}

/** Names with their values. */
export function pairs(values: Record<string, unknown>): Markup | string {
	const names = Object.keys(values).filter((name) => values[name] !== null);
	const line = (name: string) => {
		const value = values[name];
		const text = typeof value === 'string' && value !== '' ? cut(value) : json(value);
		return markup`<b>${cut(name)}</b> ${text}`;
	};
	return lines('pairs', names, line);
}

export function list(texts: string[]): Markup | string {
	return lines('list', texts, (text) => cut(text));
}

function lines<Entry>(
	kind: string,
	entries: Entry[],
	print: (entry: Entry) => Markup | string,
): Markup | string {
	if (entries.length === 0) return '';
	const items = entries.slice(0, MOST_LINES).map((entry) => markup`<li>${print(entry)}</li>`);
	const rest = entries.length - items.length;
	return markup`<ul class="${kind}">${items}${rest > 0 && markup`<li>… and ${rest} more</li>`}</ul>`;
}

/** Content with a copy button: the script copies the element before the button. */
export function copyable(name: string, content: Markup): Markup {
	return markup`<span class="copyable">${content} <button type="button" class="copy" aria-label="Copy ${name}">Copy</button></span>`;
}

/** Content that opens on request. */
export function more(id: string, summary: string, content: Markup): Markup {
	return markup`<details id="${id}"><summary>${summary}</summary>${content}</details>`;
}

export function block(name: string, value: unknown): Markup {
	const text = typeof value === 'string' ? cut(value) : json(value, '  ');
	return copyable(name, markup`<pre>${text}</pre>`);
}

function json(value: unknown, indent?: string): string {
	return cut(JSON.stringify(abridged(value, LONGEST_VALUE), null, indent));
}

export function cut(text: string, longest = LONGEST_VALUE): string {
	return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

/** Bytes in readable units. */
export function size(bytes: number): string {
	if (bytes < 1000) return `${bytes} B`;
	return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
