/**
 * The text with every part of the API key replaced that has `shortest` characters or more: a service
 * may repeat only a part. A shorter key is none of Loops', and may be a word of any text. To be done
 * before a text is cut: a cut through the key would leave a part that nothing finds any more.
 */
export function redact(text: string, apiKey: string, shortest = 8): string {
	const parts = new Set<string>();
	for (let at = 0; at + shortest <= apiKey.length; at++) parts.add(apiKey.slice(at, at + shortest));
	const isPart = (at: number) => parts.has(text.slice(at, at + shortest));
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
}

/** Characters of a key of Loops. */
const KEY_LENGTH = 32;

/**
 * The body of a success, in which no value may be changed by chance: parts have to be longer here. Of a
 * key that is shorter than those of Loops only the whole counts, and a word of up to 15 characters is none.
 */
export function redactBody(body: unknown, apiKey: string): unknown {
	const { length } = apiKey;
	const shortest = length < KEY_LENGTH ? Math.max(16, length) : 12;
	if (typeof body === 'string') return redact(body, apiKey, shortest);
	if (Array.isArray(body)) return body.map((each) => redactBody(each, apiKey));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			redact(name, apiKey, shortest),
			redactBody(value, apiKey),
		]),
	);
}
