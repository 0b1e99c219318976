import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dateOf, isMoment } from './date';
import type { Item } from './item';
import { isPlainObject } from './kinds';
import { writtenEntry } from './locator';
import { areEnough, mapInputTo } from './mapInput';
import { readMapper } from './mapper';
import {
	checkedValues,
	fromExtra,
	fromJson,
	type NamedValue,
	type ValueCheck,
} from './namedValues';
import { readOption } from './values';
import { isJson, valuesFields, type ValuesPart } from './valuesPart';

const part: ValuesPart = {
	name: 'dataVariables',
	label: 'Data Variables',
	chosenIn: 'transactionalId',
};
const { label } = part;

export const dataVariablesFields = valuesFields(part, {
	from: {
		description: 'How to give the data variables',
		fields: { description: 'One field for each variable of the email, and more by name' },
		json: {
			description:
				'One object with names and values. Use it where an expression chooses the email.',
		},
	},
	mapper: {
		method: 'getDataVariableFields',
		fieldWords: { singular: 'variable', plural: 'variables' },
		description: 'The variables that Loops lists for the email',
		builderHint: {
			propertyHint:
				"Values by variable name, without a schema: { mappingMode: 'defineBelow', value: { firstName: 'Kim' } }. Names are case-sensitive: the operation getAll of this resource puts them out as dataVariables of each email. Each one that Loops requires needs a value that is not empty.",
		},
	},
	extra: {
		description:
			'Variables that Loops does not list, such as those used in conditions only. Upper and lower case count in a name.',
	},
	json: {
		placeholder: 'e.g. { "name": "Kim", "items": [{ "title": "Pen", "price": 2 }] }',
		description:
			'Object of names and values: text, number, or an array of objects for a list block of the email',
	},
});

/** Entry of 'Options'. */
export const missingVariables: INodeProperties = {
	displayName: 'Missing Variables',
	name: 'missingVariables',
	type: 'options',
	options: [
		{
			name: "Don't Send",
			value: 'dontSend',
			description:
				'The variables of the email are looked up, and the item fails while one has no value',
		},
		{
			name: 'Send and Warn',
			value: 'sendAndWarn',
			description:
				'The item is sent, and a warning is shown if a field above has no value. Loops may refuse it.',
		},
	],
	default: 'sendAndWarn',
	description: 'What to do about a variable of the email that has no value',
};

export function readMissingVariables(item: Item) {
	const choices = ['sendAndWarn', 'dontSend'] as const;
	return readOption(item, 'missingVariables', 'Missing Variables', choices, 'sendAndWarn');
}

const isTextOrNumber = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

const isFlatObject = (entry: unknown) =>
	isPlainObject(entry) && Object.values(entry).every(isTextOrNumber);

/** Arrays feed the list blocks of a template. Null doesn't work in Loops, neither do nested objects. */
const check: ValueCheck = (value) => {
	if (isTextOrNumber(value)) return { value };
	if (isMoment(value)) return dateOf(value);
	if (Array.isArray(value)) {
		return value.every(isFlatObject)
			? { value }
			: { wayOut: 'Each entry of an array has to be an object whose values are text or numbers' };
	}
	return {
		wayOut:
			'A data variable takes text, a number, or an array of objects; a date goes as text. Leave out an optional variable that has no value, or give it empty text.',
	};
};

/** The variables of the email, as of now where those in memory are not enough; undefined for one that Loops does not list. */
export type ListedVariables = (
	isEnough: (names: string[]) => boolean,
) => Promise<string[] | undefined>;

/** The data variables of an item. */
export interface DataVariables {
	/** `dataVariables` of the body; absent when there are none. */
	body: { dataVariables?: IDataObject };
	/** Variables that the email is known to have and that have no value. */
	missing: string[];
}

/**
 * Reads the data variables. `listed` is asked which ones the email has, where the input is mapped
 * automatically and the editor could not know.
 * @throws NodeOperationError for a value that can't be sent
 */
export async function readDataVariables(
	item: Item,
	listed: ListedVariables,
): Promise<DataVariables> {
	const inJson = isJson(item, part);
	const names = inJson ? [] : await namesFor(item, listed);
	const given = inJson
		? fromJson(item, part)
		: [...fromTemplate(item, names), ...fromExtra(item, part)];
	const values = checkedValues(item, given, check);
	return {
		body: Object.keys(values).length ? { dataVariables: values } : {},
		missing: inJson ? [] : withoutValue(names, values),
	};
}

/** Loops refuses empty text for a required variable as it refuses none. */
export const withoutValue = (names: string[], values: IDataObject = {}): string[] =>
	names.filter((name) => !Object.hasOwn(values, name) || values[name] === '');

function fromTemplate(item: Item, names: string[]): NamedValue[] {
	const { form } = readMapper(item, part);
	const given = form ?? mapInputTo(item, label, names);
	return given.map(([name, value]) => ({
		field: label,
		name,
		value,
		path: [part.name, 'value', name],
	}));
}

/** The variables of the email: those of the editor, unless an input field may be a newer one. */
async function namesFor(item: Item, listed: ListedVariables): Promise<string[]> {
	const ofEditor = knownToEditor(item);
	const { form } = readMapper(item, part);
	const open = Object.entries(item.input.json).filter(([name]) => !ofEditor.includes(name));
	if (form || open.length === 0) return ofEditor;
	const ofAccount = listed((names) => areEnough(item, open, new Set(names)));
	const orNone = ofEditor.length === 0 ? ofAccount : ofAccount.catch(() => undefined);
	return [...new Set([...ofEditor, ...((await orNone) ?? [])])];
}

/** The variables that the editor got for the email; none where an expression chooses the email. */
const knownToEditor = (item: Item): string[] =>
	writtenEntry(item, 'transactionalId') ? [...readMapper(item, part).schema.keys()] : [];
