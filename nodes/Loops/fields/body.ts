import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { format, formatName } from '../values/format';
import { checkExpression, InvalidValue } from '../values/invalidValue';
import type { Field } from './field';
import { type Form, isOmitted, type Path } from './form';
import { readName } from './name';
import { readChoice, readCollection, readJson, readText } from './read';
import { checkInserted, checkParts } from './templateParts';

/** A part of a request's body. */
export interface BodyPart<T = unknown> {
	property: INodeProperties;
	/** @throws InvalidValue for a value that can't be sent */
	read(form: Form, value: unknown, path: Path): T;
}

type BodyParts = Record<string, BodyPart>;

/** Text that may not be blank, such as a name. */
export const name = (
	property: INodeProperties,
	shown: INodeProperties = property,
): BodyPart<string> => ({
	property: shown,
	read: (form, value, path) =>
		readName(form, property.displayName, value, path, 'items', checkExpression('text')),
});

/** Text that Loops gets as it is. Blank empties it, unless `isRequired`; undefined leaves it as it is. */
export const text = (
	property: INodeProperties,
	{ isRequired = false } = {},
): BodyPart<string | undefined> => ({
	property,
	read: (form, value, path) => {
		checkParts(form, property.displayName, path);
		const read = readText(form, property.displayName, value);
		if (read !== '') return typeof value === 'string' ? value : read;
		if (!isRequired) return value === undefined ? undefined : '';
		throw new InvalidValue(`'${property.displayName}' is empty`, checkExpression('text'));
	},
});

export const nameOf = (description: string): BodyPart<string> =>
	name({
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		description,
	});

export const descriptionOf = (description: string): BodyPart<string | undefined> =>
	text({
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description,
	});

/** The ID of an entry chosen from a dropdown. */
export const option = (property: INodeProperties): BodyPart<string> =>
	name({ ...property, displayName: property.displayName.replace(/ Name or ID$/, '') }, property);

/** A dropdown for `option`. */
export const select = (
	displayName: string,
	key: string,
	loadOptionsMethod: string,
): INodeProperties => ({
	displayName: `${displayName} Name or ID`,
	name: key,
	type: 'options',
	typeOptions: { loadOptionsMethod },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

export const choicePart = (property: INodeProperties): BodyPart<string> => ({
	property,
	read: (form, value, path) => {
		checkParts(form, property.displayName, path);
		const choices = (property.options as INodePropertyOptions[]).map((each) => String(each.value));
		return readChoice(property.displayName, value, choices);
	},
});

export const json = (property: INodeProperties): BodyPart<IDataObject> => ({
	property,
	read: (form, value, path) => {
		checkInserted(form, property.displayName, path);
		const given = readJson(form, property.displayName, value, path);
		checkValues(property.displayName, given);
		return given;
	},
});

/** Refuses what JSON drops or replaces by null, which would clear something in Loops. */
function checkValues(field: string, given: object): void {
	for (const [name, value] of Object.entries(given)) {
		if (typeof value === 'object' && value !== null) checkValues(field, value as object);
		if (value !== undefined && (typeof value !== 'number' || Number.isFinite(value))) continue;
		throw new InvalidValue(
			`'${field}': '${formatName(name)}' can't be ${format(value)}`,
			checkExpression('a value'),
		);
	}
}

const LABELS = {
	additionalFields: 'Additional Fields',
	emailContent: 'Email Content',
	updateFields: 'Update Fields',
};

/** The body of a request: parts that are always given, and those that a user adds to a collection. */
export function body(
	given: BodyParts,
	added: BodyParts = {},
	collection: keyof typeof LABELS = 'additionalFields',
): Field<IDataObject> {
	const isUpdate = collection === 'updateFields';
	const label = LABELS[collection];
	const options = Object.values(added)
		// n8n would ask for it although it was not added.
		.map(({ property }) => ({ ...property, required: false }))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return {
		properties: [
			...Object.values(given).map(({ property }) => property),
			...(options.length > 0
				? [
						{
							displayName: label,
							name: collection,
							type: 'collection' as const,
							placeholder: 'Add Field',
							default: {},
							options,
						},
					]
				: []),
		],
		read: (form) => {
			const always = Object.entries(given).map(([key, { property, read }]) => [
				key,
				read(form, form.parameter(property.name, property.default), [property.name]),
			]);
			const inCollection = readCollection(label, form.parameter(collection, {}));
			const chosen = Object.entries(added)
				.filter(([, { property }]) => Object.hasOwn(inCollection, property.name))
				.filter(([, { property }]) => !isOmitted(form, inCollection[property.name]))
				.map(([key, { property, read }]) => [
					key,
					read(form, inCollection[property.name], [collection, property.name]),
				])
				.filter(([, value]) => value !== undefined);
			if (isUpdate && chosen.length === 0) {
				throw new InvalidValue('There is nothing to update', `Add a field under '${label}'`);
			}
			return Object.fromEntries([...always, ...chosen]) as IDataObject;
		},
	};
}

/** Loops' limit in bytes. */
const MAX_LMX = 100 * 1024;

/** The content of an email or a component. */
export const lmx: BodyPart<string> = {
	property: {
		displayName: 'Content (LMX)',
		name: 'lmx',
		type: 'string',
		typeOptions: { editor: 'htmlEditor', rows: 8 },
		default: '',
		placeholder: 'e.g. <Paragraph>Hello {contact.firstName}</Paragraph>',
		description:
			'Content in <a href="https://loops.so/docs/creating-emails/lmx">LMX</a>, the markup of Loops: closed tags such as Paragraph, H1, Button and Image, no HTML. Write &lt; as &amp;lt;.',
	},
	read: (form, value, path) => {
		checkInserted(form, 'Content (LMX)', path);
		const content = readText(form, 'Content (LMX)', value);
		if (content === '') {
			throw new InvalidValue("'Content (LMX)' is empty", checkExpression('LMX'));
		}
		const size = Buffer.byteLength(content);
		if (size <= MAX_LMX) return content;
		throw new InvalidValue(
			`'Content (LMX)' is ${Math.ceil(size / 1024)} KB`,
			'Loops takes at most 100 KB. Shorten it, or upload images and link to them by URL',
		);
	},
};
