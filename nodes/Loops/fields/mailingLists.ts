import { multiSelect } from '../form/dropdowns';
import { onceIdentified } from './identifier';
import type { Field } from '../form/field';
import { fieldOf, type Parameter } from '../form/parameter';
import { idOrName } from '../form/idOrName';
import type { IdOrReference } from '../form/reference';
import type { ParameterValue } from '../form/parameterValue';
import { trimmed } from '../values/blank';
import type { Identifier } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused, readEach } from '../values/itemRefused';

/** List ID to true (subscribe) or false (unsubscribe). */
type ListChanges = Record<string, boolean>;

const JSON_LABEL = 'Mailing Lists (JSON)';

const select = (label: string, name: string) => multiSelect(label, name, 'getMailingLists');

const listId = (value: ParameterValue): IdOrReference => idOrName(value, 'mailingList');

/** The lists that an operation changes. */
export function mailingListIds(texts: { hint?: string } = {}): Field<IdOrReference[]> {
	const property = { ...select('Mailing List', 'mailingList'), required: true, ...texts };
	const { read } = fieldOf({
		property,
		read: (value) => {
			const ids = value.identifiers('mailing lists', listId);
			if (ids.length > 0) return ids;
			return value.refuse(
				`'${value.label}' is empty`,
				'Choose at least one mailing list, or check that the expression returns IDs for this item',
			);
		},
	});
	return { properties: onceIdentified(property), read };
}

/** The changes of one field with its label. */
interface FieldChanges<Id = IdOrReference> {
	label: string;
	changes: Array<[id: Id, isSubscribed: boolean]>;
}

const listField = (
	label: string,
	name: string,
	isSubscribed: boolean,
	hint?: string,
): Parameter<FieldChanges> => ({
	property: { ...select(label, name), ...(hint && { hint }) },
	read: (value) => ({
		label: value.label,
		changes: value.identifiers('mailing lists', listId).map((id) => [id, isSubscribed]),
	}),
});

/** Entries about mailing lists. */
export const mailingListEntries = {
	listsInJson: {
		property: {
			displayName: JSON_LABEL,
			name: 'mailingListsJson',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "cm06f5v0e45nf0ml5754o9cix": true }',
			description:
				'Object of mailing list names or IDs, each with true to subscribe or false to unsubscribe. Lists that are not named, or have no value, stay as they are.',
		},
		read: (value) => ({ label: JSON_LABEL, changes: changesInJson(value) }),
	} satisfies Parameter<FieldChanges>,
	subscribeTo: listField('Add to List', 'addToList', true),
	unsubscribeFrom: listField(
		'Drop From List',
		'removeFromList',
		false,
		'The contact is removed from these lists',
	),
};

type Chosen = Partial<Record<keyof typeof mailingListEntries, FieldChanges<Identifier>>>;

const fieldsOf = ({ listsInJson, subscribeTo, unsubscribeFrom }: Chosen) =>
	[listsInJson, subscribeTo, unsubscribeFrom].filter((field) => field !== undefined);

/** The labels of the fields that fill `mailingLists` of the body. */
export const listLabels = (chosen: Chosen): { mailingLists: string[] } => ({
	mailingLists: fieldsOf(chosen).map(({ label }) => label),
});

/** `mailingLists` of the body. Absent unless a list is named. */
export function mailingListsBody(chosen: Chosen): { mailingLists?: ListChanges } {
	const lists = new Map<string, boolean>();
	for (const [id, isSubscribed] of fieldsOf(chosen).flatMap(({ changes }) => changes)) {
		if (lists.get(id) === !isSubscribed) {
			throw new ItemRefused(
				`Mailing list '${formatName(id)}' is both added and removed`,
				'Set each mailing list in one field only',
			);
		}
		lists.set(id, isSubscribed);
	}
	return lists.size > 0 ? { mailingLists: Object.fromEntries(lists) } : {};
}

const changesInJson = (value: ParameterValue): FieldChanges['changes'] =>
	readEach(value.jsonEntries(), ([id, given]): FieldChanges['changes'] => {
		if (given.isEmpty) return [];
		const isSubscribed = given.booleanIfAny();
		if (isSubscribed !== undefined && trimmed(id) !== '' && id !== '__proto__')
			return [[listId(given.within(id, JSON_LABEL)), isSubscribed]];
		return given.refuse(
			`'${JSON_LABEL}': '${formatName(id)}' can't be ${given.shown}`,
			'Set each mailing list to true (subscribe) or false (unsubscribe)',
		);
	}).flat();
