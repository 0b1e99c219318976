import type { FieldType, IDataObject } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import type { Kind } from './oracle.mts';

/** A field of the node that is given `$json.v` of each item, whose number is `$json.item`. */
export interface FieldUnderTest {
	name: string;
	/** The kind of its values, which is a row of the table in docs/fields-and-values.md. */
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
const inBody = (name: string) => ({
	itemOf: (request: ReceivedRequest) => itemIn(request),
	sent: (request: ReceivedRequest) => body(request)[name],
});
const within = (part: string, name = 'v') => ({
	itemOf: (request: ReceivedRequest) => itemIn(request),
	sent: (request: ReceivedRequest) => (body(request)[part] as IDataObject | undefined)?.[name],
});
const inHeader = {
	itemOf: (request: ReceivedRequest) => itemIn(request),
	sent: (request: ReceivedRequest) => request.headers['idempotency-key'],
};
/** The body without the email, which every item has. */
const rest = {
	itemOf: (request: ReceivedRequest) => itemIn(request),
	sent: (request: ReceivedRequest) => {
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

const properties = TYPES.flatMap(([name, type, kind]): FieldUnderTest[] => [
	{
		name: `contact property, ${kind}, form`,
		kind,
		parameters: { ...upsert, ...propertiesMapper({ [name]: type }, { [name]: VALUE }) },
		...inBody(name),
	},
	{
		name: `contact property, ${kind}, form without schema`,
		kind,
		parameters: { ...upsert, ...propertiesMapper({}, { [name]: VALUE }) },
		...inBody(name),
	},
	{
		name: `contact property, ${kind}, row`,
		kind,
		parameters: {
			...event,
			options: { contactProperties: { property: [{ name, value: VALUE }] } },
		},
		...inBody(name),
	},
	{
		name: `contact property, ${kind}, mapped`,
		kind,
		column: name,
		parameters: { ...upsert, ...propertiesMapper({ [name]: type }) },
		...inBody(name),
	},
	{
		name: `contact property, ${kind}, mapped without schema`,
		kind,
		column: name,
		parameters: { ...upsert, ...propertiesMapper({}) },
		...inBody(name),
	},
]);

const EVENT_TYPES = [
	['plan', 'string', 'eventText'],
	['seats', 'number', 'eventNumber'],
	['paid', 'boolean', 'eventBoolean'],
	['renewsAt', 'dateTime', 'eventDate'],
] as const satisfies Array<[string, FieldType, Kind]>;

/** Without a schema, the node looks up the properties of this event. */
const planChanged = { ...event, eventName: 'planChanged' };
const ofEvent = EVENT_TYPES.flatMap(([name, type, kind]) => {
	const fields: Array<Pick<FieldUnderTest, 'name' | 'parameters' | 'column'>> = [
		{ name: 'form', parameters: eventMapper({ [name]: type }, { [name]: VALUE }) },
		{ name: 'form without schema', parameters: eventMapper({}, { [name]: VALUE }) },
		{ name: 'mapped', column: name, parameters: eventMapper({ [name]: type }) },
		{ name: 'mapped without schema', column: name, parameters: eventMapper({}) },
	];
	return fields.map(
		(field): FieldUnderTest => ({
			...field,
			name: `event property, ${kind}, ${field.name}`,
			kind,
			parameters: { ...planChanged, ...field.parameters },
			...within('eventProperties', name),
		}),
	);
});

const eventRow = (type?: string): IDataObject => ({
	...event,
	options: { extraEventProperties: { assignments: [{ id: '1', name: 'v', type, value: VALUE }] } },
});
const variables = within('dataVariables');
const eventProperties = within('eventProperties');
const additional = (additionalFields: IDataObject) => ({ ...upsert, additionalFields });
const options = (given: IDataObject, call: IDataObject = event) => ({ ...call, options: given });

export const FIELDS: FieldUnderTest[] = [
	...properties,
	...ofEvent,
	{
		name: 'contact property, JSON',
		kind: 'property',
		parameters: {
			...upsert,
			additionalFields: { contactPropertiesJson: '={{ ({ planName: $json.v }) }}' },
		},
		...inBody('planName'),
	},
	{
		name: 'event property, JSON',
		kind: 'event',
		parameters: {
			...event,
			options: { eventPropertiesJson: '={{ ({ v: $json.v }) }}' },
		},
		...eventProperties,
	},
	{ name: 'event property, row', kind: 'event', parameters: eventRow(), ...eventProperties },
	{
		name: 'event property, text row',
		kind: 'eventText',
		parameters: eventRow('string'),
		...eventProperties,
	},
	{
		name: 'event property, number row',
		kind: 'eventNumberRow',
		parameters: eventRow('number'),
		...eventProperties,
	},
	{
		name: 'event property, boolean row',
		kind: 'eventBooleanRow',
		parameters: eventRow('boolean'),
		...eventProperties,
	},
	{
		name: 'data variable, form',
		kind: 'variable',
		parameters: { ...send, ...variablesMapper(['v'], { v: VALUE }) },
		...variables,
	},
	{
		name: 'data variable, mapped',
		kind: 'variable',
		parameters: { ...send, ...variablesMapper(['v']) },
		...variables,
	},
	{
		name: 'data variable, JSON',
		kind: 'variable',
		parameters: {
			...send,
			dataVariables: {},
			options: { dataVariablesJson: '={{ ({ v: $json.v }) }}' },
		},
		...variables,
	},
	{
		name: 'email',
		kind: 'email',
		parameters: { ...both, email: VALUE, userId: '={{ "u" + String($json.item) }}' },
		itemOf: (request) => itemIn(request, 'userId'),
		sent: (request) => body(request).email,
	},
	{ name: 'user ID', kind: 'userId', parameters: { ...both, userId: VALUE }, ...inBody('userId') },
	{
		name: 'event name',
		kind: 'id',
		isNested: true,
		parameters: { ...event, eventName: { __rl: true, mode: 'name', value: VALUE } },
		...inBody('eventName'),
	},
	{
		name: 'transactional email',
		kind: 'locator',
		parameters: { ...send, transactionalId: { __rl: true, mode: 'id', value: VALUE } },
		...inBody('transactionalId'),
	},
	{
		name: 'Send Only Once For',
		kind: 'hash',
		isNested: true,
		parameters: options({ sendOnlyOnceFor: VALUE }),
		...inHeader,
	},
	{
		name: 'Custom Idempotency Key',
		kind: 'key',
		isNested: true,
		parameters: options({ customIdempotencyKey: VALUE }, send),
		...inHeader,
	},
	{
		name: 'Add to List',
		kind: 'ids',
		isNested: true,
		parameters: additional({ addToList: VALUE }),
		...inBody('mailingLists'),
	},
	{
		name: 'Add to Audience',
		kind: 'switch',
		parameters: { ...send, options: { addToAudience: VALUE } },
		...inBody('addToAudience'),
	},
	{
		name: 'Unknown Properties',
		kind: 'choice',
		parameters: options({ unknownProperties: VALUE }),
		...inBody('eventName'),
	},
	{
		name: 'Timeout',
		kind: 'seconds',
		parameters: options({ timeout: VALUE }, upsert),
		...inBody('email'),
	},
	{
		name: 'Contact Properties (JSON)',
		kind: 'object',
		parameters: { ...upsert, additionalFields: { contactPropertiesJson: VALUE } },
		...rest,
	},
];
