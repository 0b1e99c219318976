import type { LoopsRequest } from '../transport/call';

/** A contact property as Loops lists it: built-in ones first. */
export interface ContactProperty {
	key: string;
	label: string;
	type: 'string' | 'number' | 'boolean' | 'date';
}

/** Lists all contact properties, or the custom ones only. Answers with `ContactProperty[]`. */
export const listContactProperties = (list: 'all' | 'custom' = 'all'): LoopsRequest => ({
	kind: 'read',
	method: 'GET',
	path: '/contacts/properties',
	qs: { list },
	answer: 'list',
});
