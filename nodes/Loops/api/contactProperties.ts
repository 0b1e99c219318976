import { isListWith, type LoopsRequest } from '../http/request';
import type { Checked } from '../values/checked';
import type { PropertyType } from '../values/propertyValue';

/** A contact property. Loops lists the built-in ones first (contract: properties-order). */
export interface ContactProperty {
	key: string;
	label: string;
	type: PropertyType;
}

/** Whether Loops may have a property with this key: it has keys in camelCase. */
export const isPropertyKey = (text: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(text);

/** Answers with `ContactProperty[]` (contract: properties). */
export const listContactProperties = (list: 'all' | 'custom' = 'all'): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/properties',
	qs: { list: list as Checked },
	repeat: { kind: 'safe' },
	isAnswer: isListWith('key'),
});
