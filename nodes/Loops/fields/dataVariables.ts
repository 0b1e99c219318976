import type { AccountFacts, EmailFact } from '../account/facts';
import type { Rejection } from '../http/request';
import type { Body, Identifier } from '../values/checked';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { dataVariable } from '../values/propertyValue';
import {
	type Mapping,
	mapByName,
	namesToMap,
	parseValues,
	suggestMissing,
	type SectionValues,
	section,
} from '../form/section';
import { OPTIONS, type Strictness, strictness } from '../form/parameter';
import { identifiersIn } from './identifier';

export const dataVariables = section(
	{
		name: 'dataVariables',
		label: 'Data Variables',
		chosenIn: 'transactionalId',
		collection: OPTIONS,
		sentElsewhere: identifiersIn,
		rows: {
			...{ name: 'extraDataVariables', label: 'Extra Data Variables', key: 'assignments' },
			takesLists: true,
		},
	},
	{
		mapper: {
			method: 'getDataVariableFields',
			fieldWords: { singular: 'variable', plural: 'variables' },
			description: 'Variables that Loops lists for the email',
			builderHint: {
				propertyHint:
					"Values by variable name, without a schema: { mappingMode: 'defineBelow', value: { firstName: 'Kim' } }. Names are case-sensitive: the operation getAll of this resource returns them as dataVariables of each email. Each one that Loops requires needs a value that is not empty.",
			},
		},
		rows: {
			description:
				'Variables that Loops does not list, such as those used in conditions only. Names are case-sensitive.',
		},
		json: {
			placeholder: 'e.g. { "name": "Kim", "items": [{ "title": "Pen", "price": 2 }] }',
			description:
				"Object of names and values. A value can be text, a number, or an array of objects for a list block of the email. Use it instead of 'Data Variables' and 'Extra Data Variables'.",
		},
	},
);

/** Entry of 'Options'. */
export const missingVariables = strictness(
	'Missing Variables',
	'missingVariables',
	{
		dontSend: 'The node looks up the variables, and the item fails',
		sendAndWarn: 'The item is sent. Loops refuses it if the variable is required.',
	},
	'What to do about a variable of the email that has no value',
);

export interface ChosenEmail<Id = Identifier> {
	transactionalId: Id;
	/** False if an expression chooses the email: the form may then belong to another one. */
	isFixed: boolean;
}

interface VariableChoices {
	missingVariables: Strictness;
	validateOnly: boolean;
}

const namesInForm = ({ isFixed }: ChosenEmail, given: SectionValues): string[] =>
	isFixed ? given.schema.map(({ id }) => id) : [];

/** What Loops knows about the email, as far as the item needs it. */
export async function variablesFor(
	email: ChosenEmail,
	given: SectionValues,
	choices: VariableChoices,
	facts: AccountFacts,
): Promise<EmailFact | undefined> {
	const formNames = namesInForm(email, given);
	const unmapped = namesToMap(given).filter((name) => !formNames.includes(name));
	const isStrict = choices.missingVariables === 'dontSend' || choices.validateOnly;
	if (!isStrict && unmapped.length === 0) return undefined;
	const isMapped = unmapped.length > 0 && formNames.length === 0;
	const use = choices.missingVariables === 'dontSend' || isMapped ? 'require' : 'read';
	const ask = async (isFresh: boolean) =>
		await facts.variables(email.transactionalId, unmapped, { use, isFresh });
	const known = await ask(false);
	if (!isStrict || !known?.names) return known;
	// The email may have been published since, without this variable.
	const { dataVariables } = valuesOf(email, given, known.names).body;
	return namesWithoutValue(known.names, dataVariables).length > 0 ? await ask(true) : known;
}

/** @throws ItemRefused for values that no email takes */
export function validateVariables(email: ChosenEmail, given: SectionValues): void {
	if (given.from !== 'input') valuesOf(email, given);
}

