import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Checked } from '../values/checked';
import { readEach } from '../values/itemRefused';
import type { Field } from './field';
import type { ParameterValue } from './parameterValue';

/** A parameter and its reader: a field of a request's body, or an entry of a collection. */
export interface Parameter<T = unknown> {
	property: INodeProperties;
	/** The value of an entry that the user has not added. */
	absent?: T;
	/** An entry that an AI agent leaves blank counts as not added. */
	isOmittable?: true;
	/** @throws ItemRefused for a value that can't be sent */
	read(value: ParameterValue): T;
}

export type ParameterSet<T = unknown> = Record<string, Parameter<T>>;

/** An entry that always has a value. */
export type WithDefault<T> = Parameter<T> & { absent: T };

type ValueOf<P extends Parameter> =
	| ReturnType<P['read']>
	| (P extends { absent: unknown } ? never : undefined);

/** A notice in place of a parameter that appears once another field is filled in. */
export const fillInNotice = (
	field: string,
	hidden: string,
	rest: Pick<INodeProperties, 'name' | 'default' | 'displayOptions'>,
): INodeProperties => ({
	displayName: `Fill in '${field}' to see '${hidden}'`,
	type: 'notice',
	...rest,
});

/** A collection, to which users add the entries they need. They are listed from A to Z. */
export function collection<E extends ParameterSet>(
	{ name, label }: { name: string; label: string },
	placeholder: string,
	entries: E,
): Field<{ [K in keyof E]: ValueOf<E[K]> }> {
	const sorted = Object.entries(entries)
		// localeCompare takes 9 ms when it is first called.
		.sort(([, { property: a }], [, { property: b }]) => (a.displayName < b.displayName ? -1 : 1));
	const options = sorted.map(([, { property }]) => property);
	return {
		properties: [
			{ displayName: label, name, type: 'collection', placeholder, default: {}, options },
		],
		read: (form) => {
			const given = form.value(name, label, {}).entries();
			const values = readEach(sorted, ([key, { property, ...parameter }]) => {
				const entry = given.get(property.name)?.withLabel(property.displayName);
				const value = entry && chosenIn(property, entry);
				const isAdded = value && !(parameter.isOmittable && value.isOmitted);
				return [key, isAdded ? parameter.read(value) : parameter.absent];
			});
			return Object.fromEntries(values) as { [K in keyof E]: ValueOf<E[K]> };
		},
	};
}

/** Entries that fill the body. An AI agent may leave them blank. */
export const bodyEntries = <E extends ParameterSet>(entries: E): E =>
	Object.fromEntries(
		// n8n would ask for a required one although it was not added.
		Object.entries(entries).map(([key, { property, ...parameter }]) => [
			key,
			{ ...parameter, property: { ...property, required: false }, isOmittable: true },
		]),
	) as E;

/** What a locator names, in any mode; any other parameter as it is. */
const chosenIn = ({ type }: INodeProperties, value: ParameterValue): ParameterValue =>
	type === 'resourceLocator' && value.isPlainObject ? value.at('value') : value;

/** The label of the parameter, or of the entry of a collection, with this name. */
export function labelIn(properties: INodeProperties[], name: string): string | undefined {
	const property = properties
		.flatMap((each) => (each.type === 'collection' ? (each.options as INodeProperties[]) : each))
		.find((each) => each.name === name);
	return property?.displayName;
}

/** A parameter outside of a collection. */
export const fieldOf = <T>({ property, read }: Parameter<T>): Field<T> => ({
	properties: [property],
	read: (form) => {
		const value = form.value(property.name, property.displayName, property.default);
		return read(chosenIn(property, value));
	},
});

type Switch = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'displayOptions'> & {
	default?: boolean;
};

/** On or off. In a collection, the default applies until users add it. */
export const checkbox = ({ default: initial = false, ...texts }: Switch): WithDefault<boolean> => ({
	property: { ...texts, type: 'boolean', default: initial },
	absent: initial,
	read: (value) => value.boolean(),
});

/** A text in the form. */
export const notice = (
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): Field<undefined> => ({
	properties: [
		{ displayName, name, type: 'notice', default: '', ...(displayOptions && { displayOptions }) },
	],
	read: () => undefined,
});

export const choice = <T extends string>(property: INodeProperties): Parameter<T & Checked> => ({
	property,
	read: (value) =>
		value.choice((property.options as INodePropertyOptions[]).map(({ value }) => value as T)),
});
