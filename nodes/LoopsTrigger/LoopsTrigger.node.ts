import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loadOptions } from './loadOptions';
import { eventNames, properties } from './parameters';
import { receive } from './receive';
import { checkSecret, testSigningSecret } from './signingSecret';

export class LoopsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Loops Trigger',
		name: 'loopsTrigger',
		icon: { light: 'file:../../icons/loops.svg', dark: 'file:../../icons/loops.dark.svg' },
		group: ['trigger'],
		// n8n special-cases version 1 of any trigger: it evaluates an expression per request, which costs
		// most of a request with lazy isolates, and reads bodies of types such as octet-stream.
		version: 2,
		subtitle: `={{ $parameter["verifySignature"] === false ? "Signatures not verified" : $parameter["events"].includes("*") ? "All events" : ((${JSON.stringify(eventNames)})[$parameter["events"][0]] ?? $parameter["events"][0] ?? "No events") + ($parameter["events"].length > 1 ? " + " + ($parameter["events"].length - 1) : "") }}`,
		// n8n shows it for the node as well, whose actions and triggers it lists as one.
		description:
			'Send emails and manage contacts with Loops (loops.so), or start a workflow when an email bounces, or when someone clicks or unsubscribes',
		documentationUrl:
			'https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email/blob/main/docs/trigger.md#set-up',
		eventTriggerDescription: 'Waiting for Loops to send an event to the test URL',
		activationMessage:
			'Now replace the test URL with the production URL in Loops, under Settings > Webhooks.',
		triggerPanel: {
			header: 'Receive events from Loops',
			executionsHelp: {
				inactive:
					'<b>Follow the four steps in the form.</b> In step 3, n8n takes one event for each click on Execute step. After step 4, the executions are in the executions list, not in the editor.<br /><br />Loops calls one URL per account. To feed several workflows, let one receive all events and call the others.',
				active:
					'<b>Make sure</b> that Loops has the production URL under Settings > Webhooks. The executions are in the <a data-key="executions">executions list</a>, not in the editor.<br /><br /><b>To test again</b>, follow steps 1, 3 and 4 in the form.<br /><br />Loops calls one URL per account. To feed several workflows, let one receive all events and call the others.',
			},
			activationHint: 'After the test, follow step 4 in the form.',
		},
		hints: [
			{
				type: 'warning',
				message:
					'Signatures are not verified: anyone with the URL can start this workflow with forged events',
				displayCondition: '={{ $parameter["verifySignature"] === false }}',
				whenToDisplay: 'always',
				location: 'outputPane',
			},
		],
		builderHint: {
			searchHint:
				'Starts a workflow from Loops webhooks: bounces, spam complaints, unsubscribes, opens, clicks, deliveries, new and deleted contacts, mailing lists. Loops calls one URL per account: use one trigger with all events and a Switch on event to feed several flows.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-loops-email.loops',
					relationHint: 'Finds or changes the contact of an event, and sends emails and events',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint:
						'Keeps the webhookId of each event, to drop repeats across a restart or several n8n processes',
				},
				{
					nodeType: 'n8n-nodes-base.switch',
					relationHint: 'Branches by event, where one trigger receives several',
				},
			],
		},
		defaults: { name: 'Loops Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'loopsEmailWebhookApi',
				required: true,
				testedBy: 'testSigningSecret',
				displayOptions: { hide: { verifySignature: [false] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'loops',
			},
		],
		properties,
	};

	methods = { loadOptions, credentialTest: { testSigningSecret } };

	// Loops has no API to register a webhook: users enter the URL in its settings.
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions) {
				return await checkSecret(this);
			},
			create: async () => true,
			delete: async () => true,
		},
	};

	webhook = receive;
}
