import type { AssignmentCollectionValue, IExecuteFunctions, IDataObject } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { invalidInput, shown } from '../invalidInput';
import { asObject } from './json';

/** Says whether a value may be sent: `value` as it goes into the body, or else the way out. */
export type ValueCheck = (value: unknown) => { value: unknown } | { wayOut: string };

/**
 * Free names with values, from the parameter `name` (an assignment collection), or from `${name}Json`
 * where `${name}Mode` says so. Gives back the object under its wire name; nothing when it is empty.
 */
export function readNamedValues(
	node: IExecuteFunctions,
	itemIndex: number,
	{ name, label, check }: { name: string; label: string; check: ValueCheck },
): IDataObject {
	const isJson = node.getNodeParameter(`${name}Mode`, itemIndex, 'fields') === 'json';
	const field = isJson ? `${label} (JSON)` : label;
	const refuse = (key: string, value: unknown, wayOut: string) =>
		invalidInput(node, itemIndex, `'${field}': '${key}' can't be ${shown(value)}`, wayOut);

	const values: IDataObject = {};
	const put = (key: string, value: unknown) => {
		if (value === undefined) return;
		if (key === '__proto__') throw refuse(key, value, 'Choose another name');
		const checked = check(value);
		if ('wayOut' in checked) throw refuse(key, value, checked.wayOut);
		values[key] = checked.value as IDataObject[string];
	};

	if (isJson) {
		const json = node.getNodeParameter(`${name}Json`, itemIndex, '{}');
		Object.entries(asObject(node, itemIndex, field, json)).forEach(([key, value]) =>
			put(key, value),
		);
	} else {
		const form = node.getNodeParameter(name, itemIndex, {}) as Partial<AssignmentCollectionValue>;
		for (const assignment of form.assignments ?? []) {
			const typed = asType(assignment.value, assignment.type);
			if ('wayOut' in typed) throw refuse(assignment.name, assignment.value, typed.wayOut);
			if (assignment.name.trim() !== '') put(assignment.name.trim(), typed.value);
		}
	}
	return Object.keys(values).length ? { [name]: values } : {};
}

/** The form keeps what was typed as text, with the chosen type beside it. */
function asType(value: unknown, type?: string): ReturnType<ValueCheck> {
	if (value === null || value === undefined) return { value };
	if (type === 'string') return { value: typeof value === 'object' ? value : String(value) };
	if (type !== 'number' && type !== 'boolean' && type !== 'array') return { value };
	const result = validateFieldType('value', value, type);
	return value !== '' && result.valid
		? { value: result.newValue }
		: { wayOut: `Its type is set to ${type}: give one, choose another type, or take it out` };
}
