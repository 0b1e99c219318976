import type { INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { fillInNotice, type Parameter } from './parameter';
import { type GivenSection, jsonOf, readSection, type Section } from './readSection';

type Texts = Pick<INodeProperties, 'description' | 'hint' | 'placeholder' | 'builderHint'>;

interface SectionTexts {
	mapper?: Texts & {
		method: string;
		fieldWords: { singular: string; plural: string };
	};
	rows?: Partial<INodeProperties>;
	json: Texts;
}

const mapperOf = (
	{ name, label, chosenIn }: Section,
	{ method, fieldWords, ...texts }: NonNullable<SectionTexts['mapper']>,
): INodeProperties => ({
	displayName: label,
	name,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		...(chosenIn && { loadOptionsDependsOn: [`${chosenIn.name}.value`] }),
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			valuesLabel: label,
			fieldWords,
			addAllFields: true,
			supportAutoMap: true,
			allowEmptyValues: true,
			// n8n would show an error above our own notice.
			hideNoDataError: true,
		},
	},
	// Nothing can be sent without a choice, so n8n may drop the values.
	...(chosenIn && { displayOptions: { hide: { [chosenIn.name]: [''] } } }),
	...texts,
});

/** Stands in for the fields until the choice that they belong to. */
const choiceNotice = ({ name, label, chosenIn }: Section): INodeProperties[] =>
	chosenIn
		? [
				fillInNotice(chosenIn.label, label, {
					name: `${name}Choice`,
					default: '',
					displayOptions: { show: { [chosenIn.name]: [''] } },
				}),
			]
		: [];

const SPELLINGS =
	"Input fields are matched by name. Upper and lower case, accents, spaces, hyphens, underscores and dots are ignored: 'Plan Name' and plan_name both match planName.";

/**
 * Shown below n8n's own notice, which asks for fields with exactly the same names. n8n shows no hint and
 * no description of a resource mapper that maps automatically.
 */
const matchNotice = ({ name, chosenIn }: Section): INodeProperties => ({
	displayName: chosenIn
		? SPELLINGS
		: `${SPELLINGS} An input field can also match the label of a property.`,
	name: `${name}Match`,
	type: 'notice',
	default: '',
	displayOptions: {
		// n8n 1 finds a part of a parameter only by a path from the root.
		show: { [`/${name}.mappingMode`]: ['autoMapInputData'] },
		...(chosenIn && { hide: { [chosenIn.name]: [''] } }),
	},
});

/** A section reads its entries together with its fields. */
const entry = (property: INodeProperties): Parameter<void> => ({ property, read: () => undefined });

/** A section, and the entries of its collection: the JSON, and the rows if it has some. */
export function section(
	of: Section,
	{ mapper, rows, json }: SectionTexts,
): Field<GivenSection> & { entries: { json: Parameter<void> } } {
	const ofJson = jsonOf(of);
	return {
		properties: mapper ? [mapperOf(of, mapper), ...choiceNotice(of), matchNotice(of)] : [],
		entries: {
			...(of.rows && {
				rows: entry({
					displayName: of.rows.label,
					name: of.rows.name,
					type: 'assignmentCollection',
					default: {},
					...rows,
				}),
			}),
			json: entry({
				displayName: ofJson.label,
				name: ofJson.name,
				type: 'json',
				default: '{}',
				...json,
			}),
		},
		read: (form) => readSection(form, of, mapper !== undefined),
	};
}
