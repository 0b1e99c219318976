import { isPlainObject } from './parse';

/** A list of a million numbers takes as long to read as a text of millions of characters. */
const PER_VALUE = 8;

/**
 * How large a value is: the characters of its names and texts, and PER_VALUE for each value within it. Above `max`, it
 * stops counting.
 */
export function sizeOf(value: unknown, max: number): number {
	const rest = [value];
	let size = 0;
	while (rest.length > 0 && size <= max) {
		const each = rest.pop();
		size += PER_VALUE + (typeof each === 'string' ? each.length : 0);
		if (Array.isArray(each)) for (const entry of each) rest.push(entry);
		if (!isPlainObject(each)) continue;
		for (const name in each) {
			size += name.length;
			rest.push(each[name]);
		}
	}
	return size;
}
