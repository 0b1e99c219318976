import type { IDataObject } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { draftOf } from './drafts.mts';
import { COLUMNS } from './names.mts';
import {
	type ItemOutcome,
	hasOwnKeys,
	isContent,
	isMapped,
	type ItemPlan,
	type Scenario,
} from './scenario.mts';

/** Six letters that hold the number of an item in their case: Loops takes an address in any case. */
const LETTERS = 'person';

const lettersOf = (item: number) =>
	[...LETTERS]
		.map((letter, bit) => ((item >> bit) % 2 === 1 ? letter.toUpperCase() : letter))
		.join('');

/** An address of a contact that tells which item asks, in every kind of request. */
export const emailFor = (item: number, contact: number | string): string =>
	`${lettersOf(item)}${contact}@example.com`;

/** The item that a request is about; undefined for lists and the like. */
export function markOf({ body, query }: ReceivedRequest): number | undefined {
	const { eventProperties, dataVariables, seats, name, email, mailingLists } = (body ??
		{}) as IDataObject;
	for (const holder of [eventProperties, dataVariables, { n: seats }] as IDataObject[]) {
		if (typeof holder?.n === 'number') return holder.n;
	}
	const named = /^(?:item|taken|c0modellist0000000000)(\d+)$/.exec(
		String(name ?? Object.keys(mailingLists ?? {})),
	);
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
export const inputOf = (scenario: Scenario, { outcome, contact, key }: ItemPlan, n: number) =>
	withTexts(scenario, { n, outcome, group: contact, contact: String(contact), order: String(key) });

/** The item once its cause of failure is fixed: with a contact and a key that no other item has. */
export function fixed(scenario: Scenario, json: IDataObject, keepsKey: boolean): IDataObject {
	const { n, order } = json;
	return withTexts(scenario, {
		...json,
		outcome: 'good',
		contact: `extra${String(n)}`,
		order: keepsKey ? order : `fixed-${String(n)}`,
	});
}

/** With the texts that its fields are made of, and those that its expressions ask for. */
function withTexts(scenario: Scenario, about: IDataObject): IDataObject {
	const { identity, isMixed, operation } = scenario;
	const outcome = about.outcome as ItemOutcome;
	const [n, contact, order] = [Number(about.n), String(about.contact), String(about.order)];
	const isBad = outcome === 'badEmail';
	const property = `${/^[01]$/.test(contact) ? 'taken' : 'item'}${n}`;
	const texts = {
		email: isBad ? 'not an address' : emailFor(n, contact),
		property: isBad ? 'Not one' : property,
		...(hasOwnKeys(scenario) && { key: `order-${order}` }),
	};
	const isEvent = operation === 'event send';
	const [prefix, label] = draftOf(scenario, n, contact);
	const draft = isBad ? 'not an id' : `${prefix}${label}`;
	const whole = { ...texts, id: draft, name: isEvent ? 'signup' : texts.property };
	const part = {
		email: isBad ? texts.email : contact,
		key: order,
		id: isBad ? draft : label,
		name: isEvent ? 'up' : isBad ? texts.property : String(n),
	};
	if (isContent(scenario)) Object.assign(isMixed ? part : whole, { name: isMixed ? label : draft });
	return {
		...(isMapped(scenario) && { seats: n, ...COLUMNS }),
		...about,
		...texts,
		before: {
			email: lettersOf(n),
			key: 'order-',
			id: prefix,
			name: isEvent ? 'sign' : isContent(scenario) ? prefix : property.replace(/\d+$/, ''),
		}[identity],
		part: oddPart(outcome, n, (isMixed ? part : whole)[identity]),
		...(scenario.errorField && { error: 'of an earlier step' }),
	};
}

/** What the expression finds. */
function oddPart(outcome: ItemOutcome, n: number, good?: string) {
	switch (outcome) {
		case 'nothing':
			return n % 2 === 0 ? undefined : null;
		case 'object':
			return { id: 5 };
		case 'boolean':
			return true;
		default:
			return good;
	}
}
