import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from './field';
import { type Form, isOmitted, type Path } from './form';
import { readBoolean, readChoice, readCollection } from './read';
import { checkParts } from './templateParts';

/** A parameter and its reader: a field of a request's body, or an entry of a collection. */
export interface Part<T = unknown> {
	property: INodeProperties;
	/** Its value until a user adds it to its collection. */
	absent?: T;
	/** Whether it counts as not added where an AI agent leaves it blank. */
	isOmittable?: true;
	/** @throws ItemRefused for a value that can't be sent */
	read(form: Form, value: unknown, path: Path): T;
}

export type Parts = Record<string, Part>;

/** An entry that always has a value. */
export type WithDefault<T> = Part<T> & { absent: T };

type ValueOf<P extends Part> =
	| ReturnType<P['read']>
	| (P extends { absent: unknown } ? never : undefined);

/** A collection, to which users add the entries they need. */
export function collection<E extends Parts>(
	{ name, label }: { name: string; label: string },
	placeholder: string,
	entries: E,
): Field<{ [K in keyof E]: ValueOf<E[K]> }> {
	const options = Object.values(entries).map(({ property }) => property);
	return {
		properties: [
			{ displayName: label, name, type: 'collection', placeholder, default: {}, options },
		],
		read: (form) => {
			const given = readCollection(label, form.parameter(name, {}));
			const values = Object.entries(entries).map(([key, { property, ...part }]) => {
				const value = given[property.name];
				const isAdded =
					Object.hasOwn(given, property.name) && !(part.isOmittable && isOmitted(form, value));
				return [key, isAdded ? part.read(form, value, [name, property.name]) : part.absent];
			});
			return Object.fromEntries(values) as { [K in keyof E]: ValueOf<E[K]> };
		},
	};
}

/** Entries with fields of the body, which an AI agent may leave blank, by their labels. */
export const bodyEntries = <E extends Parts>(entries: E): E =>
	Object.fromEntries(
		Object.entries(entries)
			.sort(([, { property: a }], [, { property: b }]) =>
				a.displayName.localeCompare(b.displayName),
			)
			// n8n would ask for a required one although it was not added.
			.map(([key, { property, ...part }]) => [
				key,
				{ ...part, property: { ...property, required: false }, isOmittable: true },
			]),
	) as E;

/** A parameter of its own, outside of a collection. */
export const fieldOf = <T>({ property, read }: Part<T>): Field<T> => ({
	properties: [property],
	read: (form) => {
		const { name, default: initial } = property;
		return read(form, form.parameter(name, initial), [name]);
	},
});

/** On or off. */
export const checkbox = (property: INodeProperties): Part<boolean> => ({
	property,
	read: (_form, value) => readBoolean(property.displayName, value),
});

/** One of the options of the parameter. */
export const choice = <T extends string>(property: INodeProperties): Part<T> => ({
	property,
	read: (form, value, path) => {
		checkParts(form, property.displayName, path);
		const choices = (property.options as INodePropertyOptions[]).map((each) => each.value as T);
		return readChoice(property.displayName, value, choices);
	},
});
