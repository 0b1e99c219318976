import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Reached } from '../operations/base/operation';
import { isBlank, trimmed } from '../values/blank';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';

/** Throws ItemRefused for what is reached outside of the credential's domains: addresses, or other words. */
export type ReachCheck = (reached: Reached[]) => void;

/**
 * The check of a credential with 'Only Send to These Domains'. It is about what the item gives, not about what
 * Loops has, such as the CC of a published email.
 */
export function reachCheckOf(credentials: ICredentialDataDecryptedObject): ReachCheck | undefined {
	// n8n gives '' for an empty field, and null or undefined for an expression that finds nothing.
	const given = 'onlyToDomains' in credentials ? credentials.onlyToDomains : '';
	if (typeof given === 'string' && isBlank(given)) return undefined;
	const names = (String(given ?? '').match(/[^\s,;]+/g) ?? []).map(trimmed);
	// An address allows only itself, not for all others at its provider.
	const allowed = names.map((name) => (/.@/.test(name) ? addressOf(name) : domainOf(name)));
	return (reached) => {
		for (const each of reached) {
			const isGiven = typeof each === 'string';
			const address = isGiven ? each : each.lookedUp;
			// Loops may fill in a variable with another address.
			const listable = address.includes('{') ? [] : [domainOf(address), addressOf(address)];
			if (listable.some((name) => name !== undefined && allowed.includes(name))) continue;
			const shown = isGiven ? formatName(each) : 'the address of the contact with this user ID';
			throw new ItemRefused(
				names.length > 0
					? `The credential allows only addresses at ${listed(names)}, not ${shown}`
					: `'Only Send to These Domains' in the credential contains no domain, so the node refuses ${shown}`,
				"Nothing was sent for this item. To allow this, change 'Only Send to These Domains' in the credential, or use another credential",
			);
		}
	};
}

/** An address without its case. Only of ASCII letters: the Kelvin sign in lower case is a k, in another address. */
const addressOf = (text: string): string =>
	text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The domain of an address as DNS spells it, if it has one. A subdomain is another domain. */
function domainOf(address: string): string | undefined {
	const domain = address.slice(address.lastIndexOf('@') + 1);
	const isDomain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && URL.canParse(`http://${domain}`);
	return isDomain ? new URL(`http://${domain}`).hostname : undefined;
}
