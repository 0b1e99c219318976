import { shown } from '../../item';
import type { LoopsRequest } from '../../transport/request';
import type { Operation } from '../operation';

const KINDS = ['all', 'custom'];

/** A contact property as Loops lists it: built-in ones first. */
export interface ContactProperty {
	key: string;
	label: string;
	type: 'string' | 'number' | 'boolean' | 'date';
}

/** Lists all contact properties, or the custom ones only. Answers with `ContactProperty[]`. */
export const listContactProperties = (list: string): LoopsRequest => ({
	method: 'GET',
	path: '/contacts/properties',
	qs: { list },
	answer: 'list',
	repeatable: true,
});

export const getAll: Operation = {
	resource: 'contactProperty',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contact properties',
	description: 'List the properties that contacts have',
	fields: [
		{
			displayName: 'Properties',
			name: 'list',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Built-in and custom properties' },
				{ name: 'Custom', value: 'custom', description: 'Properties made for this account' },
			],
			default: 'all',
			description: 'Which properties to list',
		},
	],
	isList: true,
	request: (item) => {
		const list = String(item.parameter('list', 'all'));
		if (!KINDS.includes(list)) {
			throw item.refusal(
				`'Properties' can't be ${shown(list)}`,
				`Choose one of ${KINDS.join(', ')}`,
			);
		}
		return listContactProperties(list);
	},
};
