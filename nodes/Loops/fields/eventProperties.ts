import type { EventProperty } from '../api/content';
import type { AccountFacts, EventAnswer, EventFact } from '../account/facts';
import type { Body, Identifier } from '../values/checked';
import { formatName, MAX_TEXT } from '../values/format';
import { memoized } from '../values/cache';
import { ItemRefused } from '../values/itemRefused';
import { NameIndex, didYouMean, suggester } from '../values/nameIndex';
import {
	eventProperty,
	fitsType,
	type PropertyType,
	TYPE_WORDS,
	typeInWords,
} from '../values/propertyValue';
import { typeOf } from './contact';
import type { Form } from '../form/form';
import {
	type Mapping,
	mapByName,
	namesToMap,
	parseValues,
	REFRESH,
	type SectionValues,
	section,
} from '../form/section';
import { OPTIONS, type Strictness, strictness } from '../form/parameter';
import { identifiersIn } from './identifier';

export const eventProperties = section(
	{
		name: 'eventProperties',
		label: 'Event Properties',
		chosenIn: 'eventName',
		collection: OPTIONS,
		sentElsewhere: identifiersIn,
		rows: { name: 'extraEventProperties', label: 'Extra Event Properties', key: 'assignments' },
	},
	{
		mapper: {
			method: 'getEventPropertyFields',
			fieldWords: { singular: 'property', plural: 'properties' },
			description:
				'Properties that Loops lists for the event. A property that you do not set is not sent.',
			hint: 'Dates without a time zone are in UTC',
			builderHint: {
				propertyHint:
					"Values by property name, without a schema: { mappingMode: 'defineBelow', value: { plan: 'team', seats: 4 } }. Upper and lower case count. A property that the event does not have yet goes to extraEventProperties. { mappingMode: 'autoMapInputData', value: null } sends the input fields that have the name of a property.",
			},
		},
		rows: {
			description:
				'Properties that Loops does not list for the event, such as those of a new event. Names are case-sensitive.',
		},
		json: {
			placeholder: 'e.g. { "plan": "team", "seats": 4, "isTrial": false }',
			description:
				"Object of names and values. A value can be text, a number, a boolean or a date. Use it instead of 'Event Properties' and 'Extra Event Properties'.",
		},
	},
);

export interface EventName {
	name: Identifier;
	/** The mode of the locator; undefined if an expression gives the name. */
	mode?: unknown;
	/** False if an expression chooses the event: the form may then belong to another one. */
	isFixed: boolean;
}

/** `hint` is for an empty name. */
export function readEventName(form: Form, hint: string): EventName {
	const { value, mode } = form.locator('eventName', 'Event Name');
	const { isFixed } = value;
	// Loops takes names as they are (contract: event-case).
	const isExact = mode === 'list' && isFixed;
	const name = value.identifier('events', { hint, isExact, longest: MAX_TEXT });
	return { name, mode, isFixed };
}

type Types = Map<string, PropertyType | undefined>;

const typesInForm = ({ isFixed }: EventName, given: SectionValues): Types =>
	new Map(isFixed ? given.schema.map((field) => [field.id, typeOf(field)]) : []);

const typesIn = ({ properties = [] }: EventFact): Types =>
	new Map(properties.map(({ name, type }) => [name, type]));

/** Entry of 'Options'. */
export const unknownEvent = strictness(
	'Unknown Event',
	'unknownEvent',
	{ dontSend: 'The item fails', sendAndWarn: 'Loops creates the event, and a warning is shown' },
	'What to do about an event that Loops does not list, such as one with a typo',
);

/** What a run asks Loops about the event: nothing if the form has it. */
function toLookUp(event: EventName, given: SectionValues): { isAsked: boolean; untyped: string[] } {
	const types = typesInForm(event, given);
	const withoutType = given.namedValues
		.filter(({ type }) => type === undefined)
		.map(({ name }) => name);
	const toRead = given.from === 'input' ? namesToMap(given) : withoutType;
	const untyped = given.from === 'json' ? [] : toRead.filter((name) => !types.get(name));
	const isKnown = types.size > 0 || event.mode === 'list';
	const isChecked =
		isKnown && given.namedValues.every(({ name, type }) => type === undefined && types.get(name));
	return { isAsked: untyped.length > 0 || !isChecked, untyped };
}

/**
 * What Loops knows about the event, as far as the item needs it, even if only for a warning.
 * @throws ItemRefused for an unknown event, if it must not be sent
 */
export async function eventFor(
	event: EventName,
	given: SectionValues,
	{ validateOnly, unknownEvent }: { validateOnly: boolean; unknownEvent: Strictness },
	facts: AccountFacts,
): Promise<EventAnswer> {
	const { isAsked, untyped } = toLookUp(event, given);
	const isStrict = unknownEvent === 'dontSend';
	if (!isAsked && !validateOnly && !isStrict) return 'notAsked';
	const hasNoNames = given.from === 'input' && typesInForm(event, given).size === 0;
	const use = isStrict || hasNoNames ? 'require' : untyped.length > 0 ? 'read' : 'warn';
	const fact = await facts.event(event.name, untyped, use);
	if (isStrict && typeof fact === 'object' && !fact.properties) {
		throw new ItemRefused(
			`Loops lists no event '${formatName(event.name)}'`,
			`Correct 'Event Name', or remove 'Options > Unknown Event' to send a new event.${didYouMean(fact.meant)}`,
		);
	}
	return fact;
}

