import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from './field';
import { type Form, isOmitted, type Path } from './form';
import { checkParts } from './templateParts';
import { readBoolean, readChoice, readCollection, readNumber } from './read';

/** An entry of a collection, to which users add the entries they need. */
export interface Entry<T> {
	property: INodeProperties;
	/** True if it counts as not added where an AI agent leaves it blank. */
	isOmittable?: true;
	/** @throws InvalidValue for a value that can't be sent */
	read(form: Form, value: unknown, isAdded: boolean, path: Path): T;
}

export type Entries = Record<string, Entry<unknown>>;
type ValuesOf<E extends Entries> = { [K in keyof E]: ReturnType<E[K]['read']> };

export function collection<E extends Entries>(
	{ name, label }: { name: string; label: string },
	placeholder: string,
	entries: E,
): Field<ValuesOf<E>> {
	const options = Object.values(entries).map(({ property }) => property);
	return {
		properties: [
			{ displayName: label, name, type: 'collection', placeholder, default: {}, options },
		],
		read: (form) => {
			const given = readCollection(label, form.parameter(name, {}));
			const values = Object.entries(entries).map(([key, { property, isOmittable, read }]) => {
				const value = given[property.name];
				const isAdded =
					Object.hasOwn(given, property.name) && !(isOmittable && isOmitted(form, value));
				return [key, read(form, isAdded ? value : undefined, isAdded, [name, property.name])];
			});
			return Object.fromEntries(values) as ValuesOf<E>;
		},
	};
}

/** Entries with fields of the body, which an AI agent may leave blank. */
export const bodyEntries = <E extends Entries>(entries: E): E =>
	Object.fromEntries(
		Object.entries(entries)
			.sort(([, { property: a }], [, { property: b }]) =>
				a.displayName.localeCompare(b.displayName),
			)
			.map(([key, each]) => [key, { ...each, isOmittable: true }]),
	) as E;

export const ADDITIONAL_FIELDS = { name: 'additionalFields', label: 'Additional Fields' };
export const OPTIONS = { name: 'options', label: 'Options' };

/** Fields of the body that few users need. */
export const additionalFields = <E extends Entries>(entries: E): Field<ValuesOf<E>> =>
	collection(ADDITIONAL_FIELDS, 'Add Field', bodyEntries(entries));

/** A boolean; its default applies until users add it. */
export const flag = (property: INodeProperties): Entry<boolean> => ({
	property,
	read: (_form, value, isAdded) =>
		isAdded ? readBoolean(property.displayName, value) : property.default === true,
});

/** A choice; its default applies until users add it. */
export const choice = <T extends string>(property: INodeProperties): Entry<T> => ({
	property,
	read: (form, value, isAdded, path) => {
		if (isAdded) checkParts(form, property.displayName, path);
		const choices = (property.options as INodePropertyOptions[]).map((each) => String(each.value));
		return (isAdded ? readChoice(property.displayName, value, choices) : property.default) as T;
	},
});

const number = (property: INodeProperties, max?: number): Entry<number | undefined> => ({
	property,
	read: (form, value) => readNumber(form, property.displayName, value, { max }),
});

/** For operations that change something in Loops. */
export const validateOnly = flag({
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the items. Nothing is sent. The output has the exact request, and warnings about it.',
});

/** For a parameter that is of no use to an AI agent, or not for it to decide. */
export const NOT_FOR_TOOLS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** For all operations. The first item sets all but `includeInputFields` for the whole run. */
export const runOptions = {
	includeInputFields: flag({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: false,
		displayOptions: NOT_FOR_TOOLS,
		description:
			"Whether to pass the fields and files of the input item on. The answer of Loops is then in the field 'loops'.",
	}),
	maxRate: number({
		displayName: 'Max Requests per Second',
		name: 'maxRequestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'Slows this step down to this rate on average, so that other tools can use the same account. In a loop, all rounds count together. Without it the node uses what Loops allows, 10 unless your limit was raised. Taken from the first item.',
	}),
	isOneAtATime: flag({
		displayName: 'One Item at a Time',
		name: 'oneItemAtATime',
		type: 'boolean',
		default: false,
		displayOptions: NOT_FOR_TOOLS,
		description:
			'Whether to finish each item before the next one starts. Items about the same contact always keep their order. Taken from the first item.',
	}),
	timeout: number(
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description: 'Seconds to wait for the whole answer of Loops. Taken from the first item.',
		},
		3_600,
	),
};

/** n8n lists the entries in this order: those of the operation first. */
export const options = <E extends Entries>(entries: E): Field<ValuesOf<E & typeof runOptions>> =>
	collection(OPTIONS, 'Add Option', { ...entries, ...runOptions });
