import type { INodeProperties } from 'n8n-workflow';

import { events } from './events';
import { MAX_TOLERANCE_MINUTES } from './signature';

/**
 * n8n takes an expression or a list in place of a collection for an empty one, which filters nothing.
 * Only those have a length.
 */
const notACollection: INodeProperties = {
	displayName: 'Length',
	name: 'length',
	type: 'hidden',
	default: '',
	displayOptions: { show: { length: [{ _cnd: { exists: true } }] } },
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'In Loops, open Settings > Webhooks, enter the production URL of this node, and choose the events to send. Put the signing secret that Loops then shows into the credential.',
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
		description: 'Which events start the workflow. Loops has to send them, too.',
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
			'Signatures are not verified: anybody who knows the URL can start this workflow with invented events.',
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
			'Start the workflow only for events that pass all of these. An event that does not have what a filter asks for does not pass it. Where nothing is chosen in one, no event is taken.',
		options: [
			notACollection,
			{
				displayName: 'Campaign or Workflow IDs',
				name: 'campaignsAndWorkflows',
				type: 'string',
				default: '',
				placeholder: 'e.g. cm4t1suns001uw6atri87v54s',
				description:
					'IDs of campaigns and of workflows in Loops, separated by commas. Together with Transactional Email: emails of either.',
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
				description: 'What the email was sent by',
			},
			{
				displayName: 'Transactional Email Names or IDs',
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
			notACollection,
			{
				displayName: 'Clock Tolerance',
				name: 'clockTolerance',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_TOLERANCE_MINUTES },
				default: 5,
				description:
					'Minutes by which the time of a request may differ from the clock of n8n, either way. A day (1440) at most.',
			},
			{
				displayName: 'Include Payload',
				name: 'includePayload',
				type: 'boolean',
				default: false,
				description: 'Whether to put out the event as Loops sent it, too, in the field payload',
			},
		],
	},
];
