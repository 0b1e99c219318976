import type { FieldType, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import {
	type ContactProperty,
	listContactProperties,
} from '../actions/contactProperty/getAll.operation';
import { CONTROLLED } from '../fields/contactProperties';
import { loopsRequest } from '../transport/request';

const fieldTypes: Record<ContactProperty['type'], FieldType> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
	date: 'dateTime',
};

/** Contact properties that can be written, as typed fields. */
export async function getContactPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const properties = (await loopsRequest(this, listContactProperties('all'))) as ContactProperty[];
	return {
		fields: properties
			.filter(({ key }) => !CONTROLLED.includes(key))
			.map(({ key, label, type }) => ({
				id: key,
				displayName: label,
				type: fieldTypes[type],
				required: false,
				defaultMatch: false,
				display: true,
			})),
	};
}
