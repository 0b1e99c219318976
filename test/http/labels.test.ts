import type { IDataObject } from 'n8n-workflow';
import { it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const lists = 'cm9list0investors00000003';

it.each<[string, IDataObject, string, string]>([
	['Subscribe Contact', parametersOf.subscribe, 'mailingLists', "'Mailing List Names or IDs'"],
	[
		'Unsubscribe Contact',
		parametersOf.unsubscribe,
		`mailingLists.${lists}`,
		"'Mailing List Names or IDs' (mailingLists.",
	],
	[
		'Create or Update',
		withAdded(parametersOf.upsert, { addToList: lists }),
		'mailingLists',
		"'Add to List Names or IDs'",
	],
	[
		'Create',
		withAdded(parametersOf.create, { removeFromList: lists }),
		'mailingLists',
		"'Drop From List Names or IDs'",
	],
	[
		'an event',
		withAdded(parametersOf.sendEvent, {
			mailingListsJson: { cm9list0productnews000002: true },
			addToList: lists,
		}),
		'mailingLists',
		"'Mailing Lists (JSON)' or 'Add to List Names or IDs'",
	],
	[
		'Update',
		withAdded(parametersOf.update, { changeEmailTo: 'k@b.co' }),
		'email',
		"'Change Email To'",
	],
	['Update', withAdded(parametersOf.update, { addToList: lists }), 'email', "'Email'"],
	['Create or Update', parametersOf.upsert, 'constructor', "'constructor'"],
])('names the form field that Loops refuses: %s', async (_name, parameters, path, label) => {
	const body = { success: false, path, message: 'Nope' };
	for (const method of ['PUT', 'POST'] as const) {
		loops.emulator.inject({ kind: 'body', method, status: 400, body });
	}
	await loops.expectError(parameters, `Loops refused ${label}`);
});
