import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { type Caller, isChange, type LoopsRequest } from '../http/request';
import { asRecord } from '../values/parse';
import { lookUpContact } from '../api/contacts';
import type { Identifier } from '../values/checked';
import { isBlank, trimmed } from '../values/blank';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';

type PlannedCall = Pick<LoopsRequest, 'method' | 'path' | 'contactEmail'> & {
	qs?: object;
	body?: object;
};

/** Throws ItemRefused for a change that reaches an address outside of the credential's domains. */
export type AddressCheck = (call: PlannedCall) => void;

/**
 * Who is reached by each kind of change, by its path: addresses, or words for what has none. They are
 * taken from the body, so they can't disagree with what is sent.
 */
const REACHED: Array<[path: RegExp, reached: (fields: IDataObject, of: PlannedCall) => unknown[]]> =
	[
		[
			/^\/(contacts\/(create|update|delete|suppression)|events\/send|transactional)$/,
			({ email }, { contactEmail }) => {
				const addresses = [email, contactEmail].filter(Boolean);
				return addresses.length > 0 ? addresses : ['a contact by user ID alone'];
			},
		],
		[/^\/email-messages\/[^/]+\/preview$/, ({ emails }) => [emails].flat()],
		[/^\/email-messages\/[^/]+$/, ({ ccEmail, bccEmail }) => [ccEmail, bccEmail].filter(Boolean)],
		[
			/^\/campaigns(\/[^/]+)?$/,
			({ scheduling }) => (scheduling === undefined ? [] : ['the audience of a campaign']),
		],
		[
			/^\/(contacts\/properties|(campaign|transactional|workflow)-groups|themes|components|audience-segments|transactional-emails|uploads|workflows)(\/|$)/,
			() => [],
		],
	];

/**
 * The check of a credential with 'Only to These Domains'. It also refuses changes that the table does not
 * list. It checks what the item gives, not what Loops has, such as the CC of a published email.
 */
export function addressCheckOf(
	credentials: ICredentialDataDecryptedObject,
): AddressCheck | undefined {
	// n8n gives '' for an empty field, and null or undefined for an expression that finds nothing.
	const given = 'onlyToDomains' in credentials ? credentials.onlyToDomains : '';
	if (typeof given === 'string' && isBlank(given)) return undefined;
	const names = (String(given ?? '').match(/[^\s,;]+/g) ?? []).map(trimmed);
	// An address allows only itself, not for all others at its provider.
	const allowed = names.map((name) => (/.@/.test(name) ? name.toLowerCase() : domainOf(name)));
	return (call) => {
		if (!isChange(call)) return;
		const reachedBy = REACHED.find(([path]) => path.test(call.path))?.[1];
		const reached = reachedBy?.({ ...call.qs, ...call.body }, call) ?? [call.path];
		for (const each of reached.map(String)) {
			const listable = [domainOf(each), each.toLowerCase()];
			if (listable.some((name) => name !== undefined && allowed.includes(name))) continue;
			throw new ItemRefused(
				`The credential allows only addresses at ${listed(names) || 'no domain'}, not ${formatName(each)}`,
				"Nothing was sent for this item. Use an allowed address, or change 'Only to These Domains' in the credential",
			);
		}
	};
}

/**
 * The request with the current address of the contact that has its user ID. Loops would change that
 * address to the one in the body (contract: update-changes-email).
 */
export async function withContactEmail(request: LoopsRequest, get: Caller): Promise<LoopsRequest> {
	const { email, userId } = asRecord(request.body);
	if (request.contactEmail !== undefined || !email || !userId) return request;
	const contact = await lookUpContact(get, { userId: userId as Identifier });
	return { ...request, contactEmail: contact?.email };
}

/** The domain of an address as DNS spells it, if it has one. A subdomain is another domain. */
function domainOf(address: string): string | undefined {
	const domain = address.slice(address.lastIndexOf('@') + 1);
	const isDomain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && URL.canParse(`http://${domain}`);
	return isDomain ? new URL(`http://${domain}`).hostname : undefined;
}
