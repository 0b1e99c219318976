import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import { type ContactProperty, roleOf } from '../account/contactProperties';
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

/** With more properties than this, a form with all of them is longer than anybody wants to scroll. */
const MAX_AT_FIRST = 15;

const field = (
	id: string,
	displayName: string,
	type?: FieldType,
	removed = false,
): ResourceMapperField => ({
	id,
	displayName,
	type,
	// Never absent: n8n would take the answer of another day for what the user chose.
	removed,
	...(type === 'options' && { options: trueOrFalse }),
	required: false,
	defaultMatch: false,
	display: true,
});

/**
 * Contact properties that can be written, as typed fields; without those whose name n8n loses in a form,
 * such as 'caller': they can be mapped automatically, or given in JSON. Where there are many, the form
 * begins with those of every account, and the custom ones are there to be added.
 */
export async function getContactPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const properties = await writableProperties(this);
	const inForm = properties.filter(({ key }) => isSafeObjectProperty(key));
	const mapper = this.getCurrentNodeParameter('contactProperties') as
		| { value?: unknown }
		| undefined;
	// In a workflow that was not made in the editor, a field with a value is not known to n8n yet.
	const given = Object.keys(mapper?.value ?? {});
	const isRemoved = (key: string) =>
		inForm.length > MAX_AT_FIRST && roleOf(key) === undefined && !given.includes(key);
	return {
		fields: inForm.map(({ key, label, type }) =>
			field(key, label, fieldTypes[type], isRemoved(key)),
		),
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
		: nothing('This email needs no variables. Nothing is wrong.');
}
