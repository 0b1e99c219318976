import { NodeApiError } from 'n8n-workflow';

import { answersAbout, contentCall } from '../api/content';
import { withoutItem } from '../http/apiError';
import type { Caller, LoopsRequest, Rejection } from '../http/request';
import { ItemRefused } from '../values/itemRefused';

/** The rejection of the call that explains its error, if Loops refused what the item gives. */
export const rejectionOf = (error: Error, { rejections = [] }: LoopsRequest) =>
	error instanceof NodeApiError
		? rejections.find(({ problem }) => problem !== undefined && error.message.startsWith(problem))
		: undefined;

/** Under Validate Only, what Loops refuses is a reason of the item. */
export const asRefusal = (error: NodeApiError): ItemRefused =>
	new ItemRefused(withoutItem(error), error.description ?? '');

/**
 * Adds to the error about an unknown ID what else has that ID: the IDs of a campaign and of its email are
 * easily confused (contract: content-unknown, id-form).
 */
export async function nameOwner(
	error: NodeApiError,
	{ mistakenFor }: Rejection,
	{ path }: LoopsRequest,
	get: Caller,
): Promise<void> {
	if (!mistakenFor) return;
	const [, , id] = path.split('/');
	const isAnswer = answersAbout(id);
	const other = contentCall({ method: 'GET', path: `${mistakenFor.path}/${id}`, isAnswer });
	const isFound = await get(other).then(
		() => true,
		() => false,
	);
	if (isFound) error.description = `This is the ID of ${mistakenFor.noun}. ${error.description}`;
}
