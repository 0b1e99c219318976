import type { IDataObject } from 'n8n-workflow';

import { options, validateOnly } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import { readFlag } from '../../fields/values';
import { isSuccess } from '../../transport/request';
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
			name: 'ignoreNotSuppressed',
			type: 'boolean',
			default: false,
			description:
				'Whether a contact that is not suppressed is left alone without an error, so that a run can be repeated',
		}),
	],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: async (item) => {
		const identifier = readIdentifier(item, 'one');
		const mayBeRemoved = readFlag(item, 'ignoreNotSuppressed', 'Succeed If Not Suppressed');
		const suppression = suppressionIn(await item.read(findSuppression(identifier)));
		if (!suppression) {
			return { output: notFound(item, 'error').map((result) => ({ ...identifier, ...result })) };
		}
		const { isSuppressed, removalQuota } = suppression;
		if (!isSuppressed) {
			if (mayBeRemoved) return { output: [{ ...identifier, removed: false, removalQuota }] };
			throw item.invalidParameter(
				'The contact is not suppressed',
				"There is nothing to remove. If it may have been removed before, turn on 'Options > Succeed If Not Suppressed'",
			);
		}
		return {
			method: 'DELETE',
			path: SUPPRESSION_PATH,
			qs: identifier,
			repeat: {
				kind: 'lookUp',
				request: findSuppression(identifier),
				wasSeenOpen: true,
				found: (answer) => removed(suppressionIn(answer)),
			},
			rerun: mayBeRemoved ? 'safe' : 'refused',
			isAnswer: isSuccess,
			hints: {
				400: quotaHint(removalQuota),
				403: quotaHint(removalQuota),
				404: 'No contact has this email or user ID any more',
			},
		};
	},
	output: (answer, item) => [
		{ ...readIdentifier(item, 'one'), removed: true, ...(answer as IDataObject) },
	],
};

const quotaHint = ({ limit, remaining }: Suppression['removalQuota']) =>
	`Loops allows ${limit} removals in any 30 days, of which ${remaining} were left before this one. It takes a paid plan: on a free one, or with none left, ask the support of Loops, or run this item again later`;

/** What an answer that got lost would have said. */
function removed(suppression?: Suppression): IDataObject | undefined {
	if (suppression?.isSuppressed !== false) return undefined;
	const { removalQuota } = suppression;
	return { success: true, message: 'Email removed from suppression list.', removalQuota };
}
