import { isSafeObjectProperty } from 'n8n-workflow';

import {
	type ContactProperty,
	indexOf,
	isMappable,
	type PropertyType,
} from '../account/contactProperties';
import type { Item } from './item';
import type { Mapped } from './mapper';
import { typeOf } from './propertyValue';

/** The properties of the account: as of now, where those in memory are not enough. */
export type AccountProperties = (
	isEnough: (list: ContactProperty[]) => boolean,
) => Promise<ContactProperty[]>;

/** A property as the editor got it, or as somebody else wrote it. */
export type EditorProperty = Pick<ContactProperty, 'key'> & { label?: string; type?: PropertyType };

export function propertiesIn(schema: Mapped['schema']): EditorProperty[] {
	const fields = [...schema.values()].map((field) => {
		const shown = String(field.displayName ?? '');
		const key = ` (${field.id})`;
		return { field, shown, bare: shown.endsWith(key) ? shown.slice(0, -key.length) : undefined };
	});
	const counts = new Map<string | undefined, number>();
	for (const { bare } of fields) counts.set(bare, (counts.get(bare) ?? 0) + 1);
	return fields.map(({ field, shown, bare }) => {
		// The editor shows a label that several properties have with the key behind it.
		const isShared = bare !== undefined && counts.get(bare) !== 1;
		return { key: field.id, label: isShared ? bare : shown, type: typeOf(field) };
	});
}

/** Types by name; undefined where only the name is known. */
export const typesOf = (properties: EditorProperty[]) =>
	new Map(properties.map(({ key, type }) => [key, type]));

/** In camelCase, as Loops has them. */
const COULD_BE_KEY = /^[a-z][A-Za-z0-9]*$/;

/** False where a newer property than these may have the very name, which goes before other writings. */
const settles = (keys: string[], name: string) =>
	keys.includes(name) || (keys.length > 0 && !COULD_BE_KEY.test(name));

/**
 * The properties that the item's input is mapped to: those of the editor, unless they leave open what an
 * input field is.
 * @throws NodeOperationError where the account has to be asked for them, and can't be
 */
export async function propertiesToMap(
	item: Item,
	label: string,
	ofEditor: EditorProperty[],
	accountProperties: AccountProperties,
): Promise<EditorProperty[]> {
	const index = indexOf(ofEditor);
	const types = typesOf(ofEditor);
	const isOpen = (name: string) => {
		const keys = index.find(name).filter((key) => types.has(key));
		// The form never holds a name that n8n loses there.
		if (keys.length === 0) return !isSafeObjectProperty(name);
		return !settles(keys, name) || keys.some((key) => !types.get(key));
	};
	const open = Object.keys(item.input.json)
		.filter(isMappable)
		.filter((name) => ofEditor.length === 0 || isOpen(name));
	if (open.length === 0) return ofEditor;
	try {
		return await accountProperties((list) => {
			const inMemory = indexOf(list);
			return open.every((name) => settles(inMemory.find(name), name));
		});
	} catch (error) {
		// Without the list nothing is mapped: what came in may hold anything.
		const { message } = error as Error;
		throw item.lookUpFailed(
			`'${label}' can't be mapped automatically: the properties of the account could not be read. ${message.replace(/ \[item \d+\]$/, '')}`,
			'Run it again, or open the node in the editor and refresh its fields: then it knows them',
		);
	}
}
