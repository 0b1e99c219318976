import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Refusal } from '../http/request';
import { checkExpression } from '../http/sentences';
import type { Item, Path } from './item';
import { isBlank, trimmed } from './blank';
import { checkName, readName } from './name';
import { shown } from './values';

/** Recipient, or the email address of the contact, where nothing else identifies it. */
export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	required: true,
	default: '',
	description: 'Email address of the contact',
};

const byEmail = { name: 'Email', value: 'email' };
const byUserId = { name: 'User ID', value: 'userId' };
const byBoth = {
	name: 'Email and User ID',
	value: 'emailAndUserId',
	description:
		'The contact that has either of the two. The other one is then written to it: this is how an email address is changed.',
};

const identifierFields = (findBy: INodeProperties): INodeProperties[] => [
	findBy,
	{ ...emailField, displayOptions: { show: { findBy: ['email', 'emailAndUserId'] } } },
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		placeholder: 'e.g. user_123',
		required: true,
		default: '',
		displayOptions: { show: { findBy: ['userId', 'emailAndUserId'] } },
		description: 'Your own unique ID of the contact',
	},
];

/** For the calls that take exactly one identifier: find and delete. */
export const oneIdentifier = identifierFields({
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	options: [byEmail, byUserId],
	default: 'email',
	description: 'What to find the contact by',
});

/** For the calls that take one identifier or both: create or update, and events. */
export const anyIdentifier = identifierFields({
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	options: [byEmail, byBoth, byUserId],
	default: 'email',
	description:
		'What to find the contact by. Without a match a new contact is made, which takes an email.',
});

/** Of a refusal that is about which contact is meant: 'Contact not found', 'Multiple contacts found'. */
export const ABOUT_CONTACT = /\bcontacts?\b(?! propert)|\buser ?id\b/i;

/** What to do where Loops refuses the identifiers in a body. An email alone is always good for a contact. */
export function identifierRefusals({ email, userId }: IDataObject): Refusal[] {
	if (userId === undefined) return [];
	const wayOut =
		email === undefined
			? 'A user ID alone has to belong to a contact already. To create one, find it by email and user ID'
			: 'Email and user ID must not belong to two different contacts. Look both up with Contact > Find';
	return [{ status: 400, says: ABOUT_CONTACT, hint: wayOut }];
}

/**
 * The chosen identifiers as Loops names them: `email`, `userId`. `allowed` says whether the call takes
 * exactly one of them, or any: both are then possible too.
 */
export function readIdentifier(item: Item, allowed: 'one' | 'any'): IDataObject {
	const findBy = item.parameter('findBy', 'email');
	const isBoth = findBy === 'emailAndUserId' && allowed === 'any';
	if (findBy !== 'email' && findBy !== 'userId' && !isBoth) {
		throw item.invalidParameter(
			`'Find By' can't be ${shown(findBy)} here`,
			allowed === 'one'
				? "Loops takes exactly one identifier for this: choose 'email' or 'userId'"
				: "Choose 'email', 'userId' or 'emailAndUserId'",
		);
	}
	return {
		...(findBy !== 'userId' && { email: readEmail(item) }),
		...(findBy !== 'email' && {
			userId: readUserId(item, item.parameter('userId', ''), ['userId']),
		}),
	};
}

/** The 'Email' parameter. */
export function readEmail(item: Item): string {
	return emailFrom(item, 'Email', item.parameter('email', ''), ['email']);
}

/** Only what can't be an address at all is refused, or can't be seen in one: Loops knows the rest better. */
const EMAIL =
	/^[^\s\p{Cc}\p{Cf}@,;<>]+@[^\s\p{Cc}\p{Cf}@,;<>][^\s\p{Cc}\p{Cf}@,;<>.]*\.[^\s\p{Cc}\p{Cf}@,;<>]+$/u;

/** RFC 5321: 64 before the @, 255 behind it. */
const MAX_EMAIL_LENGTH = 320;

/** Parts of an address that an expression found nothing for. A person may be called Null. */
const NOBODY = /(?<![\p{L}\p{N}])undefined(?![\p{L}\p{N}])|^NaN@|[@.](null|NaN)\.\p{L}+$/u;

/** An email address from a field, without surrounding white space. */
export function emailFrom(item: Item, field: string, value: unknown, path: Path): string {
	checkName(item, field, path);
	if (isBlank(value)) {
		throw item.invalidParameter(
			`'${field}' is empty`,
			`Enter an email address. ${checkExpression('one')}`,
		);
	}
	const email = typeof value === 'string' ? trimmed(value) : '';
	if (email.length > MAX_EMAIL_LENGTH) {
		throw item.invalidParameter(
			`'${field}' has ${email.length} characters`,
			`An email address has at most ${MAX_EMAIL_LENGTH}. ${checkExpression('one address')}`,
		);
	}
	if (!EMAIL.test(email) || NOBODY.test(email)) {
		throw item.invalidParameter(
			`'${field}' is not an email address: ${shown(value)}`,
			'It takes one address and nothing else, such as nathan@example.com',
		);
	}
	return email;
}

/** A user ID is text to Loops; databases often hold it as a number. */
export const readUserId = (item: Item, value: unknown, path: Path): string =>
	readName(item, 'User ID', value, path, 'contacts', `Enter a user ID. ${checkExpression('one')}`);

/** Names of the contacts that identifiers stand for, to keep calls about the same one in order. */
export const subjectsOf = ({ email, userId }: IDataObject): string[] => [
	...(email ? [`email ${String(email).toLowerCase()}`] : []),
	...(userId ? [`user ID ${String(userId)}`] : []),
];
