import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The events that Loops sends, as options of the form. */
export const events: INodePropertyOptions[] = [
	{
		name: 'All Events',
		value: '*',
		description:
			'Including events that Loops adds later. Not for a workflow that sends emails: each email comes back as an event and starts the workflow again.',
	},
	{
		name: 'Campaign Email Sent',
		value: 'campaign.email.sent',
		description: 'One event for each recipient',
	},
	{
		name: 'Contact Created',
		value: 'contact.created',
		description: 'Has the whole contact. With double opt-in, sent after confirmation.',
	},
	{
		name: 'Contact Deleted',
		value: 'contact.deleted',
		description: 'Comes with Contact Unsubscribed',
	},
	{
		name: 'Contact Unsubscribed',
		value: 'contact.unsubscribed',
		description: 'From all marketing emails. Also after a deletion or hard bounce.',
	},
	{
		name: 'Email Clicked',
		value: 'email.clicked',
		description: 'A link in it. Not for transactional emails.',
	},
	{ name: 'Email Delivered', value: 'email.delivered' },
	{
		name: 'Email Hard Bounced',
		value: 'email.hardBounced',
		description: 'It will not be delivered. Comes with Contact Unsubscribed.',
	},
	{ name: 'Email Opened', value: 'email.opened', description: 'Not for transactional emails' },
	{ name: 'Email Reported as Spam', value: 'email.spamReported' },
	{
		name: 'Email Resubscribed',
		value: 'email.resubscribed',
		description: 'The recipient of an email subscribed again. Not for transactional emails.',
	},
	{
		name: 'Email Soft Bounced',
		value: 'email.softBounced',
		description: 'It may still be delivered: Loops tries several times',
	},
	{
		name: 'Email Unsubscribed',
		value: 'email.unsubscribed',
		description: 'The recipient of an email unsubscribed. Not for transactional emails.',
	},
	{ name: 'Mailing List Subscribed', value: 'contact.mailingList.subscribed' },
	{ name: 'Mailing List Unsubscribed', value: 'contact.mailingList.unsubscribed' },
	{
		name: 'Test Event',
		value: 'testing.testEvent',
		description: 'Sent from the settings of Loops. Names no contact, email or list.',
	},
	{ name: 'Transactional Email Sent', value: 'transactional.email.sent' },
	{
		name: 'Workflow Email Sent',
		value: 'loop.email.sent',
		description: 'By a workflow in Loops. One event for each recipient.',
	},
];

/** The label of each event. */
export const eventNames = Object.fromEntries(events.map(({ name, value }) => [value, name]));

export const properties: INodeProperties[] = [
	{
		// n8n shows no other tags in a notice.
		displayName:
			'To set up this trigger:<ul><li>Step 1: In Loops, under Settings > Webhooks, enter the test URL of this node, and choose the events.</li> <li>Step 2: Put the signing secret that Loops shows into the credential.</li> <li>Step 3: Add Test Event to Events here, click Execute Step, and send a test event from Loops.</li> <li>Step 4: Replace Test Event with the events you want, publish the workflow, and enter the production URL in Loops instead.</li></ul>',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: events,
		default: [],
		description: 'Events that start the workflow. Choose them in Loops as well.',
	},
	{
		displayName: 'Verify Signature',
		name: 'verifySignature',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description: 'Whether to refuse requests that Loops has not signed with the signing secret',
	},
	{
		displayName:
			'Signatures are not verified: anyone with the URL can start this workflow with forged events.',
		name: 'unverifiedNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { verifySignature: [false] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			'Start the workflow only for events that pass every filter. A filter excludes events without the field that it checks. With an empty filter, the node refuses every event.',
		options: [
			{
				displayName: 'Campaign or Workflow',
				name: 'campaignsAndWorkflows',
				type: 'string',
				default: '',
				placeholder: 'e.g. cm4t1suns001uw6atri87v54s',
				description:
					'Comma-separated IDs of campaigns and of workflows in Loops. Combined with Transactional, either may match.',
			},
			{
				displayName: 'Mailing List Names or IDs',
				name: 'mailingLists',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getMailingLists' },
				default: [],
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				hint: 'Lists that the event is about, that the email was sent to, or that a new contact is subscribed to',
			},
			{
				displayName: 'Source Types',
				name: 'sourceTypes',
				type: 'multiOptions',
				options: [
					{ name: 'Campaign', value: 'campaign' },
					{ name: 'Transactional Email', value: 'transactional' },
					{ name: 'Workflow', value: 'loop' },
				],
				default: [],
				description: 'What sent the email',
			},
			{
				displayName: 'Transactional Names or IDs',
				name: 'transactionalEmails',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getTransactionalEmails' },
				default: [],
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Include Payload',
				name: 'includePayload',
				type: 'boolean',
				default: false,
				description: 'Whether to add the event as Loops sent it, in the field payload',
			},
		],
	},
];
