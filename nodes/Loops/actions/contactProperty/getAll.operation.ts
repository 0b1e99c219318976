import { listContactProperties } from '../../account/contactProperties';
import { readChoice } from '../../fields/values';
import type { Operation } from '../operation';

export const getAll: Operation = {
	resource: 'contactProperty',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contact properties',
	description: 'List the properties that contacts have',
	fields: [
		{
			displayName: 'Properties',
			name: 'properties',
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
		const lists = ['all', 'custom'] as const;
		const list = readChoice(item, 'Properties', item.parameter('properties', 'all'), lists);
		return listContactProperties(list);
	},
};
