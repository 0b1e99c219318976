import type { FieldType, IDataObject } from 'n8n-workflow';

import type { ReceivedRequest } from '../../emulator/requestLog.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../../harness/forms.mts';
import { perKey, perRawKey } from '../../harness/sendOnce.mts';
import type { Kind } from './oracle.mts';

/** A field of the node that is given `$json.v` of each item, whose number is `$json.item`. */
export interface FieldUnderTest {
	name: string;
	/** The kind of its values, which is a row of the table in test/form/generated/README.md. */
	kind: Kind;
	parameters: IDataObject;
	/** n8n turns a DateTime within a parameter into text. */
	isNested?: boolean;
	/** The column that holds the value; default `v`. */
	column?: string;
	/** The number of the item that a request is for. */
	itemOf: (request: ReceivedRequest) => number;
	/** What was sent, if anything. */
	sent: (request: ReceivedRequest) => unknown;
}

const body = (request: ReceivedRequest) => (request.body ?? {}) as Record<string, unknown>;
const itemIn = (request: ReceivedRequest, part = 'email') =>
	Number(/\d+/.exec(String(body(request)[part]))?.[0]);
const itemOf = (request: ReceivedRequest) => itemIn(request);
type Where = Pick<FieldUnderTest, 'itemOf' | 'sent'>;
const inBody = (name: string): Where => ({ itemOf, sent: (request) => body(request)[name] });
const within = (part: string, name = 'v'): Where => ({
	itemOf,
	sent: (request) => (body(request)[part] as IDataObject | undefined)?.[name],
});
const inHeader: Where = { itemOf, sent: ({ headers }) => headers['idempotency-key'] };
/** The body without the email, which every item has. */
const rest: Where = {
	itemOf,
	sent: (request) => {
		const { email: _email, ...others } = body(request);
		return others;
	},
};

const VALUE = '={{ $json.v }}';
const email = '={{ "i" + $json.item + "@example.com" }}';
const upsert = { resource: 'contact', operation: 'upsert', email };
const event = { resource: 'event', operation: 'send', eventName: 'signup', email };
const send = {
	resource: 'transactionalEmail',
	operation: 'send',
	email,
	transactionalId: { __rl: true, mode: 'id', value: 'cm8tx0welcome00000000001a' },
};
const both = { ...upsert, findBy: 'emailAndUserId' };

const TYPES = [
	['planName', 'string', 'text'],
	['seats', 'number', 'number'],
	['isBeta', 'boolean', 'boolean'],
	['trialEndsAt', 'dateTime', 'date'],
] as const satisfies Array<[string, FieldType, Kind]>;

/** In a form, mapped from a column, and both without a schema. */
const inForms = (
	mapper: (types: Record<string, FieldType>, value?: IDataObject) => IDataObject,
	name: string,
	type: FieldType,
) => [
	{ how: 'form', parameters: mapper({ [name]: type }, { [name]: VALUE }) },
	{ how: 'form without schema', parameters: mapper({}, { [name]: VALUE }) },
	{ how: 'mapped', column: name, parameters: mapper({ [name]: type }) },
	{ how: 'mapped without schema', column: name, parameters: mapper({}) },
];

const properties = TYPES.flatMap(([name, type, kind]) => {
	const row = { additionalFields: { contactProperties: { property: [{ name, value: VALUE }] } } };
	return [
		...inForms(propertiesMapper, name, type).map((of) => ({ ...of, call: upsert })),
		{ how: 'row', parameters: row, call: event },
	].map(
		({ how, call, parameters, ...more }): FieldUnderTest => ({
			...more,
			name: `contact property, ${kind}, ${how}`,
			kind,
			parameters: { ...call, ...parameters },
			...inBody(name),
		}),
	);
});

const EVENT_TYPES = [
	['plan', 'string', 'eventText'],
	['seats', 'number', 'eventNumber'],
	['paid', 'boolean', 'eventBoolean'],
	['renewsAt', 'dateTime', 'eventDate'],
] as const satisfies Array<[string, FieldType, Kind]>;

