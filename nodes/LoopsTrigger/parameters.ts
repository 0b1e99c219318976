import type { DisplayCondition, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The events that Loops sends, as options of the form. */
export const events: INodePropertyOptions[] = [
	{
		name: 'All Events',
		value: '*',
		description:
			'Do not choose this for a workflow that sends emails: each email starts it again. Includes events that Loops adds later.',
	},
	{
		name: 'Campaign Email Sent',
		value: 'campaign.email.sent',
		description: 'Loops sends one event for each recipient',
	},
	{
		name: 'Contact Created',
		value: 'contact.created',
		description:
			'Contains the whole contact. With double opt-in, Loops sends it after the contact has confirmed.',
	},
	{
		name: 'Contact Deleted',
		value: 'contact.deleted',
		description: 'Loops also sends Contact Unsubscribed',
	},
	{
		name: 'Contact Unsubscribed',
		value: 'contact.unsubscribed',
		description:
			'The contact no longer gets marketing emails. Loops also sends this after a deletion or hard bounce.',
	},
	{
		name: 'Email Clicked',
		value: 'email.clicked',
		description:
			'The recipient clicked a link in the email. Loops does not send this event for transactional emails.',
	},
	{ name: 'Email Delivered', value: 'email.delivered' },
	{
		name: 'Email Hard Bounced',
		value: 'email.hardBounced',
		description: 'The email will not be delivered. Loops also sends Contact Unsubscribed.',
	},
	{
		name: 'Email Opened',
		value: 'email.opened',
		description: 'Loops does not send this event for transactional emails',
	},
	{ name: 'Email Reported as Spam', value: 'email.spamReported' },
	{
		name: 'Email Resubscribed',
		value: 'email.resubscribed',
		description:
			'The recipient of an email subscribed again. Loops does not send this event for transactional emails.',
	},
	{
		name: 'Email Soft Bounced',
		value: 'email.softBounced',
		description: 'The email may still be delivered, because Loops tries several times',
	},
	{
		name: 'Email Unsubscribed',
		value: 'email.unsubscribed',
		description:
			'The recipient of an email unsubscribed. Loops does not send this event for transactional emails.',
	},
	{ name: 'Mailing List Subscribed', value: 'contact.mailingList.subscribed' },
	{ name: 'Mailing List Unsubscribed', value: 'contact.mailingList.unsubscribed' },
	{
		name: 'Test Event',
		value: 'testing.testEvent',
		description:
			'Sent from Settings > Webhooks in Loops, without contact, email or list. Execute step takes it without this choice.',
	},
	{ name: 'Transactional Email Sent', value: 'transactional.email.sent' },
	{
		name: 'Workflow Email Sent',
		value: 'loop.email.sent',
		description: 'A workflow in Loops sent an email. Loops sends one event for each recipient.',
	},
];

/** The label of each event. */
export const eventNames = Object.fromEntries(events.map(({ name, value }) => [value, name]));

/** n8n compares deeply, which its type leaves out. */
const NO_FILTER = { _cnd: { eq: {} } } as DisplayCondition;

export const properties: INodeProperties[] = [
	{
		// n8n shows no other tags in a notice.
		displayName:
			'To set up this trigger:<ul><li>Step 1: Under Webhook URLs, copy the test URL. In Loops, under Settings > Webhooks, enter it and choose the events.</li> <li>Step 2: Loops then shows a signing secret. Put it into the credential.</li> <li>Step 3: Choose the events you want. Click Execute step, and send a test event from Loops.</li> <li>Step 4: Publish the workflow. In Loops, replace the test URL with the production URL.</li></ul>',
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
		displayName:
			'With a filter, Contact Unsubscribed never starts this workflow: it has no list, source or ID that a filter could match.',
		name: 'unsubscribedNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { events: ['*', 'contact.unsubscribed'] },
			hide: { filters: [NO_FILTER] },
		},
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			'Start the workflow only for events that pass every filter. A filter excludes events without the field that it checks. If you add a filter and leave it empty, the node refuses every event.',
		options: [
			{
				displayName: 'Campaign or Workflow',
				name: 'campaignsAndWorkflows',
				type: 'string',
				default: '',
				placeholder: 'e.g. cm4t1suns001uw6atri87v54s',
				description:
					"Comma-separated IDs of campaigns and of workflows in Loops. If 'Transactional Names or IDs' is also set, an event has to match only one of the two filters.",
			},
			{
				displayName: 'Mailing List Names or IDs',
				name: 'mailingLists',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getMailingLists' },
				default: [],
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				hint: 'Lists of the event, of its email, or of the new contact. To choose by name, enter an API key in the credential.',
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
				hint: 'To choose by name, enter an API key in the credential',
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
