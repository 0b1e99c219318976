import type { INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { matchNotice } from './matchNotice';
import type { Parameter } from './parameter';
import { type SectionValues, jsonOf, readSection, type Section } from './readSection';

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
		...(chosenIn && { loadOptionsDependsOn: [`${chosenIn}.value`] }),
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
	...(chosenIn && { displayOptions: { hide: { [chosenIn]: [''] } } }),
	...texts,
});

/** A section reads its entries together with its fields. */
const entry = (property: INodeProperties): Parameter<void> => ({ property, read: () => undefined });

/** A section, and the entries of its collection. */
export function section(
	of: Section,
	{ mapper, rows, json }: SectionTexts,
): Field<SectionValues> & { entries: Record<string, Parameter<void>> } {
	const ofJson = jsonOf(of);
	return {
		properties: mapper ? [mapperOf(of, mapper), matchNotice(of)] : [],
		entries: {
			...(of.rows && {
				[of.rows.name]: entry({
					displayName: of.rows.label,
					name: of.rows.name,
					type: 'assignmentCollection',
					default: {},
					...rows,
				}),
			}),
			[ofJson.name]: entry({
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
