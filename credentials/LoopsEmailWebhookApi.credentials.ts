import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { addressProperties, authenticate } from './LoopsEmailApi.credentials';

// The Loops Trigger node tests it: Loops has no call that checks a signing secret.
export class LoopsEmailWebhookApi implements ICredentialType {
	name = 'loopsEmailWebhookApi';
	displayName = 'Loops Webhook API';
	icon: Icon = { light: 'file:../icons/loops.svg', dark: 'file:../icons/loops.dark.svg' };
	documentationUrl =
		'https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email/blob/main/docs/trigger.md#set-up';

	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. whsec_…',
			hint: "In Loops, under Settings > Webhooks, enter the trigger's test URL. Loops then shows the signing secret.",
		},
		{
			displayName: 'Previous Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_…',
			description:
				'Signing secret that the node also accepts. After you replace the secret in Loops, move the old one here, and remove it after 24 hours.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Optional. With it, the filters of the trigger list mailing lists and emails by name.',
		},
		...addressProperties,
	];

	authenticate = authenticate;
}
