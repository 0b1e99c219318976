import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../form/body';
import { idOrName } from '../../form/dropdowns';
import { options, validateOnly } from '../../form/options';
import type { Caller } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { create, get, getById, locksOf, update } from '../builders';
import { approval, approvalOf, checkApproval } from '../emailMessage/approval';
import { type CheckedEmail, checkMessage, getChecked, warningsOf } from '../emailMessage/guardian';
import { variablesIn } from '../emailMessage/requests';
import { getMetrics } from '../metrics';
import { type Operation, operation } from '../operation';
import { getAll } from './getAll';
import {
	checkPublished,
	draftCall,
	newVariables,
	publishCall,
	transactionalEmail,
	warnOfNew,
} from './requests';
import { saveContent } from './saveContent';
import { send } from './send';

const name = nameOf('Name of the email. Recipients do not see it.');
const transactionalGroupId = idOrName(
	'transactionalGroup',
	'Transactional Group',
	'transactionalGroup',
	'getTransactionalGroups',
);

const getDraft = operation({
	value: 'getDraft',
	name: 'Get or Create Draft',
	action: 'Get or create draft of transactional email',
	description: 'Get the draft to edit. If there is none, it starts as a copy of what is published.',
	fields: { id: transactionalEmail.id, options: options({ validateOnly }) },
	locks: ({ id }) => locksOf(transactionalEmail, id),
	plan: ({ id }) => ({ request: draftCall(id) }),
});

/** What publishing an email depends on. */
interface Draft extends CheckedEmail {
	email: IDataObject;
}

async function getCheckedDraft(get: Caller, id: string): Promise<Draft> {
	const found = await getById(get, transactionalEmail, id);
	const { draftEmailMessageId } = found;
	if (typeof draftEmailMessageId !== 'string') {
		throw new ItemRefused(
			'The transactional email has no draft to publish',
			"Write one with 'Save Content', or in Loops",
		);
	}
	return { email: found, ...(await getChecked(get, draftEmailMessageId)) };
}

const publish = operation({
	value: 'publish',
	name: 'Publish',
	action: 'Publish transactional email',
	description: 'Make the draft live, if its check finds no errors. Sends nothing itself.',
	isHiddenFromAgents: true,
	fields: { id: transactionalEmail.id, options: options({ approval, validateOnly }) },
	locks: ({ id }) => locksOf(transactionalEmail, id),
	lookUp: async ({ id }, get) => await getCheckedDraft(get, id),
	plan: ({ options: { approval: approved } }, { lookedUp: draft }) => {
		checkApproval(approved, approvalOf(draft));
		checkMessage(draft.message, draft.guardian);
		const added = newVariables(draft.email, variablesIn(draft.message));
		return {
			warnings: [...warningsOf(draft.guardian), ...warnOfNew(added)],
			request: publishCall(draft.email, draft.message),
			followUp: async (email) => {
				checkPublished(email, draft.message);
				// Loops' answer also names the variables of components.
				const newNames = newVariables(draft.email, added, email.dataVariables);
				return await Promise.resolve({ ...email, newVariables: newNames });
			},
		};
	},
});

export const transactionalEmails: Operation[] = [
	send,
	getAll,
	saveContent,
	get(transactionalEmail, 'Look up an email: its group, variables, draft and published content'),
	create(transactionalEmail, {
		given: { name },
		added: { transactionalGroupId },
		description:
			'Add an email with an empty draft. Save Content adds and writes one in a single step.',
	}),
	update(transactionalEmail, {
		added: { name, transactionalGroupId },
		description: 'Rename an email, or move it to another group. Its content stays as it is.',
	}),
	getDraft,
	publish,
	getMetrics(transactionalEmail, 'Count sends, deliveries, bounces and spam reports of an email'),
];
