/**
 * Replaces every part of the API key with `shortest` characters or more: a service may repeat only a
 * part. Redact before you truncate: a part that is cut shorter is not found.
 */
export function redact(text: string, apiKey: string, shortest = 8): string {
	const parts = new Set<string>();
	for (let at = 0; at + shortest <= apiKey.length; at++) parts.add(apiKey.slice(at, at + shortest));
	const characters = new Set(apiKey);
	// Most characters begin no part, which is quicker to see than to cut one out.
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
}

/**
 * Redacts a success, where a chance match would change data: only longer parts, and of a key that is
 * shorter than the 32 characters of Loops' keys only the whole.
 */
export function redactBody(body: unknown, apiKey: string): unknown {
	const { length } = apiKey;
	const shortest = length < 32 ? Math.max(16, length) : 12;
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
