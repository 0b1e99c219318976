import type { GenericValue, INodeProperties } from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import {
	isMappable,
	isPlainProperty,
	type PropertyType,
	roleOf,
} from '../account/contactProperties';
import type { Item } from './item';
import { asObject } from './json';
import { readMapper } from './mapper';
import { propertyValues, typeOf } from './propertyValue';
import { readChoice } from './values';

const label = 'Contact Properties';
const jsonLabel = 'Contact Properties (JSON)';

export const contactPropertiesFields: INodeProperties[] = [
	{
		displayName: 'Contact Properties From',
		name: 'contactPropertiesFrom',
		type: 'options',
		options: [
			{
				name: 'Fields',
				value: 'fields',
				description: 'One typed field for each property of the Loops account',
			},
			{ name: 'JSON', value: 'json', description: 'One object with names and values' },
		],
		default: 'fields',
		description: 'How to give the contact properties',
	},
	{
		displayName: label,
		name: 'contactProperties',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'getContactPropertyFields',
				mode: 'add',
				valuesLabel: label,
				fieldWords: { singular: 'property', plural: 'properties' },
				addAllFields: true,
				supportAutoMap: true,
				allowEmptyValues: true,
			},
		},
		displayOptions: { show: { contactPropertiesFrom: ['fields'] } },
		description:
			'A field that is left alone is not sent, and keeps its value in Loops. Empty text is sent as empty text.',
	},
	{
		displayName: jsonLabel,
		name: 'contactPropertiesJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { contactPropertiesFrom: ['json'] } },
		description:
			'Object of property names and values: text, number, boolean, date, or null to clear the property. A property has to exist in Loops: others are dropped without a word.',
		placeholder: 'e.g. { "firstName": "Kim", "seats": 4, "isBeta": true, "planName": null }',
	},
];

/** The contact properties of an item, as they go into the body. */
export interface ContactProperties {
	values: Map<string, GenericValue>;
	/** Names that are known to exist, from the editor or from the account. */
	known: Set<string>;
	/** Fields of the input that are not sent, since no property has their name. */
	notSent: string[];
}

/** The types of the account's properties, by name: as of now, where memory lacks one of `wanted`. */
export type AccountTypes = (wanted: string[]) => Promise<Map<string, PropertyType>>;

/**
 * Reads the contact properties. `accountTypes` is asked where the editor could not know them, as in a
 * workflow that was imported or written by an AI.
 * @throws NodeOperationError for a value that can't be sent
 * @throws NodeApiError where the input is mapped, and nobody knows the properties of the account
 */
export async function readContactProperties(
	item: Item,
	accountTypes: AccountTypes,
): Promise<ContactProperties> {
	const mode = item.parameter('contactPropertiesFrom', 'fields');
	const modes = ['fields', 'json'] as const;
	if (readChoice(item, 'Contact Properties From', mode, modes) === 'json') return fromJson(item);
	const { form, schema } = readMapper(item, 'contactProperties', label);
	const ofEditor: Types = new Map([...schema].map(([name, field]) => [name, typeOf(field)]));
	return form
		? await fromForm(item, form, ofEditor, accountTypes)
		: await fromInput(item, ofEditor, accountTypes);
}

/** Types by name, undefined where only the name is known. */
type Types = Map<string, PropertyType | undefined>;

function fromJson(item: Item): ContactProperties {
	const properties = asObject(item, jsonLabel, item.parameter('contactPropertiesJson', '{}'));
	const names = Object.keys(properties);
	// The subscription has a field of its own, too, but in JSON it is written out by its author.
	refuseOtherNames(
		item,
		jsonLabel,
		names.filter((name) => name !== 'subscribed'),
	);
	const typeIn = (name: string) => (name === 'subscribed' ? 'consent' : undefined);
	const values = propertyValues(item, jsonLabel, Object.entries(properties), typeIn);
	return { values, known: new Set(), notSent: [] };
}

async function fromForm(
	item: Item,
	form: Array<[string, unknown]>,
	ofEditor: Types,
	accountTypes: AccountTypes,
): Promise<ContactProperties> {
	const names = form.map(([name]) => name);
	refuseOtherNames(item, label, names);
	const untyped = form.filter(([name, value]) => value !== undefined && !ofEditor.get(name));
	const types = new Map(ofEditor);
	if (untyped.length > 0) {
		const wanted = untyped.map(([name]) => name);
		try {
			const ofAccount = await accountTypes(wanted);
			for (const name of wanted) {
				if (ofAccount.has(name)) types.set(name, ofAccount.get(name));
			}
		} catch {
			item.warn(
				"the types of the account's contact properties could not be read: values went as they were given",
			);
		}
	}
	const values = propertyValues(item, label, form, (name) => types.get(name));
	return { values, known: new Set(types.keys()), notSent: [] };
}

/** All input fields that have the name of a property of the account. */
async function fromInput(
	item: Item,
	ofEditor: Types,
	accountTypes: AccountTypes,
): Promise<ContactProperties> {
	const input = Object.entries(item.input.json);
	const mappable = input.map(([name]) => name).filter(isMappable);
	// The form never holds a name that n8n loses there.
	const isUnclear = (name: string) =>
		ofEditor.size === 0 || (ofEditor.has(name) ? !ofEditor.get(name) : !isSafeObjectProperty(name));
	const unclear = mappable.filter(isUnclear);
	const ofAccount = unclear.length > 0 ? await typesToMap(item, unclear, accountTypes) : undefined;
	const types: Types = new Map();
	for (const name of mappable) {
		const type = ofEditor.get(name) ?? (unclear.includes(name) ? ofAccount?.get(name) : undefined);
		if (type) types.set(name, type);
	}
	const sent = input.filter(([name]) => types.has(name));
	return {
		values: propertyValues(item, label, sent, (name) => types.get(name)),
		known: new Set(types.keys()),
		notSent: input
			.map(([name]) => name)
			.filter((name) => !types.has(name) && roleOf(name) !== 'identifier'),
	};
}

/** Without the list nothing is mapped: what came in may hold anything. */
async function typesToMap(
	item: Item,
	names: string[],
	accountTypes: AccountTypes,
): ReturnType<AccountTypes> {
	try {
		return await accountTypes(names);
	} catch (error) {
		const { message } = error as Error;
		throw item.lookUpFailed(
			`'${label}' can't be mapped automatically: the properties of the account could not be read. ${message.replace(/ \[item \d+\]$/, '')}`,
			'Run it again, or open the node in the editor and refresh its fields: then it knows them',
		);
	}
}

/** A name that stands for another part of the flat body would overwrite that. */
function refuseOtherNames(item: Item, field: string, names: string[]): void {
	const other = names.find((name) => !isPlainProperty(name));
	if (other === undefined) return;
	const isReadOnly = roleOf(other) === 'readOnly';
	throw item.invalidParameter(
		`'${field}' holds '${other}', which is ${isReadOnly ? 'a property that Loops does not let anybody write' : 'not a contact property'}`,
		isReadOnly
			? `Take '${other}' out`
			: `Take '${other}' out. What it stands for has a field of its own.`,
	);
}
