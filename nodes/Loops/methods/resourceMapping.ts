import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import type { ContactProperty } from '../account/contactProperties';
import { listTransactionalEmails } from '../account/transactionalEmails';
import { callLoops } from '../transport/client';
import { writableProperties } from './writableProperties';

const fieldTypes: Record<ContactProperty['type'], FieldType> = {
	string: 'string',
	number: 'number',
	// A field of type boolean that is left alone would come as false, and turn the property off.
	boolean: 'options',
	date: 'dateTime',
};

const trueOrFalse = [
	{ name: 'True', value: true },
	{ name: 'False', value: false },
];

const field = (id: string, displayName: string, type?: FieldType): ResourceMapperField => ({
	id,
	displayName,
	type,
	...(type === 'options' && { options: trueOrFalse }),
	required: false,
	defaultMatch: false,
	display: true,
});

/**
 * Contact properties that can be written, as typed fields; without those whose name n8n loses in a form,
 * such as 'caller': they can be mapped automatically, or given in JSON.
 */
export async function getContactPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const properties = await writableProperties(this);
	const inForm = properties.filter(({ key }) => isSafeObjectProperty(key));
	return {
		fields: inForm.map(({ key, label, type }) => field(key, label, fieldTypes[type])),
	};
}

/**
 * The variables that Loops lists for the chosen transactional email. They have no type: text, numbers
 * and arrays all fit.
 */
export async function getDataVariableFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const nothing = (emptyFieldsNotice: string) => ({ fields: [], emptyFieldsNotice });
	const chosen = this.getCurrentNodeParameter('transactionalId') as { value?: unknown } | undefined;
	const id = typeof chosen?.value === 'string' ? chosen.value.trim() : '';
	if (id === '') return nothing('Choose a transactional email first.');
	if (id.startsWith('=')) {
		return nothing(
			"An expression chooses the email, so its variables are known only when it runs. Set 'Data Variables From' to JSON, or give them under 'Extra Data Variables'.",
		);
	}
	const emails = await listTransactionalEmails(
		async (request) => (await callLoops(this, request)).body,
	);
	const email = emails.find((each) => each.id === id);
	if (!email) {
		return nothing(
			'Loops lists no published transactional email with this ID. Variables can be given by name below.',
		);
	}
	return email.dataVariables.length > 0
		? { fields: email.dataVariables.map((name) => field(name, name)) }
		: nothing('Loops lists no variables for this email.');
}
