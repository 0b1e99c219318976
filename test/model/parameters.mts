import type { IDataObject } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import type { Seed } from '../emulator/seed.mts';
import { batchesWorkflow } from '../harness/batches.mts';
import { type WorkflowJson, workflowWith } from '../harness/workflow.mts';
import { hasOwnKeys, isRead, isSend, type ItemPlan, type Scenario } from './generate.mts';

/** A template without required variables. */
const TEMPLATE = 'cm8tx0heartbeat000000008a';

/** Six letters that hold the number of an item in their case: Loops takes an address in any case. */
const LETTERS = 'person';

/** An address of a contact that tells which item asks, in every kind of request. */
export function emailFor(item: number, contact: number | string): string {
	const coded = [...LETTERS].map((letter, bit) =>
		(item >> bit) % 2 === 1 ? letter.toUpperCase() : letter,
	);
	return `${coded.join('')}${contact}@example.com`;
}

/** The item that a request is about; undefined for lists and the like. */
export function markOf({ body, query }: ReceivedRequest): number | undefined {
	const { eventProperties, dataVariables, seats, name, email, mailingLists } = (body ??
		{}) as IDataObject;
	for (const holder of [eventProperties, dataVariables, { n: seats }] as IDataObject[]) {
		if (typeof holder?.n === 'number') return holder.n;
	}
	const named = /^(?:item|taken|list)(\d+)$/.exec(String(name ?? Object.keys(mailingLists ?? {})));
	if (named) return Number(named[1]);
	const address = String(email ?? query.email ?? '');
	if (!address.toLowerCase().startsWith(LETTERS)) return undefined;
	return [...LETTERS].reduce(
		(mark, letter, bit) => mark + (address[bit] === letter ? 0 : 2 ** bit),
		0,
	);
}

/** What an item is about: a contact, or a property. */
export const subjectOf = (json: IDataObject) => String(json.email).toLowerCase();

/** An input item as it goes into the node. */
export function inputOf(scenario: Scenario, plan: ItemPlan, n: number): IDataObject {
	const kinds: Partial<Record<ItemPlan['fate'], string>> = {
		nanKey: 'nan',
		objectKey: 'object',
		booleanKey: 'boolean',
		joinedKey: 'joined',
	};
	return {
		n,
		fate: plan.fate,
		group: plan.contact,
		email: plan.fate === 'badEmail' ? 'not an address' : emailFor(n, plan.contact),
		property: plan.fate === 'badEmail' ? 'Not one' : `${plan.contact < 2 ? 'taken' : 'item'}${n}`,
		...(hasOwnKeys(scenario) && { key: `order-${plan.key}`, keyKind: kinds[plan.fate] ?? 'good' }),
		...(scenario.errorField && { error: 'of an earlier step' }),
	};
}

/** The item once its cause of failure is mended: with a contact and a key that no other item has. */
export function mended(json: IDataObject, keepsKey: boolean): IDataObject {
	const n = json.n as number;
	return {
		...json,
		fate: 'good',
		email: emailFor(n, `extra${n}`),
		property: `item${n}`,
		...('key' in json && { key: keepsKey ? json.key : `mended-${n}`, keyKind: 'good' }),
	};
}

/** What is looked up, changed or deleted mostly exists; what is created mostly does not. */
const contactsOf = ({ operation, items }: Scenario) =>
	/update|find|delete|Suppression|subscribe/.test(operation)
		? [0, 1, 2, 3, ...items.map((_, n) => `extra${n}`)].map((contact) => emailFor(0, contact))
		: [0, 1].map((contact) => emailFor(0, contact));

export const existsAtFirst = (scenario: Scenario, email: string) =>
	contactsOf(scenario).includes(email);

/** One contact may be sent to from the start. */
export const isSuppressedAtFirst = (scenario: Scenario, email: string) =>
	existsAtFirst(scenario, email) && email !== emailFor(0, 3);

/** The account before the run. */
export function seedOf(scenario: Scenario): Seed {
	const { operation, items } = scenario;
	const taken = operation === 'contactProperty create' ? items.map((_, n) => `taken${n}`) : [];
	return {
		teamName: 'Model',
		properties: [
			{ key: 'planName', type: 'string' },
			{ key: 'seats', type: 'number' },
			...taken.map((key) => ({ key, type: 'string' as const })),
		],
		mailingLists: items.map((_, n) => ({ id: `list${n}`, name: `List ${n}` })),
		templates: [{ id: TEMPLATE, name: 'Service notice' }],
		contacts: contactsOf(scenario).map((email) => ({
			email,
			isSuppressed: isSuppressedAtFirst(scenario, email),
		})),
		removalQuota: { limit: 1_000 },
	};
}

