import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { properties, subtitle } from './operations';
import * as contentLists from './editor/contentLists';
import * as listSearch from './editor/listSearch';
import * as loadOptions from './editor/loadOptions';
import * as resourceMapping from './editor/resourceMapping';

export class Loops implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Loops',
		name: 'loops',
		icon: { light: 'file:../../icons/loops.svg', dark: 'file:../../icons/loops.dark.svg' },
		group: ['output'],
		version: [1],
		subtitle,
		description: 'Send emails and manage contacts with Loops (loops.so)',
		documentationUrl:
			'https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email/blob/main/docs/operations.md',
		defaults: { name: 'Loops' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'loopsEmailApi', required: true }],
		hints: [
			{
				message: 'Validate Only is on: nothing is sent',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition: '={{ $parameter["options"]?.["validateOnly"] === true }}',
			},
		],
		builderHint: {
			searchHint:
				'For one email to one person use resource transactionalEmail, operation send. To start the email workflows that are built in Loops use resource event, operation send.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-loops-email.loopsTrigger',
					relationHint:
						'Starts a workflow from what happens in Loops: bounces, unsubscribes, opens, new contacts',
				},
				{
					nodeType: 'n8n-nodes-base.httpRequest',
					relationHint: 'Any other call of the Loops API, with the credential type loopsEmailApi',
				},
			],
		},
		properties,
	};

	methods = {
		listSearch: { ...listSearch, ...contentLists.listSearch },
		loadOptions: { ...loadOptions, ...contentLists.loadOptions },
		resourceMapping,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Not loaded while n8n starts, as only runs need it.
		const { runItems } = await import('./runItems');
		return await runItems(this);
	}
}