const CHECKS_NOTHING = { validateOnly: false };

/** @throws ItemRefused for properties that are wrong whatever Loops lists for the event */
export function validateEventProperties(event: EventName, given: SectionValues): void {
	// Types in the form may be stale.
	const asGiven = { ...given, schema: [] };
	if (given.from !== 'input') resolveEventProperties(event, asGiven, CHECKS_NOTHING, 'notAsked');
}

/** The event properties of an item as they go into the body. */
interface ResolvedEventProperties {
	body: { eventProperties?: Body };
	mapping?: Mapping;
	warnings: string[];
}

/** @throws ItemRefused for a value that can't be sent */
export function resolveEventProperties(
	event: EventName,
	given: SectionValues,
	{ validateOnly }: { validateOnly: boolean },
	fact: EventAnswer,
): ResolvedEventProperties {
	const inForm = typesInForm(event, given);
	// Validate Only also asks for what a run does not use.
	const isUsed = typeof fact !== 'string' && toLookUp(event, given).isAsked;
	const types: Types = new Map([...inForm, ...(isUsed ? typesIn(fact) : [])]);
	const { namedValues, mapping } = mapByName(given, [...types.keys()]);
	const typeIn = (name: string) => (given.from === 'json' ? undefined : types.get(name));
	const isOfForm = (name: string) => !isUsed && inForm.get(name) !== undefined;
	const values = parseValues(namedValues, eventProperty, typeIn, isOfForm);
	const isUntyped = (name: string) => given.from === 'json' || !types.get(name);
	const unchecked = validateOnly
		? namedValues
		: given.namedValues.filter(({ name, type }) => type !== undefined || isUntyped(name));
	const isKnown = inForm.size > 0 || event.mode === 'list';
	const checked = unchecked
		.filter(({ name }) => values.has(name))
		.map(({ name }): [string, unknown] => [name, values.get(name)]);
	const lacksTypes =
		fact === 'unanswered' &&
		given.from === 'form' &&
		unchecked.some(({ type }) => type === undefined);
	return {
		body: values.size > 0 ? { eventProperties: Object.fromEntries(values) } : {},
		mapping,
		warnings: [
			...(lacksTypes
				? ["the types of the event's properties could not be read, so values are sent unchanged"]
				: []),
			...(fact === 'notAsked' || (isKnown && unchecked.length === 0 && !validateOnly)
				? []
				: warningsOf(event, isKnown, checked, fact, inForm)),
		],
	};
}

/** Loops accepts any event name, and lists an unknown one from then on. */
function warningsOf(
	{ name }: EventName,
	isKnown: boolean,
	checked: Array<[name: string, value: unknown]>,
	fact: Exclude<EventAnswer, 'notAsked'>,
	inForm: Types,
): string[] {
	if (fact === 'unanswered') {
		const what = isKnown
			? 'The types of its properties were not checked'
			: 'If the event is new, it starts no workflow in Loops yet';
		return [`the event '${formatName(name)}' could not be looked up. ${what}`];
	}
	if (fact.properties) return propertyWarnings(name, checked, fact.properties, inForm);
	const { meant } = fact;
	return [
		`Loops lists no event '${formatName(name)}'. If the event is new, it starts no workflow in Loops yet.${didYouMean(meant)}`,
	];
}

const indexed = memoized((properties: EventProperty[]) => {
	const named = properties.map(({ name }) => ({ key: name }));
	const types = new Map(properties.map(({ name, type }) => [name, type]));
	return { types, index: new NameIndex(named), suggest: suggester(named) };
});

function propertyWarnings(
	event: string,
	checked: Array<[name: string, value: unknown]>,
	properties: EventProperty[],
	inForm: Types,
): string[] {
	const { types, index, suggest } = indexed(properties);
	return checked.flatMap(([name, value]) => {
		const type = types.get(name);
		if (!types.has(name)) {
			const meant = index.find(name)[0] ?? suggest(name);
			// A new property is fine, but Loops had those of the form.
			return meant === undefined && !inForm.has(name)
				? []
				: `the event '${formatName(event)}' has no property '${formatName(name)}'.${didYouMean(meant)}`;
		}
		if (fitsType(value, type)) return [];
		const refresh = inForm.get(name) === undefined ? '' : `. ${REFRESH}`;
		return `the event property '${formatName(name)}' is ${typeInWords(value)} here, but ${TYPE_WORDS[type as PropertyType]} in the event '${formatName(event)}'. Loops might not convert the value${refresh}`;
	});
}
