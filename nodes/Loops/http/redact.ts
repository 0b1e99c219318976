/**
 * Replaces every part of the API key with 8 characters or more: a service may repeat only a part.
 * Redact before you truncate: a part that is cut shorter is not found.
 */
export const redact = (text: string, apiKey: string): string => redactor(apiKey, 8)(text);

function redactor(apiKey: string, shortest: number): (text: string) => string {
	const parts = new Set<string>();
	for (let at = 0; at + shortest <= apiKey.length; at++) parts.add(apiKey.slice(at, at + shortest));
	const characters = new Set(apiKey);
	return (text) => {
		// Checking one character first is faster, since most begin no part.
		const isPart = (at: number) =>
			characters.has(text[at]) && parts.has(text.slice(at, at + shortest));
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

/**
 * Redacts an answer, where a chance match would change data: parts of 12 characters or more. Loops' keys
 * have 32. Of a shorter key only the whole is redacted, and none of less than 16 characters.
 */
export function redactBody(body: unknown, apiKey: string): unknown {
	const { length } = apiKey;
	return redactIn(body, redactor(apiKey, length < 32 ? Math.max(16, length) : 12));
}

function redactIn(body: unknown, clean: (text: string) => string): unknown {
	if (typeof body === 'string') return clean(body);
	if (Array.isArray(body)) return body.map((each) => redactIn(each, clean));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [clean(name), redactIn(value, clean)]),
	);
}
