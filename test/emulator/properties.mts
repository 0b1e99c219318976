import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import type { ContactProperty } from './records.mts';
import type { PropertyType } from './values.mts';

const PROPERTY_TYPES: readonly string[] = ['string', 'number', 'boolean', 'date'];

/** In the order and with the labels of the official SDK's README. */
const BUILT_IN: readonly ContactProperty[] = [
	{ key: 'firstName', label: 'First Name', type: 'string' },
	{ key: 'lastName', label: 'Last Name', type: 'string' },
	{ key: 'email', label: 'Email', type: 'string' },
	{ key: 'notes', label: 'Notes', type: 'string' },
	{ key: 'source', label: 'Source', type: 'string' },
	{ key: 'userGroup', label: 'User Group', type: 'string' },
	{ key: 'userId', label: 'User Id', type: 'string' },
	{ key: 'subscribed', label: 'Subscribed', type: 'boolean' },
	{ key: 'createdAt', label: 'Created At', type: 'date' },
];
const BUILT_IN_KEYS: ReadonlySet<string> = new Set(BUILT_IN.map(({ key }) => key));

/**
 * The docs reserve the first five. The others are a guess: flat request bodies and answers could
 * not contain such a property.
 */
const RESERVED: ReadonlySet<string> = new Set([
	'id',
	'listId',
	'softDeleteAt',
	'teamId',
	'updatedAt',
	'mailingLists',
	'optInStatus',
	'eventName',
	'eventProperties',
]);

export function isPropertyType(value: unknown): value is PropertyType {
	return typeof value === 'string' && PROPERTY_TYPES.includes(value);
}

export function createProperty({ account, body }: ApiRequest): Answer {
	const property = readProperty(body.name, body.type);
	if (BUILT_IN_KEYS.has(property.key) || account.properties.has(property.key)) {
		throw new Refusal(400, 'Property already exists.');
	}
	account.properties.set(property.key, property);
	return { status: 200, body: { success: true } };
}

/** Checks a new custom property. The texts are guesses, except that of the type (SDK fixtures). */
export function readProperty(name: unknown, type: unknown): ContactProperty {
	if (typeof name !== 'string' || name === '') throw new Refusal(400, 'Property name is required.');
	if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
		throw new Refusal(400, 'Property name must be in camelCase.');
	}
	if (RESERVED.has(name)) throw new Refusal(400, `Property name is reserved: ${name}`);
	if (!isPropertyType(type)) throw new Refusal(400, 'Invalid property type');
	return { key: name, label: labelOf(name), type };
}

export function listProperties({ account, query }: ApiRequest): Answer {
	const custom = [...account.properties.values()];
	if (query.list === 'custom') return { status: 200, body: custom };
	// Guess: other values of `list` count as the default, since no 400 is declared.
	return { status: 200, body: [...BUILT_IN, ...custom] };
}

function labelOf(key: string): string {
	const words = key.replace(/([A-Z])/g, ' $1');
	return words[0].toUpperCase() + words.slice(1);
}