/** Values with the item's number, read from the item; for bad JSON a text that is none. */
function valuesOf({ operation, body }: Scenario, names: Record<'n' | 'text', string>): string {
	const texts: Partial<Record<Scenario['body'], string>> = {
		now: `, ${names.text}: $now.toISO()`,
		random: `, ${names.text}: String(Math.random())`,
	};
	// An update may write the address as it is stored, which tells nothing.
	const isPlain = body === 'plain' && operation !== 'contact update';
	const values = isPlain ? '{}' : `{ ${names.n}: $json.n${texts[body] ?? ''} }`;
	const unknown = names.n === 'seats' ? '$json.fate === "unknownProperty"' : 'false';
	return `={{ $json.fate === "badJson" ? "{ oops" : Object.assign(${values}, ${unknown} ? { nobodyKnows: 1 } : {}) }}`;
}

function optionsOf(scenario: Scenario): IDataObject {
	const { operation, keys } = scenario;
	const key =
		'={{ ({ nan: 0 / 0, object: { id: 5 }, boolean: true, joined: "order [object Object]", good: $json.key })[$json.keyKind] }}';
	return {
		...(scenario.oneItemAtATime && { oneItemAtATime: true }),
		...(scenario.includeInputFields && { includeInputFields: true }),
		...(scenario.timeout && { timeout: scenario.timeout }),
		...(!isRead(scenario) && scenario.validateOnly && { validateOnly: true }),
		...(/create|upsert|update|event/.test(operation) &&
			operation !== 'contactProperty create' &&
			scenario.strict && { unknownProperties: 'dontSend' }),
		...(/find|update|Suppression|subscribe/.test(operation) &&
			scenario.whenNotFound && { whenNotFound: scenario.whenNotFound }),
		...(operation === 'contact delete' && scenario.lenient && { succeedIfAlreadyGone: true }),
		...(operation === 'contact removeSuppression' &&
			scenario.lenient && { succeedIfNotSuppressed: true }),
		...(operation === 'contactProperty create' && scenario.lenient && { ifItExists: 'skip' }),
		...(isSend(scenario) && keys === 'none' && { preventDuplicatesOnRetry: false }),
		...(hasOwnKeys(scenario) && { [keys]: key }),
	};
}

function parametersOf(scenario: Scenario): IDataObject {
	const [resource, operation] = scenario.operation.split(' ');
	const unless = (field: string) =>
		`={{ $json.fate === "throws" ? $("Nowhere").item.json.x : $json.${field} }}`;
	const contact = {
		email: unless('email'),
		contactPropertiesFrom: 'json',
		contactPropertiesJson: valuesOf(scenario, { n: 'seats', text: 'planName' }),
	};
	const lists = { email: unless('email'), mailingList: '={{ ["list" + $json.n] }}' };
	const fields: Partial<Record<Scenario['operation'], IDataObject>> = {
		'contact create': contact,
		'contact upsert': contact,
		'contact update': contact,
		'contact find': { email: unless('email') },
		'contact delete': { email: unless('email') },
		'contact checkSuppression': { email: unless('email') },
		'contact removeSuppression': { email: unless('email') },
		'mailingList subscribe': lists,
		'mailingList unsubscribe': lists,
		'contactProperty create': { propertyName: unless('property'), propertyType: 'string' },
		'contactProperty getAll': {
			properties:
				'={{ $json.fate === "throws" ? $("Nowhere").item.json.x : $json.group % 2 ? "custom" : "all" }}',
		},
		'transactionalEmail getAll': { limit: unless('group + 1') },
		'event send': {
			...contact,
			eventName: 'signup',
			eventPropertiesFrom: 'json',
			eventPropertiesJson: valuesOf(scenario, { n: 'n', text: 'text' }),
		},
		'transactionalEmail send': {
			email: unless('email'),
			transactionalId: { mode: 'id', value: TEMPLATE },
			dataVariablesFrom: 'json',
			dataVariablesJson: valuesOf(scenario, { n: 'n', text: 'text' }),
		},
	};
	const hasOptions = !/getAll|test/.test(operation);
	return {
		resource,
		operation,
		...fields[scenario.operation],
		...(hasOptions && { options: optionsOf(scenario) }),
	};
}

/** The workflow of a scenario, with Loop Over Items where it has one. */
export function workflowOf(scenario: Scenario): WorkflowJson {
	const { batch, onError, maxTries } = scenario;
	const parameters = parametersOf(scenario);
	const settings = {
		onError,
		...(maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1_000 }),
	};
	const workflow =
		batch > 0 ? batchesWorkflow(parameters, { batchSize: batch }) : workflowWith(parameters);
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => (node.name === 'Loops' ? { ...node, ...settings } : node)),
	};
}
