/**
 * The text with every part of the API key replaced that has `shortest` characters or more: a service
 * may repeat only a part. To be done before a text is cut: a cut through the key would leave a part
 * that nothing finds any more.
 */
export function redact(text: string, apiKey: string, shortest = 8): string {
	if (apiKey.length < shortest) return apiKey.length > 0 ? text.replaceAll(apiKey, '***') : text;
	let result = '';
	for (let at = 0; at < text.length; ) {
		let length = 0;
		while (at + length < text.length && apiKey.includes(text.slice(at, at + length + 1))) length++;
		if (length >= shortest) {
			result += '***';
			at += length;
		} else result += text[at++];
	}
	return result;
}

/** The body of a success; parts are longer here, so that no value is taken for one by chance. */
export function redactBody(body: unknown, apiKey: string): unknown {
	if (typeof body === 'string') return redact(body, apiKey, 12);
	if (Array.isArray(body)) return body.map((each) => redactBody(each, apiKey));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			redact(name, apiKey, 12),
			redactBody(value, apiKey),
		]),
	);
}
