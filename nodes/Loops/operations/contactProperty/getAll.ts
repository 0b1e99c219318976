import type { IDataObject } from 'n8n-workflow';

import { listContactProperties } from '../../api/contactProperties';
import { choice, fieldOf } from '../../form/parameter';
import { operation } from '../base/operation';

const properties = fieldOf(
	choice<'all' | 'custom'>({
		displayName: 'Properties',
		name: 'properties',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Built-in and custom properties' },
			{
				name: 'Custom',
				value: 'custom',
				description: 'Properties that were added to this account',
			},
		],
		default: 'all',
		description: 'Which properties to list',
	}),
);

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contact properties',
	description: 'List the properties that contacts have, with their names and types',
	fields: { list: properties },
	isList: true,
	// contract: properties-custom
	run: async ({ list }, { get }) => (await get(listContactProperties(list))) as IDataObject[],
});
