/** A service may repeat only a part of the key, so that a part counts. */
const SHORTEST_PART = 8;

/**
 * The text with every part of the API key that has eight characters or more replaced. To be done
 * before a text is cut: a cut through the key would leave a part that nothing finds any more.
 */
export function redact(text: string, apiKey: string): string {
	if (apiKey.length < SHORTEST_PART) return apiKey ? text.replaceAll(apiKey, '***') : text;
	let result = '';
	for (let at = 0; at < text.length; ) {
		let length = 0;
		while (at + length < text.length && apiKey.includes(text.slice(at, at + length + 1))) length++;
		if (length >= SHORTEST_PART) {
			result += '***';
			at += length;
		} else result += text[at++];
	}
	return result;
}
