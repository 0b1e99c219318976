import type { INodeProperties } from 'n8n-workflow';

import { MAX_LMX_KB } from '../api/content';
import type { Body, Checked, ValueOr } from '../values/checked';
import { formatName, trimmed } from '../values/format';
import { emptyHint, ItemRefused, readEach } from '../values/itemRefused';
import { foreignTagIn, isEmptyLmx } from '../values/lmx';
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
} from './parameter';

/** Parameters that fill the body of a request, each by its name there. */
export type BodyParameters = ParameterSet<ValueOr<Reference>>;

/** Text that people read, sent unchanged. If undefined, Loops keeps its own. */
export const text = (property: INodeProperties): Parameter<Checked | undefined> => ({
	property,
	read: (value) => value.content(),
});

/** Refuses a field that nobody filled in. Empty text from an expression counts. */
export const required = ({
	read,
	...parameter
}: Parameter<Checked | undefined>): Parameter<Checked> => ({
	...parameter,
	read: (value) =>
		(value.isFixed && value.isEmpty ? undefined : read(value)) ??
		value.refuse(`'${value.label}' is empty`, emptyHint('Enter text')),
});

/** A field that is always shown but may stay empty. */
export const optional = <T>({ read, ...parameter }: Parameter<T>): Parameter<T | undefined> => ({
	...parameter,
	read: (value) => ((value.isFixed && value.isEmpty) || value.isOmitted ? undefined : read(value)),
});

/** The name of something in Loops, which takes no empty name. */
export const nameOf = (description: string, displayName = 'Name'): Parameter<Checked> => {
	const name = text({
		...{ displayName, name: 'name', type: 'string', required: true, default: '' },
		description,
	});
	return required({
		...name,
		read: (value) => (trimmed(name.read(value) ?? '') as Checked) || undefined,
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
	emailContent: 'More Email Fields',
	updateFields: 'Update Fields',
};

/** A field that gives the body of a request. `added` are the parameters that users add to a collection. */
export function body(
	given: BodyParameters,
	added: BodyParameters = {},
	name: keyof typeof LABELS = 'additionalFields',
): Field<UnresolvedBody> {
	const label = LABELS[name];
	const entries = collection({ name, label }, 'Add Field', bodyEntries(added));
	const hasEntries = Object.keys(added).length > 0;
	return {
		properties: [
			...Object.values(given).map(({ property }) => property),
			...(hasEntries ? entries.properties : []),
		],
		read: (form) => {
			const always = Object.entries(given).map(([key, parameter]) => () => [
				[key, fieldOf(parameter).read(form)],
			]);
			const chosen = () => {
				const read = Object.entries(entries.read(form)).filter(isGiven);
				if (name === 'updateFields' && read.every(([, value]) => isEmptyObject(value))) {
					throw new ItemRefused('There is nothing to update', `Add a field under '${label}'`);
				}
				return read;
			};
			const all = readEach([...always, chosen], (read) => read()).flat() as Array<
				[string, unknown]
			>;
			return Object.fromEntries(all.filter(isGiven)) as UnresolvedBody;
		},
	};
}

/**
 * The content of an email or a component. The editor shows no placeholder, so the example is part of the
 * hint, which n8n renders as HTML.
 */
export const lmx = ({ hint }: { hint: string }): Parameter<Checked | undefined> => ({
	property: {
		displayName: 'Content (LMX)',
		name: 'lmx',
		type: 'string',
		typeOptions: { editor: 'htmlEditor', rows: 8 },
		default: '',
		hint: `LMX, not HTML: ${hint}. {{ }} needs Expression mode`,
		description:
			'Content in <a href="https://loops.so/docs/creating-emails/lmx">LMX</a>, the markup language of Loops. Use tags such as Paragraph, H1, Button and Image, close each of them, and use no HTML. Write &lt; as &amp;lt;. In Fixed mode, {{ }} is sent to Loops unchanged.',
	},
	read: (value) => {
		const content = value.content();
		if (content === undefined) return undefined;
		// It may be live at once, such as the content of a component.
		if (isEmptyLmx(content)) {
			value.refuse(`'${value.label}' is empty`, 'Enter content, such as a Paragraph with text');
		}
		const size = Buffer.byteLength(content);
		if (size > MAX_LMX_KB * 1024) {
			value.refuse(
				`'${value.label}' is ${Math.ceil(size / 1024)} KB`,
				`Loops accepts at most ${MAX_LMX_KB} KB. Shorten the content, or upload images and link to them by URL`,
			);
		}
		// Loops refuses it only after it has created the campaign (contract: lmx-text).
		if (!content.includes('<')) {
			value.refuse(
				`'${value.label}' is text without tags`,
				'Wrap each paragraph in the tag Paragraph, as in the example under the field',
			);
		}
		const tag = foreignTagIn(content);
		if (tag !== undefined) {
			value.refuse(
				`'${value.label}' is ${tag.startsWith('mj') ? 'MJML' : 'HTML'}, not LMX: the content has the tag ${formatName(tag)}`,
				'Nothing was sent to Loops. Use LMX tags, such as H1 and Paragraph instead of h1 and p',
			);
		}
		// In an expression, n8n has replaced them.
		const braces = /\{\{[^{}]*\}\}/.exec(content)?.[0];
		if (value.isFixed && braces !== undefined) {
			value.warn(
				`'${value.label}' contains ${formatName(braces)}, which readers see as it is. For an n8n expression, switch the field from Fixed to Expression`,
			);
		}
		return content;
	},
});
