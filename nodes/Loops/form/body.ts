import type { INodeProperties } from 'n8n-workflow';

import type { Body, Checked, ValueOr } from '../values/checked';
import { trimmed } from '../values/format';
import { emptyHint, ItemRefused, readEach } from '../values/itemRefused';
import { isPlainObject } from '../values/parse';
import type { Field } from './form';
import type { Reference, UnresolvedBody } from './formValue';
import {
	ADDITIONAL_FIELDS,
	bodyEntries,
	collection,
	fieldOf,
	type Parameter,
	type ParameterSet,
	propertiesOf,
} from './parameter';

/** Parameters that fill the body of a request, each by its name there. */
export type BodyParameters = ParameterSet<ValueOr<Reference>>;

/** Text that people read, sent unchanged. If undefined, Loops keeps its own. `isInEmail`: recipients read it. */
export const text = (
	property: INodeProperties,
	{ isInEmail = false } = {},
): Parameter<Checked | undefined> => ({
	property,
	read: (value) => value.content({ isInEmail }),
});

/** Refuses a field that nobody filled in. Empty text from an expression counts. */
export const required = ({
	read,
	...parameter
}: Parameter<Checked | undefined>): Parameter<Checked> => ({
	...parameter,
	read: (value, beside) =>
		(value.isFixed && value.isEmpty ? undefined : read(value, beside)) ??
		value.refuse(`'${value.label}' is empty`, emptyHint('Enter text')),
});

/** A field that is always shown but may stay empty. */
export const optional = <T>({ read, ...parameter }: Parameter<T>): Parameter<T | undefined> => ({
	...parameter,
	read: (value, beside) =>
		(value.isFixed && value.isEmpty) || value.isOmitted ? undefined : read(value, beside),
});

/** The name of something in Loops, which takes no empty name. */
export const nameOf = (description: string, displayName = 'Name'): Parameter<Checked> => {
	const name = text({
		...{ displayName, name: 'name', type: 'string', required: true, default: '' },
		description,
	});
	return required({
		...name,
		read: (value, beside) => {
			value.refuseExpression();
			return (trimmed(name.read(value, beside) ?? '') as Checked) || undefined;
		},
	});
};

export const descriptionOf = (description: string): Parameter<Checked | undefined> =>
	text({
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description,
	});

export const json = (property: INodeProperties): Parameter<Body> => ({
	property,
	read: (value) => value.json(),
});

/** JSON without a name. */
const isEmptyObject = (value: unknown) => isPlainObject(value) && Object.keys(value).length === 0;

const isGiven = ([, value]: [string, unknown]) => value !== undefined;

const LABELS = {
	additionalFields: ADDITIONAL_FIELDS.label,
	updateFields: 'Update Fields',
};

/**
 * A field that gives the body of a request. `added` are the parameters that users add to a collection. `beside` stands
 * before it, and fills the same body.
 */
export function body(
	given: BodyParameters,
	added: BodyParameters = {},
	name: keyof typeof LABELS = 'additionalFields',
	beside?: Field<UnresolvedBody>,
): Field<UnresolvedBody> {
	const label = LABELS[name];
	const entries = collection({ name, label }, 'Add Field', bodyEntries(added));
	const hasEntries = Object.keys(added).length > 0;
	return {
		properties: [
			...Object.values(given).flatMap(propertiesOf),
			...(beside?.properties ?? []),
			...(hasEntries ? entries.properties : []),
		],
		read: (form) => {
			const always = Object.entries(given).map(([key, parameter]) => () => [
				[key, fieldOf(parameter).read(form)],
			]);
			const others = [beside, entries].map(
				(field) => () => Object.entries(field?.read(form) ?? {}),
			);
			const all = readEach([...always, ...others], (read) => read()).flat() as Array<
				[string, unknown]
			>;
			const read = all.filter(isGiven);
			if (name === 'updateFields' && read.every(([, value]) => isEmptyObject(value))) {
				throw new ItemRefused('There is nothing to update', `Add a field under '${label}'`);
			}
			return Object.fromEntries(read) as UnresolvedBody;
		},
	};
}
