import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import { type ContactProperty, roleOf } from '../account/contactProperties';
import { type EventProperty, propertiesOfEvent } from '../account/events';
import { listTransactionalEmails } from '../account/transactionalEmails';
import { readerFor } from './reader';
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

const nothing = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

/** What a resource locator holds, as it is written. */
function entryIn(context: ILoadOptionsFunctions, locator: string): string {
	const chosen = context.getCurrentNodeParameter(locator) as
		| { mode?: unknown; value?: unknown }
		| string
		| undefined;
	const { mode, value } = typeof chosen === 'object' ? chosen : { value: chosen };
	if (typeof value !== 'string') return '';
	// What Loops lists is taken as it is.
	return mode === 'list' ? value : value.trim();
}

/** The editor resolves expressions: one that finds nothing yet is ''. No choice at all hides the form. */
const isUnknown = (entry: string) => entry === '' || entry.startsWith('=');

/**
 * The variables that Loops lists for the chosen transactional email. They have no type: text, numbers
 * and arrays all fit.
 */
export async function getDataVariableFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const id = entryIn(this, 'transactionalId');
	if (isUnknown(id)) {
		return nothing(
			"An expression chooses the email, so its variables are known only when it runs. Set 'Data Variables From' to JSON, or give them under 'Extra Data Variables'.",
		);
	}
	const emails = await listTransactionalEmails(readerFor(this));
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

/**
 * The properties that the chosen event has in Loops, as typed fields. An event that Loops does not list
 * may be sent all the same, so that nothing here is an error.
 */
export async function getEventPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const eventName = entryIn(this, 'eventName');
	if (isUnknown(eventName)) {
		return nothing(
			"An expression gives the name of the event, so its properties are known only when it runs. Set 'Event Properties From' to JSON, or give them under 'Extra Event Properties'.",
		);
	}
	let properties: EventProperty[] | undefined;
	try {
		properties = await propertiesOfEvent(readerFor(this), eventName);
	} catch (error) {
		return nothing(
			`The properties of the event could not be read. They can be given by name below. ${(error as Error).message}`,
		);
	}
	if (!properties) {
		return nothing(
			'Loops lists no event of this name, and takes it for a new one. Properties can be given by name below.',
		);
	}
	const inForm = properties.filter(({ name }) => isSafeObjectProperty(name));
	return inForm.length > 0
		? { fields: inForm.map(({ name, type }) => field(name, name, fieldTypes[type])) }
		: nothing('Loops lists no properties of this event. They can be given by name below.');
}
