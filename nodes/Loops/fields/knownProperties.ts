import type { ResourceMapperField } from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import {
	type ContactProperty,
	indexOf,
	isMappable,
	type PropertyType,
} from '../account/contactProperties';
import type { Item } from './item';
import { typeOf } from './propertyValue';

/** The properties of the account: as of now, where those in memory are not enough. */
export type AccountProperties = (
	isEnough: (list: ContactProperty[]) => boolean,
) => Promise<ContactProperty[]>;

/** A property as the editor got it, or as somebody else wrote it. */
export type EditorProperty = Omit<ContactProperty, 'type'> & { type?: PropertyType };

export const propertyOf = (field: ResourceMapperField): EditorProperty => ({
	key: field.id,
	// The editor shows a label that two properties have with the key behind it.
	label: String(field.displayName ?? '').replace(` (${field.id})`, ''),
	type: typeOf(field),
});

/** Types by name; undefined where only the name is known. */
export const typesOf = (properties: EditorProperty[]) =>
	new Map(properties.map(({ key, type }) => [key, type]));

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
		const keys = index.find(name);
		// The form never holds a name that n8n loses there.
		return keys.length === 0
			? !isSafeObjectProperty(name)
			: keys.some((key) => types.has(key) && !types.get(key));
	};
	const open = Object.keys(item.input.json)
		.filter(isMappable)
		.filter((name) => ofEditor.length === 0 || isOpen(name));
	if (open.length === 0) return ofEditor;
	try {
		return await accountProperties((list) => {
			const inMemory = indexOf(list);
			return open.every((name) => inMemory.find(name).length > 0);
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
