import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import type { Item } from '../../fields/item';
import { readFlag } from '../../fields/values';
import { type DoneBy, isSuccess } from '../../http/request';
import { messages } from '../../http/sentences';
import { doneNow } from '../doneBefore';
import type { Operation } from '../operation';
import { notFound, whenNotFound } from './findContact';
import { findSuppression, SUPPRESSION_PATH, type Suppression, suppressionIn } from './suppression';

// Loops refuses with the same status whoever is not suppressed and whatever is above the quota: this
// operation looks first.
export const removeSuppression: Operation = {
	resource: 'contact',
	value: 'removeSuppression',
	name: 'Remove Suppression',
	action: 'Remove suppression of contact',
	description:
		'Let Loops send to a suppressed contact again. Takes a paid plan, and counts against a quota of 30 days.',
	fields: [
		...oneIdentifier,
		options(validateOnly, whenNotFound('error'), {
			displayName: 'Succeed If Not Suppressed',
			name: 'succeedIfNotSuppressed',
			type: 'boolean',
			default: false,
			description:
				'Whether a contact that is not suppressed is left alone without an error, so that a run can be repeated',
		}),
	],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const mayBeRemoved = readFlag(item, 'succeedIfNotSuppressed', 'Succeed If Not Suppressed');
		const suppression = suppressionIn(await item.read(findSuppression(identifier)));
		if (!suppression) return { output: notFound(item, 'error') };
		const openNow = (answer: unknown) => {
			const now = suppressionIn(answer);
			return now?.isSuppressed === false ? now : undefined;
		};
		const removedByOthers = (answer: unknown) => {
			const now = openNow(answer);
			if (!now || mayBeRemoved) return now;
			return item.invalidParameter(
				'The contact is not suppressed',
				"There is nothing to remove. If it may have been removed before, turn on 'Options > Succeed If Not Suppressed'",
			);
		};
		const removed = removedByOthers(suppression);
		if (removed instanceof NodeOperationError) throw removed;
		if (removed) return { output: output(removed, item, 'earlierRun') };
		if (item.isDryRun && suppression.removalQuota?.remaining === 0) {
			item.warn(`Loops would refuse it. ${quotaHint(suppression)}`);
		}
		return {
			method: 'DELETE',
			path: SUPPRESSION_PATH,
			qs: identifier,
			repeat: {
				kind: 'lookUp',
				request: findSuppression(identifier),
				found: openNow,
				foundRefused: removedByOthers,
			},
			rerun: mayBeRemoved ? 'safe' : 'refused',
			isAnswer: isSuccess,
			refusals: [
				{ status: 400, hint: quotaHint(suppression) },
				{ status: 403, hint: quotaHint(suppression) },
				{
					status: 404,
					problem: messages.noContact,
					hint: 'It was there when this item was looked up, and has been deleted since: there is nothing left to remove',
				},
			],
		};
	},
	output,
};

function output(answer: unknown, item: Item, doneBy: DoneBy): IDataObject[] {
	const { removalQuota } = answer as IDataObject;
	return [{ removed: doneNow(doneBy), removalQuota, found: true, ...readIdentifier(item, 'one') }];
}

function quotaHint({ removalQuota }: Suppression): string {
	const left = removalQuota
		? `: ${removalQuota.remaining} of ${removalQuota.limit} were left when this item was looked up`
		: '';
	return `Loops removes suppressions on paid plans only, and a number of them in any 30 days${left}. Ask the support of Loops, or wait until it lets you remove more`;
}
