import type { IDataObject } from 'n8n-workflow';

import { validateProperties, contactFactsNeeded, resolveContact } from '../../fields/contact';
import { contactEntries, emptyInput, unknownProperties } from '../../fields/contactEntries';
import { contactProperties } from '../../fields/contactPropertyFields';
import { changeEmailTo, contactLocks, oneIdentifier } from '../../fields/identifier';
import { additionalFields, options, validateOnly } from '../../form/options';
import type { LoopsRequest } from '../../http/request';
import { type Body, fromLoops, type Identifier } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { operation } from '../operation';
import { warnOfOptOut, whenNotFound } from './whenNotFound';
import { lookUpContact } from '../../api/contacts';
import {
	ABOUT_CONTACT,
	GONE_SINCE,
	outputForMissing,
	storedIdentifier,
	writeContact,
	writeOutput,
} from './write';

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
	needs: (values) => ({ contactProperties: contactFactsNeeded(values) }),
	// Resolves first, so that what can't be sent is refused without a look-up.
	lookUp: async (values, get, { contactProperties }) => ({
		planned: resolveContact(values, contactProperties),
		contact: await lookUpContact(get, values.identifier),
	}),
	plan: (values, { lookedUp: { planned, contact } }) => {
		const { identifier, additional } = values;
		const policy = values.options.whenNotFound;
		const { body, labels, ...others } = planned;
		if (!contact) return { output: outputForMissing(policy, identifier) };
		const joinsList = Object.values(body.mailingLists ?? {}).includes(true);
		const isLeftOut = joinsList && body.subscribed === undefined;
		const warnings = [...others.warnings, ...(isLeftOut ? warnOfOptOut(contact) : [])];
		const email = additional.changeEmailTo;
		if (email === undefined) {
			const request = writeContact({ ...storedIdentifier(identifier, contact), ...body }, contact);
			return { ...others, warnings, request: { ...request, labels, rejections: [GONE_SINCE] } };
		}
		const request = changeEmail(contact, email, body);
		return {
			...others,
			warnings,
			request: {
				...request,
				labels: { ...labels, email: ['Change Email To'] },
				rerun: isStillFound(identifier.email, email) || policy !== 'error' ? 'safe' : 'once',
			},
		};
	},
	// Outputs the new address, which the next node may use.
	output: (answer, { identifier, additional: { changeEmailTo: email } }) => [
		{
			found: true,
			...writeOutput(answer, { ...identifier, ...(email !== undefined && { email }) }),
		},
	],
});

/** Loops finds the contact by its user ID, and sets its email (contract: update-changes-email). */
function changeEmail(contact: IDataObject, email: Identifier, body: Body): LoopsRequest {
	const { userId } = contact;
	if (!userId) {
		throw new ItemRefused(
			"'Change Email To' needs a contact that has a user ID",
			"Add one first, with 'Create or Update' by email and user ID",
		);
	}
	return {
		...writeContact({ email, userId: fromLoops(userId), ...body }, contact),
		rejections: [
			{
				status: 400,
				part: 'email',
				says: ABOUT_CONTACT,
				hint: "Another contact may have the address of 'Change Email To' already. Look it up with 'Contact > Find'",
			},
		],
	};
}

/** False if the item finds the contact by an address that it no longer has afterwards. */
const isStillFound = (by: string | undefined, email: string): boolean =>
	by === undefined || by.toLowerCase() === email.toLowerCase();
