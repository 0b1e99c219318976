import type { GenericValue, INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { isPlainProperty, roleOf } from '../account/contactProperties';
import { loopsDate } from './date';
import type { Item } from './item';
import { asObject } from './json';
import { readMapper } from './mapper';
import { shown } from './values';

const label = 'Contact Properties';
const jsonLabel = 'Contact Properties (JSON)';

export const contactPropertiesFields: INodeProperties[] = [
	{
		displayName: 'Contact Properties From',
		name: 'contactPropertiesMode',
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
		displayOptions: { show: { contactPropertiesMode: ['fields'] } },
		description:
			'A field that is left alone is not sent, and keeps its value in Loops. Empty text is sent as empty text.',
	},
	{
		displayName: jsonLabel,
		name: 'contactPropertiesJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { contactPropertiesMode: ['json'] } },
		description:
			'Object of property names and values: text, number, boolean, date, or null to clear the property. A property has to exist in Loops: others are dropped without a word.',
		placeholder: 'e.g. { "firstName": "Kim", "seats": 4, "isBeta": true, "planName": null }',
	},
];

/** The contact properties of an item, as they go into the body. */
export interface ContactProperties {
	values: Map<string, GenericValue>;
	/** Names that the editor got from the account, so that they are known to exist. */
	known: Set<string>;
	/** Fields of the input that are not sent, since no property has their name. */
	notSent: string[];
}

export function readContactProperties(item: Item): ContactProperties {
	return item.parameter('contactPropertiesMode', 'fields') === 'json'
		? fromJson(item)
		: fromFields(item);
}

function fromJson(item: Item): ContactProperties {
	const properties = asObject(item, jsonLabel, item.parameter('contactPropertiesJson', '{}'));
	const entries = Object.entries(properties);
	// The subscription has a field of its own, too, but in JSON it is written out by its author.
	refuseOtherNames(
		item,
		jsonLabel,
		entries.map(([name]) => name).filter((name) => name !== 'subscribed'),
	);
	const values = collect(entries, (name, value) => checkedValue(item, jsonLabel, name, value));
	return { values, known: new Set(), notSent: [] };
}

function fromFields(item: Item): ContactProperties {
	const { form, schema } = readMapper(item, 'contactProperties');
	const { entries, notSent } = form ? { entries: form, notSent: [] } : fromInput(item, schema);
	refuseOtherNames(
		item,
		label,
		entries.map(([name]) => name),
	);
	const values = collect(
		// In a CSV file, an empty cell is all there is for no number and no date.
		entries.filter(([name, value]) => value !== '' || isText(schema.get(name))),
		(name, value) => checkedValue(item, label, name, value, typeOf(schema.get(name))),
	);
	return { values, known: new Set(schema.keys()), notSent };
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

/** Booleans are a choice between true and false in the form. */
const typeOf = (field?: ResourceMapperField) =>
	field?.type === 'options' ? 'boolean' : field?.type;

const isText = (field?: ResourceMapperField) => field === undefined || field.type === 'string';

/** All input fields that have the name of a property of the account, as far as that is known. */
function fromInput(
	item: Item,
	schema: Map<string, ResourceMapperField>,
): { entries: Array<[string, unknown]>; notSent: string[] } {
	const isProperty = (name: string) =>
		isPlainProperty(name) && (schema.size === 0 || schema.has(name));
	const input = Object.entries(item.input.json);
	return {
		entries: input.filter(([name]) => isProperty(name)),
		notSent: input
			.map(([name]) => name)
			.filter((name) => !isProperty(name) && roleOf(name) !== 'identifier'),
	};
}

function collect(
	entries: Array<[string, unknown]>,
	valueOf: (name: string, value: unknown) => GenericValue,
): Map<string, GenericValue> {
	const given = entries.filter(([, value]) => value !== undefined);
	return new Map(given.map(([name, value]) => [name, valueOf(name, value)]));
}

/**
 * A property value as Loops takes it: text, number, boolean, date, or null to clear. With a `type` of
 * the account it is converted to that type first.
 */
function checkedValue(
	item: Item,
	field: string,
	name: string,
	value: unknown,
	type?: ResourceMapperField['type'],
): GenericValue {
	const refuse = (wayOut: string) =>
		item.invalidParameter(`'${field}': '${name}' can't be ${shown(value)}`, wayOut);

	if (value === null) return null;
	if (type === 'dateTime' || value instanceof Date) {
		const result = loopsDate(value);
		if (result.wayOut !== undefined) throw refuse(result.wayOut);
		return result.date;
	}
	if (type === 'string' && typeof value !== 'object') return String(value);
	if (type === 'number' || type === 'boolean') {
		const result = validateFieldType(name, value, type);
		if (!result.valid) {
			throw refuse(`The property is a ${type} in Loops: give it one, or leave it out`);
		}
		return result.newValue as GenericValue;
	}
	if (typeof value === 'object' || (typeof value === 'number' && !Number.isFinite(value))) {
		throw refuse('A contact property takes text, a number, true or false, a date, or null');
	}
	return value as GenericValue;
}
