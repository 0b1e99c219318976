import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { formatName } from '../http/sentences';
import type { Item } from './item';
import { trimmed } from './blank';
import { isInvalidDate } from './date';
import { readIdList } from './idList';
import { asObject } from './json';
import { booleanOf } from './kinds';
import { isUnfilled } from './unfilled';
import { shown } from './values';

const label = 'Mailing Lists (JSON)';
const subscribeToList = 'Subscribe to List';
const unsubscribeFromList = 'Unsubscribe From List';

/** Entries of the 'Additional Fields' collection. */
export const mailingListFields: INodeProperties[] = [
	{
		displayName: label,
		name: 'mailingListsJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "cm06f5v0e45nf0ml5754o9cix": true }',
		description:
			'Object of mailing list IDs, each with true to subscribe or false to unsubscribe. Lists that are not named stay as they are.',
	},
	{
		displayName: 'Subscribe to List Names or IDs',
		name: 'subscribeToList',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getMailingLists' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Unsubscribe From List Names or IDs',
		name: 'unsubscribeFromList',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getMailingLists' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
];

/** The lists that an operation is about. */
export const chosenLists: INodeProperties = {
	displayName: 'Mailing List Names or IDs',
	name: 'mailingList',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getMailingLists' },
	required: true,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** The same as `mailingLists` of the body, each to be subscribed to or to be left. */
export function readChosenLists(item: Item, subscribed: boolean): Record<string, boolean> {
	const ids = readIdList(item, 'Mailing List', item.parameter('mailingList', []), ['mailingList']);
	if (ids.length === 0) {
		throw item.invalidParameter(
			"'Mailing List' is empty",
			'Choose at least one, or check that its expression finds IDs in this item',
		);
	}
	return Object.fromEntries(ids.map((id) => [id, subscribed]));
}

/** The fields that `mailingLists` of the body may come from. */
export function listLabels(from: IDataObject): { mailingLists: string[] } {
	const fields = { mailingListsJson: label, subscribeToList, unsubscribeFromList };
	const added = Object.entries(fields).filter(([name]) => name in from);
	return { mailingLists: added.map(([, field]) => field) };
}

/**
 * `mailingLists` of the body: list ID to true (subscribe) or false (unsubscribe). Absent unless a
 * list is named, since each one changes what a person receives.
 */
export function readMailingLists(
	item: Item,
	from: IDataObject,
): { mailingLists?: Record<string, boolean> } {
	const lists = new Map<string, boolean>();
	const choose = (id: string, subscribed: boolean) => {
		if (lists.has(id) && lists.get(id) !== subscribed) {
			throw item.invalidParameter(
				`Mailing list '${formatName(id)}' is to be subscribed to and unsubscribed from`,
				'Name it in one of the two fields only',
			);
		}
		lists.set(id, subscribed);
	};

	const inJson = asObject(item, label, from.mailingListsJson, [
		'additionalFields',
		'mailingListsJson',
	]);
	for (const [id, given] of Object.entries(inJson)) {
		if (isUnfilled(item, given)) continue;
		const { value: subscribed } = booleanOf(given);
		if (subscribed === undefined || trimmed(id) === '' || id === '__proto__' || isInvalidDate(id)) {
			throw item.invalidParameter(
				`'${label}': '${formatName(id)}' can't be ${shown(given)}`,
				'Each mailing list ID takes true (subscribe) or false (unsubscribe)',
			);
		}
		choose(trimmed(id), subscribed);
	}
	const choices = [
		[subscribeToList, 'subscribeToList', true],
		[unsubscribeFromList, 'unsubscribeFromList', false],
	] as const;
	for (const [field, name, subscribed] of choices) {
		const ids = readIdList(item, field, from[name], ['additionalFields', name]);
		for (const id of ids) choose(id, subscribed);
	}
	return lists.size ? { mailingLists: Object.fromEntries(lists) } : {};
}
