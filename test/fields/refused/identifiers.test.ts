import { type Case, email, event, given, refuses, upsert } from './refuses.mts';

const identifiers: Case[] = [
	...[
		{ resource: 'contact', operation: 'create' },
		{ resource: 'contact', operation: 'upsert' },
		{ resource: 'contact', operation: 'find' },
		{ resource: 'contact', operation: 'delete' },
		event,
		email,
	].flatMap((parameters): Case[] => {
		const label = parameters === email ? 'Recipient Email' : 'Email';
		return [
			[
				`an empty email: ${parameters.resource} ${parameters.operation}`,
				{ ...parameters, email: given('') },
				`'${label}' is empty`,
				'Enter an email address',
			],
			[
				`white space for an email: ${parameters.resource} ${parameters.operation}`,
				{ ...parameters, email: ' \t\n' },
				`'${label}' is empty`,
				'Enter an email address',
			],
			[
				`an expression without an email: ${parameters.resource} ${parameters.operation}`,
				{ ...parameters, email: '={{ $json.none }}' },
				`'${label}' is empty`,
				'Check that its expression gives one',
			],
			[
				`half an email: ${parameters.resource} ${parameters.operation}`,
				{ ...parameters, email: 'kim@' },
				`'${label}' is not an email address: "kim@"`,
				'It takes one address',
			],
		];
	}),
	...['kim.example.com', 'a@b', 'a b@example.com', 'a@example.com, b@example.com', '<a@b.com>'].map(
		(address): Case => [
			`a malformed email: ${address}`,
			{ ...upsert, email: address },
			`'Email' is not an email address: "${address}"`,
			'It takes one address and nothing else',
		],
	),
	[
		'an email that is not text',
		{ ...upsert, email: '={{ { a: 1 } }}' },
		`'Email' is not an email address: {"a":1}`,
		'It takes one address',
	],
	...['find', 'delete', 'upsert'].flatMap((operation): Case[] => [
		[
			`an empty user ID: ${operation}`,
			{ resource: 'contact', operation, findBy: 'userId', userId: '  ' },
			"'User ID' is empty",
			'Enter a user ID',
		],
		[
			`a user ID that is not text: ${operation}`,
			{ resource: 'contact', operation, findBy: 'userId', userId: '={{ [1] }}' },
			"'User ID' is not text: [1]",
			'one text or number',
		],
	]),
	...['find', 'delete'].map(
		(operation): Case => [
			`both identifiers where one is allowed: ${operation}`,
			{
				resource: 'contact',
				operation,
				findBy: 'emailAndUserId',
				email: 'kim@example.com',
				userId: 'u-77',
			},
			`'Identify Contact By' can't be "emailAndUserId"`,
			'Choose one of email, userId.',
		],
	),
	[
		'an unknown Identify Contact By',
		{ ...upsert, findBy: 'phone' },
		`'Identify Contact By' can't be "phone"`,
		'emailAndUserId',
	],
	[
		'an empty user ID beside an email',
		{ ...event, findBy: 'emailAndUserId', userId: given('') },
		"'User ID' is empty",
		'Enter a user ID',
	],
	[
		'an empty user ID for a new contact',
		{ ...upsert, operation: 'create', additionalFields: { userId: '={{ $json.none }}' } },
		"'User ID' is empty",
		'Enter a user ID',
	],
];

refuses('identifiers', identifiers);
