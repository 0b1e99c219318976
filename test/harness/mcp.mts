import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IWebhookData,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import { type ConnectedTool, agentWorkflow } from './agent.mts';
import { additionalData, type PackageUnderTest } from './engine.mts';
import { nodeTypesWith } from './nodeTypes.mts';

// Why `require`: see engine.mts.
const require = createRequire(import.meta.url);
const { createRunExecutionData, Workflow } = require('n8n-workflow') as typeof N8nWorkflow;
const { WebhookContext } = require('n8n-core') as typeof Core;

/**
 * Calls the node as n8n's MCP Server Trigger does: from a webhook, without an execution and its ID.
 * Each call of a client is a request with a context of its own. Returns what the client gets.
 * test/e2e/server/mcpTrigger.e2e.mts does the same with a real client and server.
 */
export async function callThroughMcp(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	parameters: IDataObject,
	args: IDataObject = {},
): Promise<string> {
	const json = agentWorkflow(parameters);
	const { nodes, connections } = json;
	const workflow = new Workflow({
		id: 'test',
		nodes,
		connections,
		active: true,
		nodeTypes: nodeTypesWith(pkg.node),
		settings: { executionOrder: 'v1' },
	});
	const data = { ...additionalData(pkg, credentials, json), executionId: undefined };
	const trigger = workflow.getNode('Agent') as INode;
	const run = createRunExecutionData();
	const context = new WebhookContext(
		workflow,
		trigger,
		data,
		'webhook',
		{} as IWebhookData,
		[],
		run,
	);
	const [tool] = (await context.getInputConnectionData('ai_tool', 0)) as ConnectedTool[];
	return String(await tool.invoke(args).catch((error: Error) => error.message));
}
