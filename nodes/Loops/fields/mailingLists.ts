import type { INodeProperties } from 'n8n-workflow';

import { trimmed } from '../values/blank';
import { isInvalidDate } from '../values/date';
import { format, formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseBoolean } from '../values/parse';
import type { Field } from '../form/field';
import { type Form, isOmitted, type Path } from '../form/form';
import type { Part } from '../form/part';
import { readIdList, readJson } from '../form/read';

/** List ID to true (subscribe) or false (unsubscribe). */
export type ListChanges = Record<string, boolean>;

const JSON_LABEL = 'Mailing Lists (JSON)';

const select = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getMailingLists' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The lists that an operation changes. */
export const mailingListIds: Field<string[]> = {
	properties: [{ ...select('Mailing List Names or IDs', 'mailingList'), required: true }],
	read: (form) => {
		const given = form.parameter('mailingList', []);
		const ids = readIdList(form, 'Mailing List', given, ['mailingList']);
		if (ids.length > 0) return ids;
		throw new ItemRefused(
			"'Mailing List' is empty",
			'Choose at least one, or check that its expression finds IDs in this item',
		);
	},
};

/** The changes of one field with its label. */
interface FieldChanges {
	label: string;
	changes: Array<[id: string, isSubscribed: boolean]>;
}

const listField = (label: string, name: string, isSubscribed: boolean): Part<FieldChanges> => ({
	property: select(`${label} Names or IDs`, name),
	read: (form, value, path) => ({
		label,
		changes: readIdList(form, label, value, path).map((id) => [id, isSubscribed]),
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
				'Object of mailing list IDs, each with true to subscribe or false to unsubscribe. Lists that are not named stay as they are.',
		},
		read: (form, value, path) => ({
			label: JSON_LABEL,
			changes: changesInJson(form, value, path),
		}),
	} satisfies Part<FieldChanges>,
	subscribeTo: listField('Add to List', 'addToList', true),
	unsubscribeFrom: listField('Remove From List', 'removeFromList', false),
};

type Chosen = Partial<Record<keyof typeof mailingListEntries, FieldChanges>>;

const fieldsOf = ({ listsInJson, subscribeTo, unsubscribeFrom }: Chosen) =>
	[listsInJson, subscribeTo, unsubscribeFrom].filter((field) => field !== undefined);

/** The labels of the fields that fill `mailingLists` of the body. */
export const listLabels = (chosen: Chosen): { mailingLists: string[] } => ({
	mailingLists: fieldsOf(chosen).map(({ label }) => label),
});

/** `mailingLists` of the body. Absent unless a list is named: each one changes what a person receives. */
export function mailingListsBody(chosen: Chosen): { mailingLists?: ListChanges } {
	const lists = new Map<string, boolean>();
	for (const [id, isSubscribed] of fieldsOf(chosen).flatMap(({ changes }) => changes)) {
		if (lists.get(id) === !isSubscribed) {
			throw new ItemRefused(
				`Mailing list '${formatName(id)}' is both added and removed`,
				'Name it only once',
			);
		}
		lists.set(id, isSubscribed);
	}
	return lists.size > 0 ? { mailingLists: Object.fromEntries(lists) } : {};
}

function changesInJson(
	form: Form,
	value: unknown,
	path: Path,
): Array<[id: string, isSubscribed: boolean]> {
	return Object.entries(readJson(form, JSON_LABEL, value, path)).flatMap(([id, given]) => {
		if (isOmitted(form, given)) return [];
		const { value: isSubscribed } = parseBoolean(given);
		if (
			isSubscribed !== undefined &&
			trimmed(id) !== '' &&
			id !== '__proto__' &&
			!isInvalidDate(id)
		)
			return [[trimmed(id), isSubscribed]];
		throw new ItemRefused(
			`'${JSON_LABEL}': '${formatName(id)}' can't be ${format(given)}`,
			'Each mailing list ID takes true (subscribe) or false (unsubscribe)',
		);
	});
}