/** The data variables of an item as they go into the body. */
interface ResolvedVariables {
	body: { dataVariables?: Body };
	mapping?: Mapping;
	warnings: string[];
	/** Explain what Loops refuses about them. */
	rejections: Rejection[];
}

/**
 * `known` is undefined if there was no look-up, or it failed.
 * @throws ItemRefused for a value that can't be sent
 */
export function resolveVariables(
	email: ChosenEmail,
	given: SectionValues,
	choices: VariableChoices,
	known: EmailFact | undefined,
): ResolvedVariables {
	const { meant, missing: missingInForm, ...values } = valuesOf(email, given, known?.names);
	const warnings = choices.validateOnly && !known ? [NOT_CHECKED] : [];
	const resolved = { ...values, warnings };
	const isStrict = choices.missingVariables === 'dontSend' || choices.validateOnly;
	const rejections = rejectionsOf(missingInForm, meant(missingInForm));
	if (!isStrict) return { ...resolved, rejections };
	if (known && !known.names && choices.validateOnly) {
		throw new ItemRefused(
			'Loops lists no published email with this ID',
			'Choose an email from the list, or publish this email in Loops',
		);
	}
	const missing = namesWithoutValue(known?.names ?? [], resolved.body.dataVariables);
	if (missing.length === 0) return { ...resolved, rejections };
	const { problem, hint } = missingProblem(missing, meant(missing));
	throw new ItemRefused(problem, `Nothing was sent. ${hint}`);
}

function valuesOf(email: ChosenEmail, given: SectionValues, loopsNames: string[] = []) {
	const formNames = namesInForm(email, given);
	// Keeps variables that Loops no longer lists: the template may be published again.
	const names = given.from === 'input' ? [...new Set([...formNames, ...loopsNames])] : formNames;
	const { namedValues, mapping } = mapByName(given, names);
	const values = parseValues(namedValues, dataVariable);
	const dataVariables = Object.fromEntries(values);
	// Loops may require a variable that the user removed from the form.
	const asked = [...names, ...(email.isFixed ? given.removed : [])];
	return {
		body: values.size > 0 ? { dataVariables } : {},
		missing: given.from === 'json' ? [] : namesWithoutValue(asked, dataVariables),
		meant: (missing: string[]) => {
			const offered = [...values.keys(), ...(mapping?.notMapped ?? [])];
			return suggestMissing(offered, [...names, ...loopsNames], missing);
		},
		mapping,
	};
}

/** Loops refuses empty text for a required variable like a missing one. */
const namesWithoutValue = (names: string[], values: Body = {}): string[] =>
	names.filter((name) => !Object.hasOwn(values, name) || values[name] === '');

/** `missing` is empty if it is unknown which variables have no value. `meant` asks for misspelled ones. */
function missingProblem(missing: string[], meant: string[]) {
	const names = listed(missing.map((name) => `'${formatName(name)}'`)) || 'its data variables';
	const advice =
		missing.length > 0
			? `Fill in ${names} under Data Variables. If a value is an expression, check that the expression returns a value for this item`
			: CHECK_ALL;
	return {
		problem: `The email needs ${missing.length === 1 ? 'a value' : 'values'} for ${names}`,
		hint: [advice, ...meant].join('. '),
	};
}

const NOT_CHECKED = 'the data variables of the email could not be looked up, so none was checked';

const CHECK_ALL =
	'Check the data variables against the email in Loops: each required variable needs a value that is not empty. Names are case-sensitive';

/** For a send in which `missing` have no value (contract: send-variable-missing). */
const rejectionsOf = (missing: string[], meant: string[]): Rejection[] => [
	{
		status: 400,
		path: 'dataVariables',
		isComplete: missing.length > 0,
		...missingProblem(missing, meant),
	},
	{
		status: 400,
		part: 'dataVariables',
		says: /variable|required field/i,
		hint: [CHECK_ALL, ...meant].join('. '),
	},
];
