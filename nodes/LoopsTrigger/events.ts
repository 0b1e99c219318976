import type { INodePropertyOptions } from 'n8n-workflow';

/** What Loops sends, by what it is about. */
export const events: INodePropertyOptions[] = [
	{
		name: 'All Events',
		value: '*',
		description: 'Also those that Loops may add later',
	},
	{
		name: 'Campaign Email Sent',
		value: 'campaign.email.sent',
		description: 'One event for each recipient',
	},
	{
		name: 'Contact Created',
		value: 'contact.created',
		description: 'Has the whole contact. After double opt-in, once it is confirmed.',
	},
	{
		name: 'Contact Deleted',
		value: 'contact.deleted',
		description: 'Comes with Contact Unsubscribed',
	},
	{
		name: 'Contact Unsubscribed',
		value: 'contact.unsubscribed',
		description: 'From all marketing emails. Also after a deletion and a hard bounce.',
	},
	{
		name: 'Email Clicked',
		value: 'email.clicked',
		description: 'A link in it. Not for transactional emails.',
	},
	{
		name: 'Email Delivered',
		value: 'email.delivered',
	},
	{
		name: 'Email Hard Bounced',
		value: 'email.hardBounced',
		description: 'It will not be delivered. Comes with Contact Unsubscribed.',
	},
	{
		name: 'Email Opened',
		value: 'email.opened',
		description: 'Not for transactional emails',
	},
	{
		name: 'Email Reported as Spam',
		value: 'email.spamReported',
	},
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
	{
		name: 'Mailing List Subscribed',
		value: 'contact.mailingList.subscribed',
	},
	{
		name: 'Mailing List Unsubscribed',
		value: 'contact.mailingList.unsubscribed',
	},
	{
		name: 'Test Event',
		value: 'testing.testEvent',
		description: 'Sent from the settings of Loops. Is about no contact, email or list.',
	},
	{
		name: 'Transactional Email Sent',
		value: 'transactional.email.sent',
	},
	{
		name: 'Workflow Email Sent',
		value: 'loop.email.sent',
		description: 'By a workflow in Loops. One event for each recipient.',
	},
];
