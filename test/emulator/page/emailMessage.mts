import { type Element, parseLmx } from '../content/lmx.mts';
import type { Component, EmailMessage } from '../content/records.mts';
import { found } from '../content/content.mts';
import type { Emulator } from '../server.mts';
import { Markup, markup } from './markup.mts';

/** Where the page of an email message is: this and its ID. */
export const EMAIL_PATH = '/__emulator/email-messages/';

/** HTML elements of LMX tags without attributes of their own. */
const ELEMENTS: Record<string, string> = {
	H1: 'h1',
	H2: 'h2',
	H3: 'h3',
	Paragraph: 'p',
	Quote: 'blockquote',
	CodeBlock: 'pre',
	OrderedList: 'ol',
	UnorderedList: 'ul',
	ListItem: 'li',
	Icons: 'p',
	Section: 'div',
	ColumnItem: 'div',
	Strong: 'strong',
	Em: 'em',
	Underline: 'u',
	Code: 'code',
	Strike: 's',
	Text: 'span',
};

type Components = ReadonlyMap<string, Component>;

/** What an email is shown with. */
interface Scope {
	components: Components;
	/** Of one that was sent, by the names of its data variables. */
	values: Record<string, unknown>;
}

/**
 * An email as a reader would see it, roughly: without styles and pictures. With the values that it was
 * sent with, if it is one that was sent.
 * @throws Refusal 404 for an unknown ID
 */
export function emailMessage(emulator: Emulator, id: string, sentId?: string): Markup {
	const { content, outbox } = emulator;
	const sent = outbox.find((_, index) => emulator.email('transactional', index).id === sentId);
	const message = found(content.messages, id, 'Email message');
	const values = sent ? { ...message.fallbacks.data, ...sent.dataVariables } : {};
	const scope = { components: content.components, values };
	const { subject, previewText, fromName, fromEmail, lmx } = message;
	return markup`<header><h1>${subject ? filled(subject, scope.values) : 'No subject'}</h1>
<dl><dt>From</dt><dd>${fromName} &lt;${fromEmail}@…&gt;</dd>
${sent && markup`<dt>To</dt><dd>${sent.email}</dd>`}
${previewText && markup`<dt>Preview text</dt><dd>${previewText}</dd>`}
<dt>Belongs to</dt><dd>${ownerOf(content.campaigns, message)}</dd></dl>
<p><a href="/#content">All emails</a></p></header>
<main class="email">${lmx === '' ? markup`<p class="none">No content yet.</p>` : render(lmx, scope)}</main>`;
}

function ownerOf(
	campaigns: ReadonlyMap<string, { name: string }>,
	{ parent: { kind, id } }: EmailMessage,
): string {
	return `${kind} ${campaigns.get(id)?.name ?? id}`;
}

const render = (lmx: string, scope: Scope): Markup[] =>
	parseLmx(lmx).map((element) => htmlOf(element, scope));

function htmlOf({ tag, attributes, content }: Element, scope: Scope): Markup {
	const { components, values } = scope;
	const { href = '', src, alt, name, componentId } = attributes;
	const text = (part: string) => (tag === 'CodeBlock' ? asText(part) : withVariables(part, values));
	const inner = content.map((part) =>
		typeof part === 'string' ? text(part) : htmlOf(part, scope),
	);
	if (tag === 'Style') return markup``;
	if (tag === 'Divider') return markup`<hr>`;
	if (tag === 'Br') return markup`<br>`;
	if (tag === 'Image') return markup`<p class="none">Image: ${asText(alt || src)}</p>`;
	if (tag === 'Columns') return markup`<div class="columns">${inner}</div>`;
	if (tag === 'Button') return markup`<p class="button">${link(href, inner)}</p>`;
	if (tag === 'Link') return link(href, inner);
	if (tag === 'Icon') return link(href, [asText(name)]);
	if (tag === 'Component') {
		const others = new Map([...components].filter(([id]) => id !== componentId));
		const component = components.get(componentId);
		return markup`${component && render(component.lmx, { ...scope, components: others })}`;
	}
	const element = new Markup(ELEMENTS[tag]);
	return markup`<${element}>${inner}</${element}>`;
}

/** Text of LMX has its entities already, and no tags. */
const asText = (text = '') => new Markup(text);

const link = (href: string, inner: Markup[]): Markup =>
	/^(https?|mailto):/i.test(href)
		? markup`<a href="${asText(href)}">${inner}</a>`
		: markup`<u title="${asText(href)}">${inner}</u>`;

const VARIABLE = /\{(contact|event|data)\.([\w-]+)\}/g;

/** Text of LMX with values in place of data variables; the others are marked. */
const withVariables = (text: string, values: Scope['values']) =>
	asText(
		text.replace(VARIABLE, (whole, kind: string, name: string) =>
			kind === 'data' && name in values
				? markup`${inWords(values[name])}`.html
				: `<mark>${whole}</mark>`,
		),
	);

const filled = (text: string, values: Scope['values']): string =>
	text.replace(VARIABLE, (whole, kind: string, name: string) =>
		kind === 'data' && name in values ? inWords(values[name]) : whole,
	);

const inWords = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);
