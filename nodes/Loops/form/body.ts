import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { trimmed } from '../values/blank';
import { format, formatName } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import type { Field } from './field';
import { isPlainObject } from '../values/parse';
import { readName } from './name';
import { bodyEntries, collection, type Part, type Parts } from './part';
import { readJson, readText } from './read';
import { checkInserted, checkWords } from './templateParts';

/** Text that identifies something, such as an ID. */
export const name = (
	property: INodeProperties,
	shown: INodeProperties = property,
): Part<string> => ({
	property: shown,
	read: (form, value, path) =>
		readName(form, property.displayName, value, path, 'items', expressionHint('text')),
});

/** Text that Loops gets as it is. Blank empties it, unless `isRequired`; undefined leaves it as it is. */
export const text = (
	property: INodeProperties,
	{ isRequired = false } = {},
): Part<string | undefined> => ({
	property,
	read: (form, value, path) => {
		const read = readText(form, property.displayName, value);
		checkWords(form, property.displayName, path, read);
		if (read !== '') return typeof value === 'string' ? value : read;
		if (!isRequired) return value === undefined ? undefined : '';
		throw new ItemRefused(`'${property.displayName}' is empty`, expressionHint('text'));
	},
});

/** The name of something that has an ID besides. */
export const nameOf = (description: string, displayName = 'Name'): Part<string> => {
	const { property, read } = text(
		{ displayName, name: 'name', type: 'string', required: true, default: '', description },
		{ isRequired: true },
	);
	return { property, read: (...of) => trimmed(read(...of) ?? '') };
};

export const descriptionOf = (description: string): Part<string | undefined> =>
	text({
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description,
	});

/** The ID of an entry chosen from a dropdown. */
export const option = (property: INodeProperties): Part<string> =>
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

export const json = (property: INodeProperties): Part<IDataObject> => ({
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
		throw new ItemRefused(
			`'${field}': '${formatName(name)}' can't be ${format(value)}`,
			expressionHint('a value'),
		);
	}
}

/** JSON without a name. */
const isEmptyObject = (value: unknown) => isPlainObject(value) && Object.keys(value).length === 0;

const LABELS = {
	additionalFields: 'Additional Fields',
	emailContent: 'Email Content',
	updateFields: 'Update Fields',
};

/** The body of a request: parts that are always given, and those that a user adds to a collection. */
export function body(
	given: Parts,
	added: Parts = {},
	name: keyof typeof LABELS = 'additionalFields',
): Field<IDataObject> {
	const label = LABELS[name];
	const entries = collection({ name, label }, 'Add Field', bodyEntries(added));
	const hasEntries = Object.keys(added).length > 0;
	return {
		properties: [
			...Object.values(given).map(({ property }) => property),
			...(hasEntries ? entries.properties : []),
		],
		read: (form) => {
			const always = Object.entries(given).map(([key, { property, read }]) => [
				key,
				read(form, form.parameter(property.name, property.default), [property.name]),
			]);
			const chosen = Object.entries(entries.read(form)).filter(([, value]) => value !== undefined);
			if (name === 'updateFields' && chosen.every(([, value]) => isEmptyObject(value))) {
				throw new ItemRefused('There is nothing to update', `Add a field under '${label}'`);
			}
			return Object.fromEntries([...always, ...chosen]) as IDataObject;
		},
	};
}

/** Loops' limit in bytes. */
const MAX_LMX = 100 * 1024;

/** The content of an email or a component. */
export const lmx: Part<string> = {
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
			throw new ItemRefused("'Content (LMX)' is empty", expressionHint('LMX'));
		}
		const size = Buffer.byteLength(content);
		if (size <= MAX_LMX) return content;
		throw new ItemRefused(
			`'Content (LMX)' is ${Math.ceil(size / 1024)} KB`,
			'Loops takes at most 100 KB. Shorten it, or upload images and link to them by URL',
		);
	},
};
