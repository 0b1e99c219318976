import { type Element, parseLmx } from '../content/lmx.mts';
import type { Component, EmailMessage } from '../content/records.mts';
import { found } from '../content/content.mts';
import type { Emulator } from '../server.mts';
import { Markup, markup } from './markup.mts';

/** Where the page of an email message is: this and its ID. */
export const EMAIL_PATH = '/__emulator/email-messages/';

/** HTML elements of LMX tags without attributes of their own. */
const ELEMENTS: Record<string, string> = {
	...{ H1: 'h1', H2: 'h2', H3: 'h3', Paragraph: 'p', Quote: 'blockquote', CodeBlock: 'pre' },
	...{ OrderedList: 'ol', UnorderedList: 'ul', ListItem: 'li', Icons: 'p', Section: 'div' },
	...{ ColumnItem: 'div', Strong: 'strong', Em: 'em', Underline: 'u', Code: 'code' },
	...{ Strike: 's', Text: 'span' },
};

type Components = ReadonlyMap<string, Component>;

/**
 * An email as a reader would see it, roughly: without styles and pictures.
 * @throws Refusal 404 for an unknown ID
 */
export function emailMessage({ content }: Emulator, id: string): Markup {
	const message = found(content.messages, id, 'Email message');
	const { subject, previewText, fromName, fromEmail, lmx } = message;
	return markup`<header><h1>${subject || 'No subject'}</h1>
<dl><dt>From</dt><dd>${fromName} &lt;${fromEmail}@…&gt;</dd>
${previewText && markup`<dt>Preview text</dt><dd>${previewText}</dd>`}
<dt>Belongs to</dt><dd>${ownerOf(content.campaigns, message)}</dd></dl>
<p><a href="/#content">All emails</a></p></header>
<main class="email">${lmx === '' ? markup`<p class="none">No content yet.</p>` : render(lmx, content.components)}</main>`;
}

function ownerOf(
	campaigns: ReadonlyMap<string, { name: string }>,
	{ parent: { kind, id } }: EmailMessage,
): string {
	return `${kind} ${campaigns.get(id)?.name ?? id}`;
}

const render = (lmx: string, components: Components): Markup[] =>
	parseLmx(lmx).map((element) => htmlOf(element, components));

function htmlOf({ tag, attributes, content }: Element, components: Components): Markup {
	const { href = '', src, alt, name, componentId } = attributes;
	const inner = content.map((part) =>
		typeof part === 'string' ? withVariables(part) : htmlOf(part, components),
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
		return markup`${component && render(component.lmx, others)}`;
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

const withVariables = (text: string) =>
	asText(text.replace(/\{(contact|event|data)\.[\w-]+\}/g, '<mark>$&</mark>'));
