import type { Item } from '../fields/item';
import { readFlag, readNumber } from '../fields/values';

/** The options that hold for a whole run. */
export interface RunOptions {
	isOneAtATime: boolean;
	timeoutMs?: number;
	/** Requests per second. */
	maxRate?: number;
}

/** @throws NodeOperationError for a value that is no number, or neither true nor false */
export function readRunOptions(item: Item): RunOptions {
	const { timeout, maxRequestsPerSecond } = item.options;
	const timeoutSeconds = readNumber(item, 'Timeout', timeout, { max: 3_600 });
	return {
		isOneAtATime: readFlag(item, 'oneItemAtATime', 'One Item at a Time'),
		timeoutMs: timeoutSeconds ? timeoutSeconds * 1_000 : undefined,
		maxRate: readNumber(item, 'Max Requests per Second', maxRequestsPerSecond) || undefined,
	};
}

/** The first item decides for all. What can't be read is reported by the items. */
export function optionsOfFirst(item: Item): RunOptions {
	try {
		return readRunOptions(item);
	} catch {
		return { isOneAtATime: false };
	}
}
