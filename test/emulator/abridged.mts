const DEEPEST = 100;

/**
 * A copy of a JSON value, truncated with `…` once it prints as `room` characters, or below 100
 * levels.
 */
export function abridged(value: unknown, room: number): unknown {
	let left = room;
	return copyOf(value, 0);

	function copyOf(part: unknown, depth: number): unknown {
		left -= 1;
		if (typeof part === 'string') return textOf(part);
		if (typeof part !== 'object' || part === null) return part;
		if (depth === DEEPEST) return '…';
		const entries: Array<[key: string, value: unknown]> = [];
		for (const key of Object.keys(part)) {
			if (left <= 0) {
				entries.push(['…', '…']);
				break;
			}
			const name = Array.isArray(part) ? '' : textOf(key);
			entries.push([name, copyOf((part as Record<string, unknown>)[key], depth + 1)]);
		}
		return Array.isArray(part) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
	}

	function textOf(text: string): string {
		const kept = text.length > left ? `${text.slice(0, Math.max(left, 0))}…` : text;
		left -= text.length;
		return kept;
	}
}

/** JSON escapes one character as up to 6, and strings have at most 512 million. */
const MOST_PRINTED = 50_000_000;

/** JSON, abridged if it is nested deeper than the stack or longer than a string can be. */
export function printed(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return JSON.stringify(abridged(value, MOST_PRINTED));
	}
}
