import { escapeAttribute, escapeText } from './entities';

const ADDRESS = /(?:https?:\/\/|www\.)[\p{L}\d[]/iu;
const EMAIL = /^[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}$/i;
/** What follows an address without being part of it. */
const PUNCTUATION = /[.,;:!?'"“”’»*_~>]/;

const link = (href: string, text: string) =>
	`<a href="${escapeAttribute(href)}">${escapeText(text)}</a>`;

/** How many brackets close that `word` does not open. */
const unopened = (word: string, open: string, close: string): number =>
	word.split(close).length - word.split(open).length;

/** The end of an address in text: punctuation and a bracket that it does not open come after it. */
function endOf(word: string): number {
	let round = unopened(word, '(', ')');
	let square = unopened(word, '[', ']');
	let end = word.length;
	for (; end > 0; end--) {
		const last = word[end - 1];
		if (last === ')' && round > 0) round--;
		else if (last === ']' && square > 0) square--;
		else if (!PUNCTUATION.test(last)) break;
	}
	return end;
}

function linkWord(word: string): string {
	const found = ADDRESS.exec(word);
	if (found && !/\w$/.test(word.slice(0, found.index))) {
		const rest = word.slice(found.index);
		const url = rest.slice(0, endOf(rest));
		const href = /^www/i.test(url) ? `https://${url}` : url;
		return (
			escapeText(word.slice(0, found.index)) + link(href, url) + escapeText(rest.slice(url.length))
		);
	}
	if (word.length > 400 || !word.includes('@')) return escapeText(word);
	const before = /^[([<"'“]*/.exec(word)?.[0] ?? '';
	const email = word.slice(before.length, endOf(word));
	const bare = email.replace(/[)\]]$/, '');
	if (!EMAIL.test(bare)) return escapeText(word);
	return (
		escapeText(before) +
		link(`mailto:${bare}`, bare) +
		escapeText(word.slice(before.length + bare.length))
	);
}

/** HTML of text, in which web and email addresses are links. */
export const linkify = (text: string): string =>
	/@|www\.|https?:/i.test(text) ? text.split(/(\s+)/).map(linkWord).join('') : escapeText(text);
