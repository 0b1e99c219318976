import type { BodyValue, Checked } from './checked';

/** What decoders write for bytes that they can't read. */
export const LOST = '\ufffd';

/** The halves of characters that take two code units, whole or alone. Without the flag u it is fast. */
const SUSPECT = /[\ud800-\udfff\ufffd]/;
const LONE_HALF = /\p{Cs}/gu;

/**
 * The value, with U+FFFD in place of half a character, which no encoding can hold. `onLost` gets the path
 * of each text that holds U+FFFD then.
 */
export function withoutHalves<T extends BodyValue>(
	value: T,
	onLost: (path: string) => void,
	path = '',
): T {
	if (typeof value === 'string') {
		if (!SUSPECT.test(value)) return value;
		const text = value.replace(LONE_HALF, LOST);
		if (text.includes(LOST)) onLost(path);
		return text as T & Checked;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		return value.map((each, index) => withoutHalves(each, onLost, `${path}[${index}]`)) as T;
	}
	const within = (name: string) => (path === '' ? name : `${path}.${name}`);
	const entries = Object.entries(value as { [name: string]: BodyValue });
	return Object.fromEntries(
		entries.map(([name, each]) => [name, withoutHalves(each, onLost, within(name))]),
	) as T;
}
