import type { Item } from '../fields/item';
import { booleanOf } from '../fields/kinds';
import { readNumber } from '../fields/values';
import type { InputItem } from './inputItem';

/** The options that hold for a whole run. */
export interface RunOptions {
	isOneAtATime: boolean;
	timeoutMs?: number;
	/** Requests per second. */
	maxRate?: number;
}

const readTimeout = (item: Item, value: unknown) =>
	readNumber(item, 'Timeout', value, { max: 3_600 });

const readMaxRate = (item: Item, value: unknown) =>
	readNumber(item, 'Max Requests per Second', value);

/** @throws NodeOperationError for a value that is no number */
export function checkRunOptions(item: Item): void {
	readTimeout(item, item.options.timeout);
	readMaxRate(item, item.options.maxRequestsPerSecond);
}

/** The first item decides for all. What can't be read is reported by that item; the others hold. */
export function optionsOfFirst(item: InputItem): RunOptions {
	const read = <T>(name: string, as: (value: unknown) => T): T | undefined => {
		try {
			return as(item.option(name));
		} catch {
			return undefined;
		}
	};
	const seconds = read('timeout', (value) => readTimeout(item, value));
	return {
		isOneAtATime: read('oneItemAtATime', (value) => booleanOf(value).value) === true,
		timeoutMs: seconds ? seconds * 1_000 : undefined,
		maxRate: read('maxRequestsPerSecond', (value) => readMaxRate(item, value)) || undefined,
	};
}
