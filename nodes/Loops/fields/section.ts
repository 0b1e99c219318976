import type { INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { extraOf, fromOf, type Given, jsonOf, readSection, type Section } from './readSection';

type Texts = Pick<INodeProperties, 'description' | 'hint' | 'placeholder' | 'builderHint'>;

interface SectionTexts {
	from: Texts & { fields: Texts; json: Texts };
	mapper: Texts & {
		method: string;
		fieldWords: { singular: string; plural: string };
		addAllFields?: boolean;
	};
	extra?: Texts;
	json: Texts;
}

function propertiesOf(section: Section, texts: SectionTexts): INodeProperties[] {
	const { name, label, chosenIn } = section;
	const { fields, json, ...from } = texts.from;
	const { method, fieldWords, addAllFields = true, ...mapper } = texts.mapper;
	const [ofFrom, ofExtra, ofJson] = [fromOf(section), extraOf(section), jsonOf(section)];
	const forFields: INodeProperties['displayOptions'] = {
		show: { [ofFrom.name]: ['fields'] },
		// Nothing can be sent without a choice, so n8n may drop the values.
		...(chosenIn && { hide: { [chosenIn]: [''] } }),
	};
	return [
		{
			displayName: ofFrom.label,
			name: ofFrom.name,
			type: 'options',
			options: [
				{ name: 'Fields', value: 'fields', ...fields },
				{ name: 'JSON', value: 'json', ...json },
			],
			default: 'fields',
			...from,
		},
		{
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
					addAllFields,
					supportAutoMap: true,
					allowEmptyValues: true,
					// n8n would show an error above our own notice.
					hideNoDataError: true,
				},
			},
			displayOptions: forFields,
			...mapper,
		},
		...(texts.extra
			? [
					{
						displayName: ofExtra.label,
						name: ofExtra.name,
						type: 'assignmentCollection' as const,
						default: {},
						displayOptions: forFields,
						...texts.extra,
					},
				]
			: []),
		{
			displayName: ofJson.label,
			name: ofJson.name,
			type: 'json',
			default: '{}',
			displayOptions: { show: { [ofFrom.name]: ['json'] } },
			...texts.json,
		},
	];
}

export const section = (of: Section, texts: SectionTexts): Field<Given> => ({
	properties: propertiesOf(of, texts),
	read: (form) => readSection(form, of, texts.extra !== undefined),
});
