import type { INodeProperties } from 'n8n-workflow';

import type { Identifier } from '../values/checked';
import type { Form } from './form';
import {
	bodyEntries,
	checkbox,
	choice,
	collection,
	type Parameter,
	type ParameterSet,
	type WithDefault,
} from './parameter';

export const ADDITIONAL_FIELDS = { name: 'additionalFields', label: 'Additional Fields' };
export const OPTIONS = { name: 'options', label: 'Options' };
/** The optional fields of a contact, in an operation about something else. */
export const CONTACT_FIELDS = { name: ADDITIONAL_FIELDS.name, label: 'Contact Fields' };

/** Fields of the body that few users need. */
export const additionalFields = <E extends ParameterSet>(entries: E) =>
	collection(ADDITIONAL_FIELDS, 'Add Field', bodyEntries(entries));

export const choiceOption = <T extends string>(property: INodeProperties): WithDefault<T> => ({
	...choice(property),
	absent: property.default as T,
});

export const TIMEOUT_S = { min: 0.1, max: 3_600 };

/** What to do about an unknown name or a missing value. */
export type Strictness = 'dontSend' | 'sendAndWarn';

/** `texts` say what happens to the item. */
export const strictness = (
	displayName: string,
	name: string,
	texts: Record<Strictness, string>,
	description: string,
) =>
	choiceOption<Strictness>({
		displayName,
		name,
		type: 'options',
		options: [
			{ name: "Don't Send", value: 'dontSend', description: texts.dontSend },
			{ name: 'Send and Warn', value: 'sendAndWarn', description: texts.sendAndWarn },
		],
		default: 'sendAndWarn',
		description,
	});

/** For operations that change something in Loops. */
export const validateOnly = checkbox({
	displayName: 'Validate Only',
	name: 'validateOnly',
	description:
		'Whether to only check the items, without changing or sending anything. The output then shows the exact request, with warnings about it.',
});

const TEAM_HINT = "Enter the name of the team, or remove the option 'Only for Team'";

const onlyForTeam: Parameter<Identifier> = {
	property: {
		displayName: 'Only for Team',
		name: 'onlyForTeam',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $vars.loopsTeam }}',
		description:
			"Name of the team in Loops, as 'API Key > Test' shows it. If the API key belongs to another team, the item fails and changes nothing. This takes one more request per run.",
	},
	read: (value) => value.identifier('teams', { hint: TEAM_HINT }),
};

const teamOption = collection(OPTIONS, '', { onlyForTeam });

/** The only team whose account an item may change. */
export const teamOf = (form: Form): Identifier | undefined => teamOption.read(form).onlyForTeam;

/** Hides a parameter from AI agents that is useless to them, or not theirs to decide. */
export const NOT_FOR_TOOLS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** Options of all operations. The first item sets all but `includeInputFields` for the whole run. */
const runOptions = {
	includeInputFields: checkbox({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		displayOptions: NOT_FOR_TOOLS,
		description:
			"Whether to keep the input item's fields and files. Loops' response is then in the field 'loops'.",
	}),
	timeout: {
		property: {
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description:
				"How many seconds to wait for the whole response. The first item's value applies to all items.",
		},
		read: (value) => value.number(TIMEOUT_S),
	} satisfies Parameter<number | undefined>,
};

/** The collection 'Options': the entries of the operation, and those of all operations. */
export const options = <E extends ParameterSet>(entries: E) =>
	collection(OPTIONS, 'Add Option', {
		...entries,
		...('validateOnly' in entries && { onlyForTeam }),
		...runOptions,
	});
