import type { INodeProperties } from 'n8n-workflow';

import { isBlank, trimmed } from '../values/blank';
import { format } from '../values/format';
import { isSheetError } from '../values/identity';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import type { Field } from '../form/field';
import type { Form, Path } from '../form/form';
import { readName } from '../form/name';
import { choice, fieldOf, type Part } from '../form/part';
import { checkParts, refuseInserted } from '../form/templateParts';

/** Loops' names for what identifies a contact. A type alias, since an interface is not an IDataObject. */
export type Identifier = { email?: string; userId?: string };

const emailProperty: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	required: true,
	default: '',
	description: 'Email address of the contact',
};

const userIdProperty: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	placeholder: 'e.g. user_123',
	default: '',
	description: 'Your own unique ID for the contact',
};

/** An email address as the only identifier of the contact or recipient. */
export const email = (texts: Partial<INodeProperties> = {}): Field<string> => {
	const property = { ...emailProperty, ...texts };
	return {
		properties: [property],
		read: (form) => parseEmail(form, property.displayName, form.parameter('email', ''), ['email']),
	};
};

const findBy: INodeProperties = {
	displayName: 'Identify Contact By',
	name: 'findBy',
	type: 'options',
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'User ID', value: 'userId' },
	],
	default: 'email',
	description: 'What to find the contact by',
};

const identifier = (by: INodeProperties): Field<Identifier> => ({
	properties: [
		by,
		{ ...emailProperty, displayOptions: { show: { findBy: ['email', 'emailAndUserId'] } } },
		{
			...userIdProperty,
			required: true,
			displayOptions: { show: { findBy: ['userId', 'emailAndUserId'] } },
		},
	],
	read: (form) => {
		const chosen = fieldOf(choice<'email' | 'userId' | 'emailAndUserId'>(by)).read(form);
		return {
			...(chosen !== 'userId' && {
				email: parseEmail(form, 'Email', form.parameter('email', ''), ['email']),
			}),
			...(chosen !== 'email' && {
				userId: parseUserId(form, form.parameter('userId', ''), ['userId']),
			}),
		};
	},
});

/** For the calls that take exactly one identifier (contract: find-one-identifier). */
export const oneIdentifier = identifier(findBy);

/** For the calls that take one identifier or both. */
export const anyIdentifier = identifier({
	...findBy,
	options: [
		{ name: 'Email', value: 'email' },
		{
			name: 'Email and User ID',
			value: 'emailAndUserId',
			description:
				'Finds the contact by either of the two, and writes the other one to it. This can change an email address.',
		},
		{ name: 'User ID', value: 'userId' },
	],
	description:
		'What to find the contact by. If none matches, a contact is created, which needs an email.',
});

/** The user ID of a new contact. */
export const userId: Part<string> = {
	property: userIdProperty,
	read: (form, value, path) => parseUserId(form, value, path),
};

/** The new email address of a contact. */
export const changeEmailTo: Part<string> = {
	property: {
		displayName: 'Change Email To',
		name: 'changeEmailTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. nathan@example.com',
		description: 'New email address of the contact. The contact must have a user ID.',
	},
	read: (form, value, path) => parseEmail(form, 'Change Email To', value, path),
};

/** Refuses only impossible addresses and invisible characters. Loops checks the rest (contract: email-invalid). */
const EMAIL =
	/^[^\s\p{Cc}\p{Cf}\p{DI}@,;<>]+@[^\s\p{Cc}\p{Cf}\p{DI}@,;<>][^\s\p{Cc}\p{Cf}\p{DI}@,;<>.]*\.[^\s\p{Cc}\p{Cf}\p{DI}@,;<>]+$/u;

/** RFC 5321: 64 before the @, 255 after it. */
const MAX_EMAIL_LENGTH = 320;

/** Addresses in which an expression found nothing. People may be called Null. */
const NOBODY =
	/(?<![\p{L}\p{N}])undefined(?![\p{L}\p{N}])|^[^@]*undefined|(?<![\p{L}\p{N}])NaN@|^-?Infinity@|[@.](null|NaN)\.\p{L}+$/u;

export function parseEmail(form: Form, field: string, value: unknown, path: Path): string {
	checkParts(form, field, path);
	if (isBlank(value)) {
		throw new ItemRefused(
			`'${field}' is empty`,
			`Enter an email address. ${expressionHint('one')}`,
		);
	}
	const address = typeof value === 'string' ? trimmed(value) : '';
	if (address.length > MAX_EMAIL_LENGTH) {
		throw new ItemRefused(
			`'${field}' has ${address.length} characters`,
			`An email address has at most ${MAX_EMAIL_LENGTH}. ${expressionHint('one address')}`,
		);
	}
	const isNobody = NOBODY.test(address) || isSheetError(address.split('@')[0]);
	if (EMAIL.test(address) && !isNobody) return address;
	throw new ItemRefused(
		`'${field}' is not an email address: ${format(value)}`,
		'It takes one address and nothing else, such as nathan@example.com',
	);
}

/** How databases, sheets and AI agents write that there is no ID. */
const NO_ID =
	/^(false|none|n\/a|<?nil>?|unknown|-+|not (available|given|known|provided|set|specified)|0{8}-0{4}-0{4}-0{4}-0{12})$/i;

const NO_ID_HINT =
	'Different people without an ID would be one contact. Filter such items out, or identify the contact by email';

/** User IDs are text to Loops; databases often hold them as numbers. Shops write 0 for guests. */
function parseUserId(form: Form, value: unknown, path: Path): string {
	const hint = `Enter a user ID. ${expressionHint('one')}`;
	const id = readName(form, 'User ID', value, path, 'contacts', hint);
	refuseInserted(form, 'User ID', path, (part) =>
		part === 0 || NO_ID.test(String(part).trim()) ? NO_ID_HINT : undefined,
	);
	if (id !== '0' && !NO_ID.test(id)) return id;
	throw new ItemRefused(`'User ID' can't be ${format(id)}`, NO_ID_HINT);
}

/** The locks that keep calls about the same contact in order (contract: email-case). */
export const contactLocks = ({ email: address, userId: id }: Identifier): string[] => [
	...(address ? [`email ${address.toLowerCase()}`] : []),
	...(id ? [`user ID ${id}`] : []),
];
