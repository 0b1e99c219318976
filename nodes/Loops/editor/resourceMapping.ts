import {
	type FieldType,
	type ILoadOptionsFunctions,
	type ResourceMapperField,
	type ResourceMapperFields,
	isSafeObjectProperty,
} from 'n8n-workflow';

import { roleOf } from '../account/propertyRoles';
import type { ContactProperty } from '../api/contacts';
import {
	propertiesOfEvent,
	someEventNames,
	listTransactionalEmails,
	type TransactionalEmail,
} from '../api/content';
import { spellingKey, withoutTags } from '../values/format';
import { didYouMean, nearest } from '../values/nameIndex';
import { callerOf } from './caller';
import { writableProperties } from './writableProperties';

const fieldTypes: Record<ContactProperty['type'], FieldType> = {
	string: 'string',
	number: 'number',
	// n8n sends false for an untouched boolean field, which would change the property.
	boolean: 'options',
	date: 'dateTime',
};

const trueOrFalse = [
	{ name: 'True', value: true },
	{ name: 'False', value: false },
];

/** With more properties, users add custom ones themselves: the form would be too long. */
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
	// Never absent: n8n would otherwise take an earlier answer for the user's choice.
	removed,
	...(type === 'options' && { options: trueOrFalse }),
	required: false,
	defaultMatch: false,
	display: true,
});

/**
 * Contact properties as typed fields. n8n's form drops some names, such as 'caller': those can be mapped
 * automatically or given in JSON. If there are many properties, the form begins with the built-in ones,
 * and users add custom ones.
 */
export async function getContactPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const mapper = this.getCurrentNodeParameter('contactProperties') as Mapper;
	const properties = await orNotice(this, writableProperties(this));
	if ('notice' in properties) {
		return keepFields(mapper, `The fields could not be read. ${properties.notice}`);
	}
	const inForm = properties.filter(({ key }) => isSafeObjectProperty(key));
	// Fields with a value stay: n8n does not know them yet if the workflow comes from elsewhere.
	const given = Object.keys(mapper?.value ?? {});
	const isRemoved = (key: string) =>
		inForm.length > MAX_AT_FIRST && roleOf(key) === undefined && !given.includes(key);
	return {
		fields: inForm.map(({ key, label, type }) =>
			field(key, label, fieldTypes[type], isRemoved(key)),
		),
	};
}

type Mapper = { value?: object; schema?: ResourceMapperField[] } | undefined;

/** In a pasted workflow, the node has no credential. n8n does not ask again after the choice. */
const NO_CREDENTIAL =
	'This node has no credential yet. Choose a credential, then close the node and open it again.';

const orNotice = async <T extends object>(
	context: ILoadOptionsFunctions,
	loading: Promise<T>,
): Promise<T | { notice: string }> =>
	await loading.catch((error: unknown) => ({
		notice: context.getNode().credentials ? (error as Error).message : NO_CREDENTIAL,
	}));

const noFields = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice: withoutTags(emptyFieldsNotice),
});

/** n8n drops the values of fields that are gone, so a form keeps those that it has. It shows the notice if it has none. */
const keepFields = (mapper: Mapper, emptyFieldsNotice: string): ResourceMapperFields => ({
	...noFields(emptyFieldsNotice),
	fields: mapper?.schema ?? [],
});

/** The value of a resource locator and its mode. */
function chosenIn(
	context: ILoadOptionsFunctions,
	locator: string,
): { mode?: unknown; given: string } {
	const chosen = context.getCurrentNodeParameter(locator) as
		| { mode?: unknown; value?: unknown }
		| string
		| undefined;
	const { mode, value } = typeof chosen === 'object' ? chosen : { value: chosen };
	if (typeof value !== 'string') return { given: '' };
	// Values from the list are not trimmed.
	return { mode, given: mode === 'list' ? value : value.trim() };
}

const BY_NAME = {
	properties: "You can set properties in 'Options > Extra Event Properties'.",
	variables: "You can set variables in 'Options > Extra Data Variables'.",
};

/** The editor resolves expressions, and one without a result is '', as is no choice. */
const isUnknown = (entry: string) => entry === '' || entry.startsWith('=');

const howToSee = (fields: keyof typeof BY_NAME, of: string) =>
	`Choose the ${of} to see its ${fields}. If an expression chooses the ${of}, run the node before this one, then close this node and open it again. ${BY_NAME[fields]}`;

/** Fields without a type: text, numbers and arrays all fit. */
export async function getDataVariableFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const { mode, given } = chosenIn(this, 'transactionalId');
	const mapper = this.getCurrentNodeParameter('dataVariables') as Mapper;
	if (isUnknown(given)) return keepFields(mapper, howToSee('variables', 'email'));
	const emails = await orNotice(this, listTransactionalEmails(callerOf(this)));
	if ('notice' in emails) {
		return keepFields(mapper, `The fields could not be read. ${emails.notice}`);
	}
	const isNamed = ({ name }: TransactionalEmail) =>
		mode === 'name' && spellingKey(name) === spellingKey(given);
	const email = emails.find(({ id }) => id === given) ?? emails.find(isNamed);
	if (!email) {
		return noFields(
			`Loops lists no published transactional email with this ID or name. ${BY_NAME.variables}`,
		);
	}
	return email.dataVariables.length > 0
		? { fields: email.dataVariables.map((name) => field(name, name)) }
		: noFields('This email needs no variables. Nothing is wrong.');
}

/**
 * The properties of the chosen event as typed fields. An event can be sent even if Loops does not list
 * it, so this never fails.
 */
export async function getEventPropertyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const { given: eventName } = chosenIn(this, 'eventName');
	const mapper = this.getCurrentNodeParameter('eventProperties') as Mapper;
	if (isUnknown(eventName)) return keepFields(mapper, howToSee('properties', 'event'));
	const loading = propertiesOfEvent(callerOf(this), eventName);
	const found = await orNotice(
		this,
		loading.then((properties) => ({ properties })),
	);
	if ('notice' in found) {
		return keepFields(
			mapper,
			`The properties of the event could not be read. ${BY_NAME.properties} ${found.notice}`,
		);
	}
	const { properties } = found;
	if (!properties) {
		const names = await someEventNames(callerOf(this)).catch(() => []);
		return noFields(
			`This event is new to Loops: it starts no workflow yet.${didYouMean(nearest(eventName, names))} ${BY_NAME.properties}`,
		);
	}
	const inForm = properties.filter(({ name }) => isSafeObjectProperty(name));
	return inForm.length > 0
		? { fields: inForm.map(({ name, type }) => field(name, name, fieldTypes[type])) }
		: noFields(`Loops lists no properties of this event. ${BY_NAME.properties}`);
}
