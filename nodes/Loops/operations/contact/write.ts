import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ContactIds, lookUpContact } from '../../api/contacts';
import { choiceOption } from '../../form/parameter';
import { REFRESH } from '../../form/section';
import { type Caller, isSuccess, type LoopsRequest, type Rejection } from '../../http/request';
import { type Body, fromLoops } from '../../values/checked';
import { formatName } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import type { Reached } from '../../run/startRun';

/**
 * The addresses of a contact that an item changes. With a user ID, Loops may find a contact that has
 * another address than the item gives (contract: update-changes-email).
 */
export async function contactReached(
	get: Caller,
	{ email, userId }: ContactIds,
	...others: Array<string | undefined>
): Promise<Reached[]> {
	const contact = userId === undefined ? undefined : await lookUpContact(get, { userId });
	const reached: Reached[] = [email, ...others].filter(Boolean).map(String);
	if (contact) reached.push({ lookedUp: String(contact.email) });
	return reached.length > 0 ? reached : ['a contact identified only by user ID'];
}

/** For an item that adds the contact to a list (contract: opted-out-list). */
export const warnOfOptOut = (contact?: IDataObject): string[] =>
	contact?.subscribed === false
		? [
				"the contact has opted out of all emails ('subscribed' is false): Loops adds the contact to no mailing list",
			]
		: [];

/** Names the address, since the error of a failed item goes to people who don't have the item. */
export const noContact = ({ email, userId }: ContactIds): string =>
	`No contact has this ${email === undefined ? 'user ID' : 'email'}: ${formatName(String(email ?? userId))}`;

type NotFoundPolicy = 'foundFalse' | 'noItem' | 'error';

/** Entry of 'Options'. `more` are the operation's own choices. */
export const whenNotFound = <T extends string = never>(
	initial: NotFoundPolicy,
	...more: INodePropertyOptions[]
) =>
	choiceOption<NotFoundPolicy | T>({
		displayName: 'When Not Found',
		name: 'whenNotFound',
		type: 'options',
		options: [
			...more,
			{
				name: 'Error',
				value: 'error',
				description: "Fail the item. 'On Error' in the settings decides what follows.",
			},
			{
				name: 'Item With Found: False',
				value: 'foundFalse',
				description: "Output an item in which 'found' is false, which an If node can check",
			},
			{
				name: 'No Item',
				value: 'noItem',
				description: 'Output nothing for this item. If no items remain, the branch ends.',
			},
		] satisfies INodeProperties['options'],
		default: initial,
		description: 'What to output when no contact has this email or user ID',
	});

/** @throws ItemRefused with the policy 'error' */
export function outputWhenNotFound(
	policy: string,
	identifier: ContactIds,
	others: IDataObject = {},
): IDataObject[] {
	if (policy === 'error') {
		throw new ItemRefused(
			noContact(identifier),
			"Check the email or user ID, or choose another value for 'Options > When Not Found'",
		);
	}
	return policy === 'noItem' ? [] : [{ found: false, ...others, ...identifier }];
}

/** Matches rejections of the identifiers: 'Contact not found', 'Multiple contacts found'. */
export const ABOUT_CONTACT = /\bcontacts?\b(?! propert)|\buser ?id\b/i;

/** A list that was deleted, or whose ID is wrong. */
export const UNKNOWN_LIST: Rejection = {
	status: 400, // contract: list-unknown
	part: 'mailingLists',
	says: /\blists?\b/i,
	hint: "Check that each mailing list still exists. Choose the mailing lists again, or copy their IDs from 'Mailing List > Get Many'",
};

/** What Loops refuses of a contact's lists and properties. */
export const VALUE_REFUSED: Rejection[] = [
	UNKNOWN_LIST,
	{
		status: 400,
		says: /\bpropert(y|ies)\b/i,
		hint: `Correct the value of the property. ${REFRESH}`,
	},
];

/** Explains what Loops says of a contact's values: of its lists, properties and identifiers. */
export const contactRejections = (body: Body): Rejection[] => [
	...VALUE_REFUSED,
	...identifierRejections(body),
];

/** Loops never refuses an email alone: it finds or creates the contact (contract: event-makes-contact). */
function identifierRejections({ email, userId }: Body): Rejection[] {
	if (userId === undefined) return [];
	const hint =
		email === undefined
			? "A user ID alone works only for an existing contact. A new contact also needs an email. Use 'Email and User ID', and filter out people without an email before this node"
			: "Email and user ID must not belong to two different contacts. Look both up with 'Contact > Find'";
	// contract: update-user-id-unknown, event-user-id-unknown
	return [{ status: 400, says: ABOUT_CONTACT, hint }];
}

/** Explains a refusal about a contact that was looked up before the write. */
export const GONE_SINCE: Rejection = {
	status: 400,
	says: ABOUT_CONTACT,
	hint: 'The contact may have been deleted since the node looked it up. Run the workflow again with this item',
};

/**
 * Writes to the contact that has the email or the user ID in `body`, and sets the other one if given.
 * Loops creates the contact if there is none (contract: update-creates, update-links, update-keeps).
 */
export const contactCall = (body: Body): LoopsRequest => ({
	method: 'PUT',
	path: '/contacts/update',
	body,
	repeat: { kind: 'safe' },
	isAnswer: isSuccess,
	rejections: contactRejections(body),
});

/** The output of a write, or of none: what people look for first, the ID last. */
export const writeOutput = (answer: IDataObject, contact: IDataObject): IDataObject => {
	const { id = null, ...others } = answer;
	return { ...others, ...contact, id };
};

/** Has the fields of a write, since n8n's tables show `undefined` for a field that only other items have. */
export const outputForMissing = (policy: string, identifier: ContactIds): IDataObject[] =>
	outputWhenNotFound(policy, identifier, writeOutput({ success: false }, identifier));

/**
 * The identifier to write a contact by. Prefers its user ID: Loops creates no contact from that alone,
 * should this one be deleted in between. Otherwise the email as stored, since look-ups ignore case.
 */
export const storedIdentifier = (identifier: ContactIds, contact?: IDataObject): Body => {
	const { userId, email = identifier.email } = contact ?? { ...identifier };
	return userId ? { userId: fromLoops(userId) } : { email: fromLoops(email) };
};
