import type { IDataObject } from 'n8n-workflow';

import type { PropertyType } from '../account/contactProperties';
import type { SentEvent } from '../account/eventChecks';
import type { EventProperty } from '../account/eventPatterns';
import type { Item } from './item';
import { dateOf, isMoment } from './date';
import { propertiesIn, typesOf } from './knownProperties';
import { writtenEntry } from './locator';
import { areEnough, mapInputTo } from './mapInput';
import { type Mapped, readMapper } from './mapper';
import {
	checkedValues,
	fromExtra,
	fromJson,
	type NamedValue,
	type ValueCheck,
} from './namedValues';
import { propertyValues } from './propertyValue';
import { isJson, valuesFields, type ValuesPart } from './valuesPart';

const part: ValuesPart = {
	name: 'eventProperties',
	label: 'Event Properties',
	chosenIn: 'eventName',
};
const { label } = part;

export const eventPropertiesFields = valuesFields(part, {
	from: {
		description: 'How to give the event properties',
		fields: { description: 'One typed field for each property of the event, and more by name' },
		json: {
			description:
				'One object with names and values. Use it where an expression gives the name of the event.',
		},
	},
	mapper: {
		method: 'getEventPropertyFields',
		fieldWords: { singular: 'property', plural: 'properties' },
		description: 'The properties that the event has in Loops. One that is left alone is not sent.',
		builderHint: {
			propertyHint:
				"Values by property name, without a schema: { mappingMode: 'defineBelow', value: { plan: 'team', seats: 4 } }. Upper and lower case count. A property that the event does not have yet goes to extraEventProperties. { mappingMode: 'autoMapInputData', value: null } sends the input fields that have the name of a property.",
		},
	},
	extra: {
		description:
			'Properties that Loops does not list for the event, such as those of a new one. Upper and lower case count in a name.',
	},
	json: {
		placeholder: 'e.g. { "plan": "team", "seats": 4, "isTrial": false }',
		description: 'Object of names and values: text, number, boolean or date',
	},
});

/** The official client offers no null here, unlike for contact properties. */
const check: ValueCheck = (value) => {
	if (isMoment(value)) return dateOf(value);
	return ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
		? { value }
		: {
				wayOut:
					'An event property takes text, a number, true or false, or a date. Leave out what has no value.',
			};
};

/** The properties of the event, as of now where those in memory are not enough; undefined for an unknown event. */
export type PropertiesOfEvent = (
	isEnough: (properties: EventProperty[]) => boolean,
) => Promise<EventProperty[] | undefined>;

type Types = Map<string, PropertyType | undefined>;

/** The event properties of an item. */
interface EventProperties {
	/** `eventProperties` of the body; absent when there are none. */
	body: { eventProperties?: IDataObject };
	/** What is not known of the event. */
	open: Omit<SentEvent, 'name'>;
}

/**
 * Reads the event properties. `ofEvent` is asked which ones the event has, where that is open.
 * @throws NodeOperationError for a value that can't be sent
 * @throws NodeApiError where the input is mapped, and nobody knows the properties of the event
 */
export async function readEventProperties(
	item: Item,
	ofEvent: PropertiesOfEvent,
): Promise<EventProperties> {
	const inJson = isJson(item, part);
	const entry = writtenEntry(item, 'eventName');
	const ofEditor = inJson || !entry ? new Map() : typesInEditor(item);
	const { typed, untyped } = inJson
		? { typed: [], untyped: fromJson(item, part) }
		: await fromFields(item, ofEditor, ofEvent);
	const eventProperties = checkedValues(item, [...typed, ...untyped], check);
	const unchecked = untyped.filter(({ name }) => Object.hasOwn(eventProperties, name));
	return {
		body: Object.keys(eventProperties).length ? { eventProperties } : {},
		open: {
			isKnown: ofEditor.size > 0 || entry?.mode === 'list',
			unchecked: new Map(unchecked.map(({ name }) => [name, typesFor(eventProperties[name])])),
		},
	};
}

const typesInEditor = (item: Item): Types => typesOf(propertiesIn(readMapper(item, part).schema));

/** The fields of the form, or the input mapped to the properties of the event, and those given by name. */
async function fromFields(item: Item, ofEditor: Types, ofEvent: PropertiesOfEvent) {
	const { form } = readMapper(item, part);
	const types = await typesToRead(item, form, ofEditor, ofEvent);
	const given = form ?? mapInputTo(item, label, [...types.keys()]);
	// Null clears nothing here: it is left to be refused.
	const isTyped = ([name, value]: [string, unknown]) => value !== null && !!types.get(name);
	const values = propertyValues(item, label, given.filter(isTyped), (name) => types.get(name));
	const named = ([name, value]: [string, unknown]): NamedValue => ({
		field: label,
		name,
		value,
		path: [part.name, 'value', name],
	});
	return {
		typed: [...values].map(named),
		untyped: [...given.filter((each) => !isTyped(each)).map(named), ...fromExtra(item, part)],
	};
}

/** The properties that the event is known to have; Loops is asked where the editor leaves one open. */
async function typesToRead(
	item: Item,
	form: Mapped['form'],
	ofEditor: Types,
	ofEvent: PropertiesOfEvent,
): Promise<Types> {
	const open = (form ?? Object.entries(item.input.json)).filter(
		([name, value]) => value !== undefined && !ofEditor.get(name),
	);
	if (open.length === 0) return ofEditor;
	const isEnough = (properties: EventProperty[]) => areEnough(item, open, typesIn(properties));
	if (!form && ofEditor.size === 0) return typesIn(await ofEvent(isEnough));
	const ofAccount = await ofEvent(isEnough).catch((error: unknown) => {
		if (item.isDryRun) throw error;
		if (!form) return undefined;
		item.warn(
			"the types of the event's properties could not be read: values went as they were given",
		);
	});
	return new Map([...ofEditor, ...typesIn(ofAccount)]);
}

const typesIn = (properties: EventProperty[] = []): Types =>
	new Map(properties.map(({ name, type }) => [name, type]));

/** The types that a value is good for: its own is the first. */
function typesFor(value: unknown): PropertyType[] {
	const own = typeof value as PropertyType;
	return dateOf(value).value === undefined ? [own] : [own, 'date'];
}
