import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { invalidInput, shown } from '../invalidInput';

/**
 * An object from a JSON field: JSON text, or the object itself where an expression gave one. Empty
 * text is an empty object.
 */
export function asObject(
	node: IExecuteFunctions,
	itemIndex: number,
	label: string,
	value: unknown,
): IDataObject {
	let parsed = value;
	if (typeof value === 'string') {
		if (value.trim() === '') return {};
		try {
			parsed = JSON.parse(value);
		} catch (error) {
			throw invalidInput(
				node,
				itemIndex,
				`'${label}' is not valid JSON: ${(error as Error).message}`,
				'Check quotes, commas and brackets, or give an object through an expression',
			);
		}
	}
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw invalidInput(
			node,
			itemIndex,
			`'${label}' is not a JSON object: ${shown(parsed)}`,
			'Give names with values in braces, such as {"planName": "team"}',
		);
	}
	return parsed as IDataObject;
}
