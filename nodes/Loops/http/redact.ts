/**
 * Shorter parts stay. Who may use a key without seeing it can give values until one of them is replaced, and find
 * the key from there: 8 characters of a key of 32 hex digits took 576 s. With large values, 15 million per second,
 * 12 would take more than a week of a busy n8n.
 */
const SHORTEST_PART = 12;

/**
 * Removes an API key from what users see. Texts and answers may repeat it, whole or in part, in any case.
 * Redact before you truncate: a part that is cut shorter is not found.
 */
export class Redactor {
	/** Without parts of the key. Of a shorter key, the whole is removed, from 8 characters on. */
	readonly text: (text: string) => string;
	private readonly inAnswer: (text: string) => string;

	constructor(apiKey = '') {
		const { length } = apiKey;
		this.text = withoutParts(apiKey, Math.min(SHORTEST_PART, Math.max(8, length)));
		// A chance match would change data. Loops' keys have 32 characters.
		this.inAnswer = withoutParts(apiKey, length < 32 ? Math.max(16, length) : SHORTEST_PART);
	}

	/** Without parts of the key. Of a short key, only the whole is removed, from 16 on. */
	answer<T>(body: T): T {
		return redactIn(body, this.inAnswer) as T;
	}
}

/** @param shortest the length of the shortest part that is removed */
function withoutParts(apiKey: string, shortest: number): (text: string) => string {
	const key = lowerCase(apiKey);
	const parts = new Set<string>();
	for (let at = 0; at + shortest <= key.length; at++) parts.add(key.slice(at, at + shortest));
	const characters = new Set(key);
	return (text) => {
		const lower = lowerCase(text);
		// Checking one character first is faster, since most begin no part.
		const isPart = (at: number) =>
			characters.has(lower[at]) && parts.has(lower.slice(at, at + shortest));
		let result = '';
		let kept = 0;
		for (let at = 0; at + shortest <= text.length; at++) {
			if (!isPart(at)) continue;
			result += `${text.slice(kept, at)}***`;
			while (isPart(at + 1)) at++;
			kept = at + shortest;
			at = kept - 1;
		}
		return result + text.slice(kept);
	};
}

/** The text at the same length: the only letter that becomes two in lower case is U+0130, which no key has. */
const lowerCase = (text: string) => text.replaceAll('\u0130', ' ').toLowerCase();

function redactIn(body: unknown, clean: (text: string) => string): unknown {
	if (typeof body === 'string') return clean(body);
	if (Array.isArray(body)) return body.map((each) => redactIn(each, clean));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [clean(name), redactIn(value, clean)]),
	);
}
