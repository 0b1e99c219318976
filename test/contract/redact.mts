/** As an Authorization header can hold it: no blanks, quotes or line breaks. */
export const isPlainKey = (key: string): boolean => /^[\w.~+/=-]{8,}$/.test(key);

/** A part of the key of this length gives it away. */
const PART = 8;

/**
 * Takes the key, parts of it, all addresses and control characters out of a text. Works word by word, so that JSON stays JSON.
 */
export function redactor(key: string): (text: string) => string {
	const secret = key.toLowerCase();
	const parts = Array.from({ length: Math.max(0, secret.length - PART + 1) }, (_, at) =>
		secret.slice(at, at + PART),
	);
	const ofKey = (word: string) => parts.some((part) => word.toLowerCase().includes(part));
	return (text) =>
		text
			.replace(/(?![\n\t])\p{Cc}/gu, '')
			.replace(/[^\s"'<>(){}[\],:;=\\|]+(?:@|%40)[^\s"'<>(){}[\],:;=\\|]+/g, '[address]')
			.replace(/[\w.~+/=%-]+/g, (word) => (ofKey(word) ? '[API key]' : word));
}
