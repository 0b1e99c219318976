import type { INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { readChoice } from './values';

/** A parameter by what workflows store and by what people see. */
export interface Parameter {
	name: string;
	label: string;
}

/**
 * The part of a form that takes names and values: in fields that the editor gets from Loops, or in one
 * JSON object. It is called as the parameter with the fields is.
 */
export interface ValuesPart extends Parameter {
	/** Where it is chosen what they belong to, if that is not the account. */
	chosenIn?: string;
}

const fromOf = ({ name, label }: Parameter): Parameter => ({
	name: `${name}From`,
	label: `${label} From`,
});

export const jsonOf = ({ name, label }: Parameter): Parameter => ({
	name: `${name}Json`,
	label: `${label} (JSON)`,
});

/** Rows for what Loops does not list. */
export const extraOf = ({ name, label }: Parameter): Parameter => ({
	name: `extra${name[0].toUpperCase()}${name.slice(1)}`,
	label: `Extra ${label}`,
});

type Texts = Pick<INodeProperties, 'description' | 'hint' | 'placeholder' | 'builderHint'>;

/** What its parameters say. */
interface PartTexts {
	from: Texts & { fields: Texts; json: Texts };
	mapper: Texts & {
		method: string;
		fieldWords: { singular: string; plural: string };
		addAllFields?: boolean;
	};
	extra?: Texts;
	json: Texts;
}

/** The parameters of the part. */
export function valuesFields(part: ValuesPart, texts: PartTexts): INodeProperties[] {
	const { name, label, chosenIn } = part;
	const { fields, json, ...from } = texts.from;
	const { method, fieldWords, addAllFields = true, ...mapper } = texts.mapper;
	const [ofFrom, ofExtra, ofJson] = [fromOf(part), extraOf(part), jsonOf(part)];
	const forFields: INodeProperties['displayOptions'] = {
		show: { [ofFrom.name]: ['fields'] },
		// As long as nothing is chosen, nothing can be sent, so that n8n may drop the values.
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
					// n8n would call it a failure, above what the answer says of it.
					...(chosenIn && { hideNoDataError: true }),
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

/** Whether the values come from the JSON object rather than from the fields. */
export function isJson(item: Item, part: ValuesPart): boolean {
	const { name, label } = fromOf(part);
	return readChoice(item, label, item.parameter(name, 'fields'), ['fields', 'json']) === 'json';
}
