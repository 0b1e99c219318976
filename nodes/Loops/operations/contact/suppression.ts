import type { IDataObject } from 'n8n-workflow';

import { isOk, isRejection, type LoopsRequest } from '../../http/request';
import { asRecord } from '../../values/parse';
import { isContactWith, type ContactIds } from '../../api/contacts';

/** Loops' answer on whether it has stopped sending to a contact. */
export interface Suppression extends IDataObject {
	isSuppressed: boolean;
	/** How many suppressions the account may remove in a rolling 30 days, and how many are left. */
	removalQuota?: { limit: number; remaining: number };
}

export const SUPPRESSION_PATH = '/contacts/suppression';

/** Loops' words for no such contact: of its Go client and CLI, and of its JavaScript client. */
export const NOBODY = ['Contact not found.', 'This contact was not found.'];

/** `suppressionIn` reads the answer (contract: suppression-form, suppression-nobody). */
export const findSuppression = (identifier: ContactIds): LoopsRequest => ({
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
export const quotaOutput = (quota: Suppression['removalQuota']): IDataObject => ({
	removalQuotaRemaining: quota?.remaining ?? null,
	removalQuotaLimit: quota?.limit ?? null,
});

/** The output for a contact, with the same fields if Loops does not have it. */
export function suppressionOutput(identifier: ContactIds, suppression?: Suppression): IDataObject {
	const { isSuppressed = null, contact, removalQuota, ...others } = { ...suppression };
	const { id = null, email = null, userId = null } = asRecord(contact);
	const found = suppression !== undefined;
	const person = { email, userId, ...identifier, id };
	return { found, isSuppressed, ...person, ...quotaOutput(removalQuota), ...others };
}

/** Undefined if there is no such contact. */
export const suppressionIn = (answer: unknown): Suppression | undefined =>
	'isSuppressed' in asRecord(answer) ? (answer as Suppression) : undefined;
