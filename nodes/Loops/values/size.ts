import { isPlainObject } from './parse';

/**
 * How many characters a value has as JSON at least: those of its names and texts, and one for each value.
 * Above `max`, it stops counting.
 */
export function sizeOf(value: unknown, max: number): number {
	const rest = [value];
	let size = 0;
	while (rest.length > 0 && size <= max) {
		const each = rest.pop();
		size += typeof each === 'string' ? each.length : 1;
		if (Array.isArray(each)) for (const entry of each) rest.push(entry);
		if (!isPlainObject(each)) continue;
		for (const name in each) {
			size += name.length;
			rest.push(each[name]);
		}
	}
	return size;
}
