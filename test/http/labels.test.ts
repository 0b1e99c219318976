import type { IDataObject } from 'n8n-workflow';
import { it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const LIST = 'cm9list0investors00000003';
const { create, sendEvent, subscribe, unsubscribe, update, upsert } = parametersOf;

interface RefusedField {
	parameters: IDataObject;
	/** Where Loops says that the wrong value is, in the body of the request. */
	path: string;
	/** What the error calls the field. */
	label: string;
}

it.each<[string, RefusedField]>([
	[
		'the mailing list of Subscribe Contact',
		{ parameters: subscribe, path: 'mailingLists', label: "'Mailing List Names or IDs'" },
	],
	[
		'one mailing list of Unsubscribe Contact',
		{
			parameters: unsubscribe,
			path: `mailingLists.${LIST}`,
			label: "'Mailing List Names or IDs' (mailingLists.",
		},
	],
	[
		'a mailing list to add to',
		{
			parameters: { ...upsert, additionalFields: { addToList: LIST } },
			path: 'mailingLists',
			label: "'Add to List Names or IDs'",
		},
	],
	[
		'a mailing list to remove from',
		{
			parameters: { ...create, additionalFields: { removeFromList: LIST } },
			path: 'mailingLists',
			label: "'Drop From List Names or IDs'",
		},
	],
	[
		'the mailing lists of an event, which are in two fields',
		{
			parameters: {
				...sendEvent,
				additionalFields: {
					mailingListsJson: { cm9list0productnews000002: true },
					addToList: LIST,
				},
			},
			path: 'mailingLists',
			label: "'Mailing Lists (JSON)' or 'Add to List Names or IDs'",
		},
	],
	[
		'the new email of a contact',
		{
			parameters: { ...update, additionalFields: { changeEmailTo: 'k@b.co' } },
			path: 'email',
			label: "'Change Email To'",
		},
	],
	[
		'the email of a contact',
		{
			parameters: { ...update, additionalFields: { addToList: LIST } },
			path: 'email',
			label: "'Email'",
		},
	],
	[
		'a field that the form does not have',
		{ parameters: upsert, path: 'constructor', label: "'constructor'" },
	],
])('names the form field that Loops refuses: %s', async (_name, { parameters, path, label }) => {
	const body = { success: false, path, message: 'Nope' };
	for (const method of ['PUT', 'POST'] as const) {
		loops.emulator.inject({ kind: 'body', method, status: 400, body });
	}
	await loops.expectError(parameters, `Loops refused ${label}`);
});
