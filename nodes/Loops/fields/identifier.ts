import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidInput, shown } from '../invalidInput';

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

/**
 * The chosen identifiers as Loops names them: `email`, `userId`. `allowed` says whether the call takes
 * exactly one of them, or any: both are then possible too.
 */
export function readIdentifier(
	node: IExecuteFunctions,
	itemIndex: number,
	allowed: 'one' | 'any',
): IDataObject {
	const findBy = node.getNodeParameter('findBy', itemIndex, 'email');
	const isBoth = findBy === 'emailAndUserId' && allowed === 'any';
	if (findBy !== 'email' && findBy !== 'userId' && !isBoth) {
		throw invalidInput(
			node,
			itemIndex,
			`'Find By' can't be ${shown(findBy)} here`,
			allowed === 'one'
				? "Loops takes exactly one identifier for this: choose 'email' or 'userId'"
				: "Choose 'email', 'userId' or 'emailAndUserId'",
		);
	}
	return {
		...(findBy !== 'userId' && { email: readEmail(node, itemIndex) }),
		...(findBy !== 'email' && {
			userId: userIdFrom(node, itemIndex, node.getNodeParameter('userId', itemIndex, '')),
		}),
	};
}

/** The 'Email' parameter, without surrounding white space. */
export function readEmail(node: IExecuteFunctions, itemIndex: number): string {
	const value = node.getNodeParameter('email', itemIndex, '');
	if (isBlank(value)) {
		throw invalidInput(
			node,
			itemIndex,
			"'Email' is empty",
			'Enter an email address, or check that its expression finds one in this item',
		);
	}
	const email = typeof value === 'string' ? value.trim() : '';
	// Only what can't be an address at all: Loops knows the rest better.
	if (!/^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(email)) {
		throw invalidInput(
			node,
			itemIndex,
			`'Email' is not an email address: ${shown(value)}`,
			'It takes one address and nothing else, such as nathan@example.com',
		);
	}
	return email;
}

/** A user ID is text to Loops; databases often hold it as a number. */
export function userIdFrom(node: IExecuteFunctions, itemIndex: number, value: unknown): string {
	if (isBlank(value)) {
		throw invalidInput(
			node,
			itemIndex,
			"'User ID' is empty",
			'Enter a user ID, or check that its expression finds one in this item',
		);
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw invalidInput(node, itemIndex, `'User ID' is not text: ${shown(value)}`, 'Enter one ID');
	}
	return String(value).trim();
}

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || String(value).trim() === '';
}
