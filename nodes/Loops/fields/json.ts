import type { IDataObject } from 'n8n-workflow';

import type { Item } from './item';
import { shown } from './values';

/**
 * An object from a JSON field: JSON text, or the object itself where an expression gave one. Empty
 * text is an empty object.
 */
export function asObject(item: Item, label: string, value: unknown): IDataObject {
	let parsed = value;
	if (typeof value === 'string') {
		if (value.trim() === '') return {};
		try {
			parsed = JSON.parse(value);
		} catch (error) {
			throw item.invalidParameter(
				`'${label}' is not valid JSON: ${(error as Error).message}`,
				'Check quotes, commas and brackets, or give an object through an expression',
			);
		}
	}
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw item.invalidParameter(
			`'${label}' is not a JSON object: ${shown(parsed)}`,
			'Give names with values in braces, such as {"planName": "team"}',
		);
	}
	return parsed as IDataObject;
}
