import type {
	GenericValue,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	ResourceMapperField,
} from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { invalidInput, shown } from '../invalidInput';
import { asObject } from './json';
import { loopsDate } from './date';

/**
 * Names with a meaning of their own in the flat body of a contact or event call. A property of that
 * name would overwrite it (`__proto__`: the object itself).
 */
const RESERVED = ['email', 'userId', 'mailingLists', 'eventName', 'eventProperties', '__proto__'];

/**
 * Properties that Loops lists but that are no fields here: the identifiers and the subscription have
 * fields of their own, and notes can't be written through the API.
 */
export const CONTROLLED = ['email', 'userId', 'subscribed', 'notes'];

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
export function readContactProperties(node: IExecuteFunctions, itemIndex: number): IDataObject {
	return node.getNodeParameter('contactPropertiesMode', itemIndex, 'fields') === 'json'
		? fromJson(node, itemIndex)
		: fromFields(node, itemIndex);
}

function fromJson(node: IExecuteFunctions, itemIndex: number): IDataObject {
	const json = node.getNodeParameter('contactPropertiesJson', itemIndex, '{}');
	const properties = asObject(node, itemIndex, jsonLabel, json);
	const reserved = Object.keys(properties).find((name) => RESERVED.includes(name));
	if (reserved) {
		throw invalidInput(
			node,
			itemIndex,
			`'${jsonLabel}' holds '${reserved}', which is not a contact property`,
			`Take '${reserved}' out of the object. What it stands for has a field of its own.`,
		);
	}
	return collect(Object.entries(properties), (name, value) =>
		checkedValue(node, itemIndex, jsonLabel, name, value),
	);
}

interface MapperValue {
	mappingMode?: string;
	/** In manual mode: the fields of the form; null stands for one that was left alone. */
	value?: IDataObject | null;
	/** The account's properties as the editor last saw them; may be empty. */
	schema?: ResourceMapperField[];
}

function fromFields(node: IExecuteFunctions, itemIndex: number): IDataObject {
	// Read whole: reading `contactProperties.value` would turn null into undefined.
	const mapper = node.getNodeParameter('contactProperties', itemIndex, {}) as MapperValue;
	const schema = new Map(
		(mapper.schema ?? []).filter(({ removed }) => !removed).map((field) => [field.id, field]),
	);
	const entries =
		mapper.mappingMode === 'autoMapInputData'
			? Object.entries(node.getInputData()[itemIndex].json).filter(
					([name]) =>
						![...RESERVED, ...CONTROLLED].includes(name) && (schema.size === 0 || schema.has(name)),
				)
			: Object.entries(mapper.value ?? {}).filter(([name]) => !isUntouched(node, itemIndex, name));
	return collect(entries, (name, value) =>
		checkedValue(node, itemIndex, label, name, value, schema.get(name)?.type),
	);
}

/** In the form, null is a field that was left alone; as the result of an expression it is a value. */
function isUntouched(node: IExecuteFunctions, itemIndex: number, name: string): boolean {
	const form = node.getNodeParameter(
		'contactProperties',
		itemIndex,
		{},
		{
			rawExpressions: true,
		},
	) as MapperValue;
	return form.value?.[name] === null;
}

function collect(
	entries: Array<[string, unknown]>,
	valueOf: (name: string, value: unknown) => GenericValue,
): IDataObject {
	const result: IDataObject = {};
	for (const [name, value] of entries) {
		if (value !== undefined) result[name] = valueOf(name, value);
	}
	return result;
}

/**
 * A property value as Loops takes it: text, number, boolean, date, or null to clear. With a `type` of
 * the account it is converted to that type first.
 */
function checkedValue(
	node: IExecuteFunctions,
	itemIndex: number,
	field: string,
	name: string,
	value: unknown,
	type?: ResourceMapperField['type'],
): GenericValue {
	const refuse = (wayOut: string) =>
		invalidInput(node, itemIndex, `'${field}': '${name}' can't be ${shown(value)}`, wayOut);

	if (value === null) return null;
	if (type === 'dateTime' || value instanceof Date) {
		const { date, wayOut } = loopsDate(value);
		if (date === undefined) throw refuse(wayOut);
		return date;
	}
	if (type === 'string' && typeof value !== 'object') return String(value);
	if (type === 'number' || type === 'boolean') {
		const result = validateFieldType(name, value, type);
		if (value === '' || !result.valid) {
			throw refuse(`The property is a ${type} in Loops: give it one, or leave it out`);
		}
		return result.newValue as GenericValue;
	}
	if (typeof value === 'object' || (typeof value === 'number' && !Number.isFinite(value))) {
		throw refuse('A contact property takes text, a number, true or false, a date, or null');
	}
	return value as GenericValue;
}
