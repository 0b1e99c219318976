import type { IDataObject } from 'n8n-workflow';

import { type ContactIds, isContactWith } from '../../api/contacts';
import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { checkbox, options, validateOnly } from '../../form/parameter';
import { isOk, isRejection, isSuccess, type LoopsRequest } from '../../http/request';
import { doneNow } from '../../sends/sendMessage';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';
import { operation } from '../base/operation';
import { contactReached, noContact, outputWhenNotFound, whenNotFound } from './write';

/** Loops' answer on whether it has stopped sending to a contact. */
interface Suppression extends IDataObject {
	isSuppressed: boolean;
	/** How many suppressions the account may remove in a rolling 30 days, and how many are left. */
	removalQuota?: { limit: number; remaining: number };
}

const SUPPRESSION_PATH = '/contacts/suppression';

/** Loops' words for no such contact: of its Go client and CLI, and of its JavaScript client. */
const NOBODY = ['Contact not found.', 'This contact was not found.'];

/** `suppressionIn` reads the answer (contract: suppression-form, suppression-nobody). */
const findSuppression = (identifier: ContactIds): LoopsRequest => ({
	method: 'GET',
	path: SUPPRESSION_PATH,
	qs: identifier,
	repeat: { kind: 'safe' },
	isAnswer: (outcome) =>
		outcome.statusCode === 404
			? isRejection(outcome, { rejections: [{ status: 404, hint: '', bare: NOBODY }] })
			: isOk(outcome) &&
				typeof asRecord(outcome.body).isSuppressed === 'boolean' &&
				isContactWith(identifier, asRecord(asRecord(outcome.body).contact)),
});

/** A flat object, with null for what Loops leaves out. */
const quotaOutput = (quota: Suppression['removalQuota']): IDataObject => ({
	removalQuotaRemaining: quota?.remaining ?? null,
	removalQuotaLimit: quota?.limit ?? null,
});

/** The output for a contact, with the same fields if Loops does not have it. */
function suppressionOutput(identifier: ContactIds, suppression?: Suppression): IDataObject {
	const { isSuppressed = null, contact, removalQuota, ...others } = { ...suppression };
	const { id = null, email = null, userId = null } = asRecord(contact);
	const found = suppression !== undefined;
	const person = { email, userId, ...identifier, id };
	return { found, isSuppressed, ...person, ...quotaOutput(removalQuota), ...others };
}

/** Undefined if there is no such contact. */
const suppressionIn = (answer: unknown): Suppression | undefined =>
	'isSuppressed' in asRecord(answer) ? (answer as Suppression) : undefined;

export const checkSuppression = operation({
	value: 'checkSuppression',
	name: 'Check Suppression',
	action: 'Check contact suppression',
	description: 'See whether Loops stopped sending to a contact after a bounce or spam report',
	fields: {
		identifier: oneIdentifier,
		options: options({ whenNotFound: whenNotFound('foundFalse') }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	run: async ({ identifier, options: { whenNotFound: policy } }, { get }) => {
		const suppression = suppressionIn(await get(findSuppression(identifier)));
		return suppression
			? suppressionOutput(identifier, suppression)
			: outputWhenNotFound(policy, identifier, suppressionOutput(identifier));
	},
});

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
	run: async ({ identifier, options: chosen }, { get, warn, change, mayBeDone }) => {
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
		if (before) return { found: true, ...removal(mayBeDone ? null : false, identifier, before) };
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
					problem: noContact(identifier),
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
