import { createRequire } from 'node:module';
import type { INodeType, INodeTypes } from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import { agent, AGENT, asTool, TOOL } from './agent.mts';
import { loopOverItems } from './batches.mts';
import {
	branch,
	code,
	convertToFile,
	descriptionOf,
	editFields,
	hmac,
	markdown,
	postgres,
	respond,
	sendAndWait,
	stopAndError,
	trigger,
	wait,
} from './flow.mts';
import { LOOPS, TRIGGER } from './workflow.mts';

// Why `require`: see engine.mts.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow') as typeof N8nWorkflow;

/** A node that outputs its input. */
export const passThrough = (displayName: string): INodeType => ({
	description: descriptionOf(displayName),
	async execute() {
		return [this.getInputData()];
	},
});

const made = new WeakMap<INodeType, INodeTypes>();

/** The nodes available to test workflows, including the one under test. No run changes them. */
export function nodeTypesWith(node: INodeType): INodeTypes {
	const types = made.get(node) ?? makeNodeTypes(node);
	made.set(node, types);
	return types;
}

function makeNodeTypes(node: INodeType): INodeTypes {
	const all: Record<string, INodeType> = {
		[LOOPS]: node,
		[TOOL]: asTool(node),
		[AGENT]: agent(),
		[TRIGGER]: trigger('Loops Trigger'),
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': passThrough('Model'),
		'n8n-nodes-base.code': code(),
		'n8n-nodes-base.convertToFile': convertToFile(),
		'n8n-nodes-base.crypto': hmac(),
		'n8n-nodes-base.dataTable': passThrough('Data table'),
		'n8n-nodes-base.emailSend': sendAndWait(),
		'n8n-nodes-base.httpRequest': passThrough('HTTP Request'),
		'n8n-nodes-base.if': branch(),
		'n8n-nodes-base.manualTrigger': passThrough('Manual Trigger'),
		'n8n-nodes-base.markdown': markdown(),
		'n8n-nodes-base.noOp': passThrough('No Operation'),
		'n8n-nodes-base.postgres': postgres(),
		'n8n-nodes-base.respondToWebhook': respond(),
		'n8n-nodes-base.scheduleTrigger': trigger('Schedule Trigger'),
		'n8n-nodes-base.set': editFields(),
		'n8n-nodes-base.splitInBatches': loopOverItems(),
		'n8n-nodes-base.stickyNote': passThrough('Sticky Note'),
		'n8n-nodes-base.stopAndError': stopAndError(),
		'n8n-nodes-base.stripeTrigger': trigger('Stripe Trigger'),
		'n8n-nodes-base.wait': wait(),
		'n8n-nodes-base.webhook': trigger('Webhook'),
	};
	return {
		getByName: (type) => all[type],
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(all[type], version),
		getKnownTypes: () => ({}),
	};
}
