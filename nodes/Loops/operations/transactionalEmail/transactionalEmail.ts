import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall } from '../../api/content';
import { idOrName, nameOf, select } from '../../form/body';
import { locator } from '../../form/locator';
import { options, validateOnly } from '../../form/options';
import type { Caller, LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { approval, approvalOf, checkApproval } from '../emailMessage/approval';
import { type CheckedEmail, checkMessage, readChecked, warningsOf } from '../emailMessage/guardian';
import { verifyUnchanged, variablesIn } from '../emailMessage/requests';
import { getMetrics } from '../metrics';
import { type Operation, operation } from '../operation';
import {
	create,
	get,
	getCall,
	locksOf,
	readOne,
	rejectionsOf,
	type Resource,
	update,
} from '../builders';

/** A transactional email with its drafts, as the content API has it. */
export const transactionalEmail: Resource = {
	noun: 'transactional email',
	path: '/transactional-emails',
	id: locator({
		displayName: 'Transactional Email',
		name: 'transactionalId',
		description: 'The email, published or not',
		search: 'searchEmailsAndDrafts',
		modes: ['list', 'name', 'id', 'url'],
		exampleName: 'Password reset',
		kind: 'transactionalEmail',
	}),
};

const parts = {
	name: nameOf('Name of the email. Recipients do not see it.'),
	transactionalGroupId: idOrName(
		'transactionalGroup',
		select('Transactional Group', 'transactionalGroup', 'getTransactionalGroups'),
	),
};

/** The draft that exists (contract: draft-kept) or a new one, which begins as what is published. */
export const draftCall = (id: string) =>
	contentCall({
		method: 'POST',
		path: `${transactionalEmail.path}/${id}/draft`,
		repeat: { kind: 'safe' },
		isAnswer: answersAbout(id),
		rejections: rejectionsOf(transactionalEmail),
	});

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

async function readDraft(get: Caller, id: string): Promise<Draft> {
	const found = await readOne(get, transactionalEmail, id);
	const { draftEmailMessageId } = found;
	if (typeof draftEmailMessageId !== 'string') {
		throw new ItemRefused(
			'The transactional email has no draft to publish',
			"Write one with 'Save Content', or in Loops",
		);
	}
	return { email: found, ...(await readChecked(get, draftEmailMessageId)) };
}

/** Publishes this revision of the draft and no other (contract: publish-without-draft). */
function publishCall(email: IDataObject, message: IDataObject): LoopsRequest {
	const id = String(email.id);
	const names = ['name', 'draftEmailMessageId'];
	return contentCall({
		method: 'POST',
		path: `${transactionalEmail.path}/${id}/publish`,
		isAnswer: answersAbout(id),
		confirmUnchanged: verifyUnchanged(transactionalEmail, email, names, message),
		repeat: {
			kind: 'lookUp',
			request: getCall(transactionalEmail, id),
			found: (answer) => {
				const now = answer as IDataObject;
				return now.publishedEmailMessageId === message.id ? now : undefined;
			},
		},
		rejections: [
			...rejectionsOf(transactionalEmail),
			{
				status: 409,
				problem: 'The transactional email has no draft to publish',
				hint: 'It may have been published or discarded. Look at it in Loops',
			},
			{
				status: 422,
				problem: 'Loops did not publish the draft',
				hint: 'Check its content, and that the sending domain is verified in Loops',
			},
		],
	});
}

/** @throws ItemRefused if Loops' answer shows the draft as it was */
function checkPublished(email: IDataObject, message: IDataObject): IDataObject {
	const { draftEmailMessageId: draft, publishedEmailMessageId: published } = email;
	if (published && (published === message.id || draft !== message.id)) return email;
	throw new ItemRefused(
		'Loops does not show the draft as published',
		'Look at the email in Loops before you run this item again',
	);
}

export const publishNow = async (draft: IDataObject, message: IDataObject, call: Caller) =>
	checkPublished((await call(publishCall(draft, message))) as IDataObject, message);

/** Variables that sends of an email need once it is published, and did not before. */
export function newVariables(before: IDataObject, ...names: unknown[]): string[] {
	if (!before.publishedEmailMessageId) return [];
	const known = [before.dataVariables ?? []].flat();
	const all = new Set(names.flat().filter((name) => typeof name === 'string'));
	return [...all].filter((name) => !known.includes(name));
}

export const warnOfNew = (names: string[]): string[] =>
	names.length > 0
		? [`Once this is published, every send also needs these data variables: ${names.join(', ')}`]
		: [];

const publish = operation({
	value: 'publish',
	name: 'Publish',
	action: 'Publish transactional email',
	description: 'Make the draft live, if its check finds no errors. Sends nothing itself.',
	isHiddenFromAgents: true,
	fields: { id: transactionalEmail.id, options: options({ approval, validateOnly }) },
	locks: ({ id }) => locksOf(transactionalEmail, id),
	lookUp: async ({ id }, get) => await readDraft(get, id),
	plan: ({ options: { approval: approved } }, { lookedUp: draft }) => {
		checkApproval(approved, approvalOf(draft));
		checkMessage(draft.message, draft.guardian);
		const added = newVariables(draft.email, variablesIn(draft.message));
		return {
			warnings: [...warningsOf(draft.guardian), ...warnOfNew(added)],
			request: publishCall(draft.email, draft.message),
			followUp: async (email) => {
				checkPublished(email, draft.message);
				// Those of components as well.
				const newNames = newVariables(draft.email, added, email.dataVariables);
				return await Promise.resolve({ ...email, newVariables: newNames });
			},
		};
	},
});

export const contentOperations: Operation[] = [
	get(transactionalEmail, 'Look up an email: its group, variables, draft and published content'),
	create(transactionalEmail, {
		given: { name: parts.name },
		added: { transactionalGroupId: parts.transactionalGroupId },
		description:
			'Add an email with an empty draft. Save Content adds and writes one in a single step.',
	}),
	update(transactionalEmail, {
		added: parts,
		description: 'Rename an email, or move it to another group. Its content stays as it is.',
	}),
	getDraft,
	publish,
	getMetrics(transactionalEmail, 'Count sends, deliveries, bounces and spam reports of an email'),
];