/** Without a schema, the node looks up the properties of this event. */
const planChanged = { ...event, eventName: 'planChanged' };
const ofEvent = EVENT_TYPES.flatMap(([name, type, kind]) =>
	inForms(eventMapper, name, type).map(
		({ how, parameters, ...more }): FieldUnderTest => ({
			...more,
			name: `event property, ${kind}, ${how}`,
			kind,
			parameters: { ...planChanged, ...parameters },
			...within('eventProperties', name),
		}),
	),
);

const eventRow = (type?: string): IDataObject => ({
	...event,
	options: { extraEventProperties: { assignments: [{ id: '1', name: 'v', type, value: VALUE }] } },
});
const variables = within('dataVariables');
const eventProperties = within('eventProperties');
const additional = (additionalFields: IDataObject) => ({ ...upsert, additionalFields });
const options = (given: IDataObject, call: IDataObject = event) => ({ ...call, options: given });

const field = (
	name: string,
	kind: Kind,
	where: Where,
	parameters: IDataObject,
	isNested?: true,
): FieldUnderTest => ({ name, kind, parameters, isNested, ...where });

export const FIELDS: FieldUnderTest[] = [
	...properties,
	...ofEvent,
	field('contact property, JSON', 'property', inBody('planName'), {
		...upsert,
		additionalFields: { contactPropertiesJson: '={{ ({ planName: $json.v }) }}' },
	}),
	field('event property, JSON', 'event', eventProperties, {
		...event,
		options: { eventPropertiesJson: '={{ ({ v: $json.v }) }}' },
	}),
	field('event property, row', 'event', eventProperties, eventRow()),
	field('event property, text row', 'eventText', eventProperties, eventRow('string')),
	field('event property, number row', 'eventNumberRow', eventProperties, eventRow('number')),
	field('event property, boolean row', 'eventBooleanRow', eventProperties, eventRow('boolean')),
	field('data variable, form', 'variable', variables, {
		...send,
		...variablesMapper(['v'], { v: VALUE }),
	}),
	{
		...field('data variable, mapped', 'variable', variables, {
			...send,
			...variablesMapper(['v']),
		}),
		column: 'v',
	},
	field('data variable, JSON', 'variable', variables, {
		...send,
		dataVariables: {},
		options: { dataVariablesJson: '={{ ({ v: $json.v }) }}' },
	}),
	{
		name: 'email beside a user ID',
		kind: 'emailBeside',
		parameters: { ...both, email: VALUE, userId: '={{ "u" + String($json.item) }}' },
		itemOf: (request) => itemIn(request, 'userId'),
		sent: (request) => body(request).email,
	},
	{
		name: 'user ID',
		kind: 'userId',
		parameters: {
			...upsert,
			findBy: 'userId',
			userId: VALUE,
			...propertiesMapper({ seats: 'number' }, { seats: '={{ $json.item }}' }),
		},
		itemOf: (request) => itemIn(request, 'seats'),
		sent: (request) => body(request).userId,
	},
	field('user ID beside an email', 'userIdBeside', inBody('userId'), { ...both, userId: VALUE }),
	field(
		'event name',
		'id',
		inBody('eventName'),
		{ ...event, eventName: { __rl: true, mode: 'name', value: VALUE } },
		true,
	),
	field('transactional email', 'locator', inBody('transactionalId'), {
		...send,
		transactionalId: { __rl: true, mode: 'id', value: VALUE },
	}),
	field('key', 'hash', inHeader, options(perKey(VALUE)), true),
	field('raw key', 'key', inHeader, options(perRawKey(VALUE), send), true),
	field('Add to List', 'ids', inBody('mailingLists'), additional({ addToList: VALUE }), true),
	field('Add to Audience', 'switch', inBody('addToAudience'), {
		...send,
		options: { addToAudience: VALUE },
	}),
	field('Unknown Properties', 'choice', inBody('eventName'), {
		...event,
		additionalFields: { unknownProperties: VALUE },
	}),
	field('Timeout', 'seconds', inBody('email'), options({ timeout: VALUE }, upsert)),
	field('Contact Data (JSON)', 'object', rest, {
		...upsert,
		additionalFields: { contactPropertiesJson: VALUE },
	}),
];
