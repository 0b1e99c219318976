import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall } from '../../api/content';
import type { LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { getCall, rejectionsOf } from '../base/builders';
import { asRecord } from '../../values/parse';
import { confirmEmailUnchanged, variablesIn } from '../email/message';
import { transactionalEmail } from '../base/resources';
import type { Found } from './draft';

/** The draft that exists (contract: draft-kept) or a new one, which begins as what is published. */
export const draftCall = (id: string) =>
	contentCall({
		method: 'POST',
		path: `${transactionalEmail.path}/${id}/draft`,
		repeat: { kind: 'safe' },
		isAnswer: answersAbout(id),
		rejections: rejectionsOf(transactionalEmail),
	});

/**
 * Publishes this revision of the draft and no other (contract: publish-without-draft). If the answer is lost, the node
 * reads the email. If this draft is now the published one, the item is done. If it is not, the call is made again, but
 * only while name and draft are as before. If the email can't be read, the item fails, and its error says that the
 * draft may be published.
 */
export function publishCall(email: IDataObject, message: IDataObject): LoopsRequest {
	const id = String(email.id);
	const names = ['name', 'draftEmailMessageId'];
	return contentCall({
		method: 'POST',
		path: `${transactionalEmail.path}/${id}/publish`,
		isAnswer: answersAbout(id),
		beforeAttempt: confirmEmailUnchanged(transactionalEmail, email, names, message),
		repeat: {
			kind: 'checkFirst',
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
				hint: 'The draft may have been published or discarded. Check the email in Loops',
			},
			{
				status: 422,
				problem: 'Loops did not publish the draft',
				hint: 'Check the content, and that the sending domain is verified in Loops',
			},
		],
	});
}

/** @throws ItemRefused if Loops' answer shows the draft as it was */
export function checkPublished(email: IDataObject, message: IDataObject): IDataObject {
	const { draftEmailMessageId: draft, publishedEmailMessageId: published } = email;
	if (published && (published === message.id || draft !== message.id)) return email;
	throw new ItemRefused(
		'Loops still shows the draft as unpublished',
		'Check the email in Loops before you run the workflow again with this item',
	);
}

/**
 * Variables that sends of an email need once its draft is published, and did not before: those without a
 * fallback. `listed` are those that Loops names for it, which may include the variables of components.
 */
export function newVariables(
	{ email, published }: Found,
	draft: IDataObject,
	listed: unknown = [],
): string[] {
	if (!email.publishedEmailMessageId) return [];
	const required = (names: unknown[], message?: unknown) => {
		const fallbacks = asRecord(asRecord(message).dataVariablesFallbacks);
		return names.filter((name) => typeof name === 'string' && !Object.hasOwn(fallbacks, name));
	};
	const known = required([email.dataVariables].flat(), published);
	const all = new Set(required([...variablesIn(draft), listed].flat(), draft) as string[]);
	return [...all].filter((name) => !known.includes(name));
}

export const newVariableWarnings = (names: string[]): string[] =>
	names.length > 0
		? [`Every send of the published draft also needs these data variables: ${names.join(', ')}`]
		: [];
