import { nameOf } from '../../form/body';
import { selectIdOrName, options, validateOnly } from '../../form/parameter';
import type { Caller } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import {
	create,
	getOne,
	getById,
	locksOf,
	reachesNobody,
	update,
	getMetrics,
} from '../base/builders';
import { approval, approvalOf, checkApproval } from '../email/approval';
import { type CheckedEmail, checkMessage, getChecked, warningsOf } from '../email/guardian';
import { publishedReached } from '../email/message';
import { transactionalEmail } from '../base/resources';
import { type Operation, operation } from '../base/operation';
import { type Found, getMessage } from './draft';
import { getAll } from './getAll';
import {
	checkPublished,
	draftCall,
	newVariables,
	publishCall,
	newVariableWarnings,
} from './requests';
import { saveContent } from './saveContent';
import { send } from './send';

const name = nameOf('Name of the email. Recipients do not see it.');
const transactionalGroupId = selectIdOrName(
	'transactionalGroup',
	'Group',
	'transactionalGroup',
	'getTransactionalGroups',
);

const getDraft = operation({
	value: 'getDraft',
	name: 'Get or Create Draft',
	action: 'Get or create transactional email draft',
	description:
		'Get the draft to edit. If there is no draft, Loops creates one as a copy of the published version.',
	fields: { id: transactionalEmail.id, options: options({ validateOnly }) },
	locks: ({ id }) => locksOf(transactionalEmail, id),
	reaches: reachesNobody,
	run: async ({ id }, { change }) => {
		const precheck = async (get: Caller) => await getById(get, transactionalEmail, id);
		return (await change(draftCall(id), { precheck })).answer;
	},
});

/** What publishing an email depends on. */
type Draft = Found & CheckedEmail;

async function getCheckedDraft(get: Caller, id: string): Promise<Draft> {
	const email = await getById(get, transactionalEmail, id);
	const { draftEmailMessageId, publishedEmailMessageId } = email;
	if (typeof draftEmailMessageId !== 'string') {
		throw new ItemRefused(
			'The transactional email has no draft to publish',
			"Write a draft with 'Save Content', or in Loops",
		);
	}
	const published = await getMessage(get, publishedEmailMessageId);
	return { email, published, ...(await getChecked(get, draftEmailMessageId)) };
}

const publish = operation({
	value: 'publish',
	name: 'Publish',
	action: 'Publish transactional email',
	description: 'Publish the draft if its check finds no errors. Publishing sends no email.',
	isHiddenFromAgents: true,
	fields: { id: transactionalEmail.id, options: options({ approval, validateOnly }) },
	locks: ({ id }) => locksOf(transactionalEmail, id),
	reaches: publishedReached,
	run: async ({ id, options: { approval: approved } }, { get, warn, change }) => {
		const found = await getCheckedDraft(get, id);
		const { message, guardian } = found;
		checkApproval(approved, approvalOf({ message }));
		checkMessage(message, guardian);
		warn([...warningsOf(guardian), ...newVariableWarnings(newVariables(found, message))]);
		const { answer: email } = await change(publishCall(found.email, message));
		checkPublished(email, message);
		return { ...email, newVariables: newVariables(found, message, email.dataVariables) };
	},
});

export const transactionalEmails: Operation[] = [
	send,
	getAll,
	saveContent,
	getOne(transactionalEmail, 'Look up an email: its group, variables, draft and published content'),
	create(transactionalEmail, {
		given: { name },
		added: { transactionalGroupId },
		description:
			"Add an email with an empty draft. To create and write an email in one step, use 'Save Content'.",
	}),
	update(transactionalEmail, {
		added: { name, transactionalGroupId },
		description: 'Rename an email, or move it to another group. Its content stays as it is.',
	}),
	getDraft,
	publish,
	getMetrics(transactionalEmail, 'Count sends, deliveries, bounces and spam reports of an email'),
];
