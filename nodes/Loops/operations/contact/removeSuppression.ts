import type { IDataObject } from 'n8n-workflow';

import { contactLocks, oneIdentifier } from '../../fields/identifier';
import type { ContactIds } from '../../api/contacts';
import { options, validateOnly } from '../../form/options';
import { checkbox } from '../../form/parameter';
import { isSuccess, type LoopsRequest } from '../../http/request';
import { ItemRefused } from '../../values/itemRefused';
import { doneNow } from '../../sends/doneBy';
import { operation } from '../base/operation';
import { contactReached } from './reach';
import { NO_CONTACT, outputWhenNotFound, whenNotFound } from './whenNotFound';
import {
	findSuppression,
	NOBODY,
	quotaOutput,
	SUPPRESSION_PATH,
	type Suppression,
	suppressionIn,
} from './suppression';

// Loops refuses with the same status if the contact is not suppressed and if the quota is used up
// (contract: suppression-quota), so this operation looks the contact up first.
export const removeSuppression = operation({
	value: 'removeSuppression',
	name: 'Remove Suppression',
	action: 'Remove contact suppression',
	description:
		'Let Loops send to a suppressed contact again. This needs a paid plan, and counts against a 30-day quota.',
	isHiddenFromAgents: true,
	fields: {
		identifier: oneIdentifier,
		options: options({
			validateOnly,
			whenNotFound: whenNotFound('error'),
			ignoreIfNotSuppressed: checkbox({
				displayName: 'Ignore If Not Suppressed',
				name: 'ignoreIfNotSuppressed',
				description:
					'Whether to leave a contact that is not suppressed as it is, without an error, so that you can run the workflow again',
			}),
		}),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	reaches: ({ identifier }, get) => contactReached(get, identifier),
	run: async ({ identifier, options: chosen }, { get, warn, change }) => {
		const suppression = suppressionIn(await get(findSuppression(identifier)));
		if (!suppression) {
			const nothing = removal(false, identifier, {});
			return outputWhenNotFound(chosen.whenNotFound, identifier, nothing);
		}
		const ifNotSuppressed = (later: unknown) => {
			const now = suppressionIn(later);
			return now?.isSuppressed === false ? now : undefined;
		};
		const ifRemovedBefore = (later: unknown) =>
			ifNotSuppressed(later) && !chosen.ignoreIfNotSuppressed
				? notSuppressed()
				: ifNotSuppressed(later);
		const before = ifRemovedBefore(suppression);
		if (before instanceof ItemRefused) throw before;
		if (before) return { found: true, ...removal(false, identifier, before) };
		const hint = quotaHint(suppression);
		const isUsedUp = chosen.validateOnly && suppression.removalQuota?.remaining === 0;
		if (isUsedUp) warn([`Loops would refuse this removal. ${hint}`]);
		const call: LoopsRequest = {
			method: 'DELETE',
			path: SUPPRESSION_PATH,
			qs: identifier,
			repeat: {
				kind: 'checkFirst',
				request: findSuppression(identifier),
				found: ifNotSuppressed,
				foundAfterRefusal: ifRemovedBefore,
			},
			isAnswer: isSuccess,
			rejections: [
				{ status: 400, hint },
				{ status: 403, hint },
				{
					status: 404,
					bare: NOBODY,
					problem: NO_CONTACT,
					hint: 'The contact existed when the node looked it up, but has been deleted since. There is nothing left to remove',
				},
			],
		};
		const rerun = chosen.ignoreIfNotSuppressed ? 'harmless' : 'refused';
		const { answer, doneBy } = await change(call, { rerun });
		return { found: true, ...removal(doneNow(doneBy), identifier, answer) };
	},
});

const notSuppressed = () =>
	new ItemRefused(
		'The contact is not suppressed',
		"There is nothing to remove. If an earlier run may have removed the suppression, turn on 'Options > Ignore If Not Suppressed'",
	);

const removal = (
	removed: boolean | null,
	identifier: ContactIds,
	{ removalQuota }: Partial<Suppression>,
): IDataObject => ({ removed, ...identifier, ...quotaOutput(removalQuota) });

function quotaHint({ removalQuota }: Suppression): string {
	const left = removalQuota
		? `. When the node looked up this contact, ${removalQuota.remaining} of ${removalQuota.limit} removals were left`
		: '';
	return `Loops removes suppressions on paid plans only, up to a quota in any 30 days${left}. Contact Loops support, or wait until the quota allows more removals`;
}
