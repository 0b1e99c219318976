import type { IDataObject } from 'n8n-workflow';

import { parametersOf } from '../harness/operations.mts';
import { onceOff, perKey } from '../harness/sendOnce.mts';
import type { Section } from './cases.mts';
import { GUARDS } from './guards.mts';
import { WARNINGS } from './warnings.mts';

const { create, find, removeSuppression, sendEmail, subscribe, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const ada = { email: 'ada@example.com' };
const kim = { email: 'kim@example.com' };
const tomas = { email: 'tomas@example.com' };
const invalid = { email: 'nobody' };

/** The email comes from each item. */
const forEachItem = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	email: '={{ $json.email }}',
	options,
});

/** Messages about a run as a whole. */
export const RUNS: Section[] = [
	...GUARDS,
	{
		heading: 'A stop, and what a second run would do',
		cases: [
			{
				name: 'finds three contacts, and the second email is invalid',
				parameters: forEachItem(find),
				items: [kim, invalid, ada],
			},
			{
				name: 'deletes three contacts, and the second email is invalid',
				parameters: forEachItem(deleteContact),
				items: [kim, invalid, ada],
			},
			{
				name: 'creates two contacts, and the second email is invalid',
				parameters: forEachItem(create),
				items: [{ email: 'new@example.com' }, invalid],
			},
			{
				name: 'sends three emails, and the second address is invalid',
				parameters: forEachItem(sendEmail),
				items: [kim, invalid, ada],
			},
			{
				name: 'retries an execution with another API key after it stopped at an invalid address',
				parameters: forEachItem(sendEmail),
				items: [kim, invalid, ada],
				retriedWith: 'another-key',
			},
			{
				name: "retries an execution with another API key after Loops' answer was lost",
				parameters: sendEmail,
				faults: [{ kind: 'resetAfter', times: 5 }],
				retriedWith: 'another-key',
			},
			{
				name: "lets the workflow continue after Loops' answer was lost",
				parameters: sendEmail,
				faults: [{ kind: 'resetAfter', times: 5 }],
				settings: { onError: 'continueRegularOutput' },
			},
			{
				name: 'sends an email in a sub-workflow, and the address is invalid',
				parameters: forEachItem(sendEmail),
				items: [invalid],
				settings: { mode: 'integrated' },
			},
			{
				name: 'sends three emails with Send Only Once: Off, and the second address is invalid',
				parameters: forEachItem(sendEmail, onceOff),
				items: [kim, invalid, ada],
			},
			{
				name: 'removes two suppressions, and the second email is invalid',
				parameters: forEachItem(removeSuppression),
				items: [tomas, invalid],
			},
			{
				name: 'removes two suppressions if there are any, and the second email is invalid',
				parameters: forEachItem(removeSuppression, { ignoreIfNotSuppressed: true }),
				items: [tomas, invalid],
			},
			{
				name: 'subscribes three contacts, and the second email is invalid',
				parameters: forEachItem(subscribe),
				items: [kim, invalid, ada],
			},
			{
				name: 'finds two contacts, and the first email is invalid',
				parameters: forEachItem(find),
				items: [invalid, kim],
			},
			{
				name: 'misspells a property of two contacts, and the second email is invalid',
				parameters: forEachItem({
					...upsert,
					additionalFields: { contactPropertiesJson: '{ "planNam": "x" }' },
				}),
				items: [kim, invalid],
			},
			{
				name: "deletes two contacts, Loops' first answer is lost, and the second email is invalid",
				parameters: forEachItem(deleteContact),
				items: [kim, invalid],
				faults: [{ kind: 'resetAfter' }],
			},
		],
	},
	WARNINGS,
	{
		heading: 'Summary',
		cases: [
			{
				name: 'sends the same email twice with a key in Send Only Once',
				before: { ...sendEmail, options: perKey('order-1') },
				parameters: { ...sendEmail, options: perKey('order-1') },
			},
			{
				name: "sends an email, and Loops' first answer is lost",
				parameters: sendEmail,
				faults: [{ kind: 'resetAfter' }],
			},
			{
				name: 'finds a contact, and has to wait for the rate limit for more than a minute',
				parameters: find,
				faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '70' } }],
			},
		],
	},
	{
		heading: 'Validate Only',
		cases: [
			{
				name: 'validates two emails, and the second address is invalid',
				parameters: forEachItem(sendEmail, { validateOnly: true }),
				items: [kim, invalid],
			},
			{
				name: 'validates an email without its data variables',
				parameters: { ...sendEmail, dataVariables: {}, options: { validateOnly: true } },
			},
			{
				name: 'validates an email that does not exist',
				parameters: {
					...sendEmail,
					transactionalId: { mode: 'id', value: 'unknown' },
					options: { validateOnly: true },
				},
			},
			{
				name: 'validates removing two suppressions, and the second contact is not suppressed',
				parameters: forEachItem(removeSuppression, { validateOnly: true }),
				items: [tomas, kim],
			},
			{
				name: 'validates removing a suppression, and no removals are left',
				parameters: { ...removeSuppression, options: { validateOnly: true } },
				faults: [
					{
						kind: 'body',
						method: 'GET',
						body: {
							contact: tomas,
							isSuppressed: true,
							removalQuota: { limit: 5, remaining: 0 },
						},
					},
				],
			},
			{
				name: 'validates subscribing a contact that has opted out of all emails',
				parameters: forEachItem(subscribe, { validateOnly: true }),
				items: [{ email: 'luis@example.com' }],
			},
			{
				name: 'validates only one of two contacts',
				parameters: forEachItem(upsert, {
					validateOnly: '={{ $json.email.startsWith("kim") }}',
				}),
				items: [kim, ada],
			},
		],
	},
];
