import type { IDataObject } from 'n8n-workflow';

import {
	contactPropertiesFor,
	resolveContact,
	validateProperties,
	contactEntries,
	emptyInput,
	unknownProperties,
	contactProperties,
} from '../../fields/contact';
import { changeEmailTo, contactLocks, oneIdentifier } from '../../fields/identifier';
import { additionalFields, options, validateOnly } from '../../form/parameter';
import type { LoopsRequest } from '../../http/request';
import { type Body, fromLoops, type Identifier } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { operation } from '../base/operation';
import {
	warnOfOptOut,
	whenNotFound,
	contactReached,
	ABOUT_CONTACT,
	GONE_SINCE,
	outputForMissing,
	storedIdentifier,
	VALUE_REFUSED,
	contactCall,
	writeOutput,
} from './write';
import { lookUpContact } from '../../api/contacts';

// Loops' own update creates a missing contact, so this operation looks it up first.
export const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change a contact only if it exists, for example its email address',
	fields: {
		identifier: oneIdentifier,
		properties: contactProperties,
		additional: additionalFields({
			...contactProperties.entries,
			...contactEntries,
			changeEmailTo,
		}),
		options: options({
			validateOnly,
			whenNotFound: whenNotFound('error'),
			emptyInput,
			unknownProperties,
		}),
	},
	locks: ({ identifier, additional }) => [
		...contactLocks(identifier),
		...contactLocks({ email: additional.changeEmailTo }),
	],
	validate: { properties: validateProperties },
	reaches: ({ identifier, additional: { changeEmailTo: email } }, get) =>
		contactReached(get, identifier, email),
	run: async (values, { get, facts, input, note, warn, change, mayBeDone }) => {
		const { identifier, additional } = values;
		// An earlier try may have changed the email by which this one looks.
		const policy = mayBeDone ? 'error' : values.options.whenNotFound;
		// Resolves first, so that what can't be sent is refused without a look-up.
		const list = await contactPropertiesFor(values, facts);
		const { body, labels, ...notes } = resolveContact(values, list, input);
		const contact = await lookUpContact(get, identifier);
		if (!contact) return outputForMissing(policy, identifier);
		const joinsList = Object.values(body.mailingLists ?? {}).includes(true);
		// Otherwise nobody becomes subscribed: the contact exists.
		note(joinsList ? notes : { ...notes, optedOut: [] });
		if (joinsList && body.subscribed === undefined) warn(warnOfOptOut(contact));
		const email = additional.changeEmailTo;
		if (email === undefined) {
			const call = contactCall({ ...storedIdentifier(identifier, contact), ...body });
			const { answer } = await change({
				...call,
				labels,
				rejections: [...VALUE_REFUSED, GONE_SINCE],
			});
			return { found: true, ...writeOutput(answer, identifier) };
		}
		const call = changeEmailCall(contact, email, body);
		const isFound = isStillFound(identifier.email, email);
		const isHarmless = isFound || policy !== 'error';
		const { answer } = await change(
			{ ...call, labels: { ...labels, email: ['Change Email To'] } },
			{ rerun: isHarmless ? 'harmless' : 'refused', changesLookUp: !isFound },
		);
		// The next node may use the new address.
		return { found: true, ...writeOutput(answer, { ...identifier, email }) };
	},
});

/** Loops finds the contact by its user ID, and sets its email (contract: update-changes-email). */
function changeEmailCall(contact: IDataObject, email: Identifier, body: Body): LoopsRequest {
	const { userId } = contact;
	if (!userId) {
		throw new ItemRefused(
			"'Change Email To' needs a contact that has a user ID",
			"Add a user ID first: use 'Contact > Create or Update', and set 'Identify Contact By' to 'Email and User ID'",
		);
	}
	return {
		...contactCall({ email, userId: fromLoops(userId), ...body }),
		rejections: [
			...VALUE_REFUSED,
			{
				status: 400,
				part: 'email',
				says: ABOUT_CONTACT,
				hint: "Another contact may already have the email in 'Change Email To'. Look that contact up with 'Contact > Find'",
			},
		],
	};
}

/** False if the item finds the contact by an address that it no longer has afterwards. */
const isStillFound = (by: string | undefined, email: string): boolean =>
	by === undefined || by.toLowerCase() === email.toLowerCase();
