/**
 * Removes an API key from what users see. Texts and answers may repeat it, whole or in part, in any case.
 * Redact before you truncate: a part that is cut shorter is not found.
 */
export class Redactor {
	/** Without parts of the key that have 8 characters or more. */
	readonly text: (text: string) => string;
	private readonly inAnswer: (text: string) => string;

	constructor(apiKey = '') {
		const { length } = apiKey;
		this.text = withoutParts(apiKey, 8);
		// A chance match would change data. Loops' keys have 32 characters.
		this.inAnswer = withoutParts(apiKey, length < 32 ? Math.max(16, length) : 12);
	}

	/** Without parts of 12 characters or more. Of a short key, only the whole is removed, from 16 on. */
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

/** The text at the same length: a key is ASCII, and other letters can become two in lower case. */
const lowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function redactIn(body: unknown, clean: (text: string) => string): unknown {
	if (typeof body === 'string') return clean(body);
	if (Array.isArray(body)) return body.map((each) => redactIn(each, clean));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [clean(name), redactIn(value, clean)]),
	);
}
