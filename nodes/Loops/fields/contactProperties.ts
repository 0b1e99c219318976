import type { GenericValue, INodeProperties } from 'n8n-workflow';

import { hasAll, indexOf, isMappable, isPlainProperty, roleOf } from '../account/contactProperties';
import type { Item } from './item';
import { asObject } from './json';
import {
	type AccountProperties,
	type EditorProperty,
	propertiesIn,
	propertiesToMap,
	typesOf,
} from './knownProperties';
import { mapInput } from './mapInput';
import { readMapper } from './mapper';
import { checkDates } from './name';
import { propertyValues } from './propertyValue';
import { isJson, jsonOf, valuesFields, type ValuesPart } from './valuesPart';

const part: ValuesPart = { name: 'contactProperties', label: 'Contact Properties' };
const { label } = part;

/** `isEmptyAtFirst` where few items have a property to write: fields are then added one by one. */
export const contactPropertiesFields = (isEmptyAtFirst = false): INodeProperties[] =>
	valuesFields(part, {
		from: {
			description: 'How to give the contact properties. Empty text is sent as empty text.',
			hint: 'Optional. A property that is left alone keeps its value in Loops.',
			fields: { description: 'One typed field for each property of the Loops account' },
			json: { description: 'One object with names and values' },
		},
		mapper: {
			method: 'getContactPropertyFields',
			fieldWords: { singular: 'property', plural: 'properties' },
			addAllFields: !isEmptyAtFirst,
			builderHint: {
				propertyHint:
					"Values by property name, without a schema: { mappingMode: 'defineBelow', value: { firstName: 'Kim', seats: 4 } }. The loadOptions method getContactProperties gives the names. Leave out what is not to change: empty text is sent. { mappingMode: 'autoMapInputData', value: null } sends the input fields that have the name of a property.",
			},
		},
		json: {
			placeholder: 'e.g. { "firstName": "Kim", "seats": 4, "isBeta": true, "planName": null }',
			description:
				'Object of property names and values: text, number, boolean, date, or null to clear the property. A property has to exist in Loops: others are dropped without a word.',
		},
	});

/** The contact properties of an item, as they go into the body. */
export interface ContactProperties {
	values: Map<string, GenericValue>;
	/** Names that are known to exist, from the editor or from the account. */
	known: Set<string>;
	/** True where the input is mapped to them. */
	isMapped: boolean;
}

/**
 * Reads the contact properties. `accountProperties` is asked where the editor could not know them, as in a
 * workflow that was imported or written by an AI.
 * @throws NodeOperationError for a value that can't be sent
 * @throws NodeApiError where the input is mapped, and nobody knows the properties of the account
 */
export async function readContactProperties(
	item: Item,
	accountProperties: AccountProperties,
): Promise<ContactProperties> {
	const given = isJson(item, part) ? fromJson(item) : await fromFields(item, accountProperties);
	const { name: parameter, label: field } = isJson(item, part) ? jsonOf(part) : part;
	for (const [name, value] of given.values) {
		checkDates(item, { field, name, path: [parameter, 'value', name] }, value);
	}
	return given;
}

async function fromFields(
	item: Item,
	accountProperties: AccountProperties,
): Promise<ContactProperties> {
	const { form, schema } = readMapper(item, part);
	const ofEditor = propertiesIn(schema);
	return form
		? await fromForm(item, form, ofEditor, accountProperties)
		: await fromInput(item, ofEditor, accountProperties);
}

function fromJson(item: Item): ContactProperties {
	const json = jsonOf(part);
	const properties = asObject(item, json.label, item.parameter(json.name, '{}'), [json.name]);
	// The subscription has a field of its own, too, but in JSON it is written out by its author.
	const others = Object.keys(properties).filter((name) => name !== 'subscribed');
	refuseOtherNames(item, json.label, others);
	const typeIn = (name: string) => (name === 'subscribed' ? 'consent' : undefined);
	const values = propertyValues(item, json.label, Object.entries(properties), typeIn);
	return { values, known: new Set(), isMapped: false };
}

async function fromForm(
	item: Item,
	form: Array<[string, unknown]>,
	ofEditor: EditorProperty[],
	accountProperties: AccountProperties,
): Promise<ContactProperties> {
	const names = form.map(([name]) => name);
	refuseOtherNames(item, label, names);
	const types = typesOf(ofEditor);
	const untyped = form.filter(([name, value]) => value !== undefined && !types.get(name));
	if (untyped.length > 0) {
		const wanted = untyped.map(([name]) => name);
		const ofAccount = await accountProperties(hasAll(wanted)).catch((error: unknown) => {
			if (item.isDryRun) throw error;
			item.warn(
				"the types of the account's contact properties could not be read: values went as they were given",
			);
		});
		const found = ofAccount && typesOf(ofAccount);
		for (const name of wanted) {
			// Where nothing was read, nobody can look at the names either: that is one thing to tell.
			if (!found || found.has(name)) types.set(name, found?.get(name));
		}
	}
	const values = propertyValues(item, label, form, (name) => types.get(name));
	return { values, known: new Set(types.keys()), isMapped: false };
}

/** All input fields that are called as a property of the account is. */
async function fromInput(
	item: Item,
	ofEditor: EditorProperty[],
	accountProperties: AccountProperties,
): Promise<ContactProperties> {
	const properties = await propertiesToMap(item, label, ofEditor, accountProperties);
	const types = typesOf(properties);
	const isTyped = (key: string) => isMappable(key) && types.get(key) !== undefined;
	const given = mapInput(item, label, indexOf(properties), isTyped);
	const values = propertyValues(item, label, given, (name) => types.get(name));
	return { values, known: new Set(values.keys()), isMapped: true };
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
