import type { IDataObject } from 'n8n-workflow';

import { ItemRefused } from '../values/itemRefused';
import { multiSelect } from './dropdowns';
import type { Field } from './field';
import { NOT_FOR_TOOLS } from './options';
import { checkbox, choice, fieldOf } from './parameter';

/** Reduces an answer to the fields that the user asked for. */
export type Simplify = (answer: IDataObject) => IDataObject;

/** n8n's guidelines ask for 'Simplify' if an answer has more fields, and for 'Output' in tools. */
const MAX_FIELDS = 10;

const FIELDS = 'Field Names or IDs';

const keep =
	(names: string[]): Simplify =>
	(answer) =>
		Object.fromEntries(names.filter((name) => name in answer).map((name) => [name, answer[name]]));

export const keepAll: Simplify = (answer) => answer;

/** For answers with ten fields or fewer. */
export const noSimplify: Field<Simplify> = { properties: [], read: () => keepAll };

/**
 * `names` are the fields of the answer: the ten that people look for come first. Tools choose among
 * them, or among those of the account, which `loadOptionsMethod` lists.
 */
export function simplify(
	names: string[],
	{ isOn = true, loadOptionsMethod }: { isOn?: boolean; loadOptionsMethod?: string } = {},
): Field<Simplify> {
	const simplified = keep(names.slice(0, MAX_FIELDS));
	const forPeople = fieldOf(
		checkbox({
			displayName: 'Simplify',
			name: 'simplify',
			default: isOn,
			displayOptions: NOT_FOR_TOOLS,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		}),
	);
	const initial = isOn ? 'simplified' : 'raw';
	const forAgents = fieldOf(
		choice<'raw' | 'selectedFields' | 'simplified'>({
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{ name: 'Selected Fields', value: 'selectedFields' },
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: initial,
			displayOptions: { show: { '@tool': [true] } },
			description: 'Which part of the response the AI agent gets',
		}),
	);
	return {
		properties: [
			...forPeople.properties,
			...forAgents.properties,
			{
				...multiSelect('Field', 'fields', loadOptionsMethod ?? names),
				required: true,
				displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			},
		],
		read: (form) => {
			if (!form.isToolCall) return forPeople.read(form) ? simplified : keepAll;
			const output = forAgents.read(form);
			if (output !== 'selectedFields') return output === 'raw' ? keepAll : simplified;
			// An answer without any of its fields would look like none.
			const fields: string[] = form
				.value('fields', FIELDS, [])
				.identifiers('fields', (each) =>
					loadOptionsMethod ? each.identifier('fields') : each.choice(names),
				);
			// Without 'found', a contact that does not exist would look like one without values.
			if (fields.length > 0) return keep(['found', ...fields]);
			throw new ItemRefused(
				`'${FIELDS}' is empty`,
				"Choose at least one field, or another 'Output'",
			);
		},
	};
}
