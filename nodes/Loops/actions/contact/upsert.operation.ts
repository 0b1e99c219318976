import type { IDataObject } from 'n8n-workflow';

import { options, readAdditionalFields, validateOnly } from '../../fields/collection';
import { contactFields, unknownProperties } from '../../fields/contact';
import { anyIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import { listLabels } from '../../fields/mailingLists';
import type { Operation } from '../operation';
import { readCheckedContact } from './readCheckedContact';
import { upsertRequest } from './upsertRequest';

export const upsert: Operation = {
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	fields: [...anyIdentifier, ...contactFields, options(validateOnly, unknownProperties)],
	subjects: (item) => subjectsOf(readIdentifier(item, 'any')),
	request: async (item) => ({
		...upsertRequest({ ...readIdentifier(item, 'any'), ...(await readCheckedContact(item)) }),
		labels: listLabels(readAdditionalFields(item)),
	}),
	output: (answer, item) => [{ ...(answer as IDataObject), ...readIdentifier(item, 'any') }],
};
