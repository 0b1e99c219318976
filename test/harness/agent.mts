import type { EngineRequest, IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { descriptionOf } from './flow.mts';
import { LOOPS, type WorkflowJson, type NodeSettings, workflowWith } from './workflow.mts';

/** Type of our node as a tool of an AI agent. */
export const TOOL = `${LOOPS}Tool`;

export const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Our node as a tool: with a tool output instead of main outputs. */
export function asTool(node: INodeType): INodeType {
	const { description } = node;
	const tool = Object.create(node) as INodeType;
	tool.description = {
		...description,
		name: `${description.name}Tool`,
		inputs: [],
		outputs: ['ai_tool'],
	};
	return tool;
}

/** A tool as an agent or an MCP server gets it. */
export interface ConnectedTool {
	invoke(args: IDataObject): Promise<unknown>;
}

/** How an agent calls its tools: itself, or through the engine as newer agents do. */
export type ToolCalling = 'itself' | 'engine';

/**
 * Replaces an AI agent whose model calls its tool with each of an input item's `calls` in order.
 * Outputs the answers of the tool.
 */
export function agent(): INodeType {
	return {
		description: {
			...descriptionOf('Agent', 1, [
				{ displayName: 'Tool Calling', name: 'toolCalling', type: 'string', default: 'itself' },
			]),
			inputs: ['main', { type: 'ai_tool' }],
		},
		async execute(response) {
			const items = this.getInputData();
			if (this.getNodeParameter('toolCalling', 0) === 'engine') {
				if (response?.actionResponses.length)
					return [response.actionResponses.map(({ data }) => ({ json: { ...data } }))];
				const [tool] = this.getParentNodes(this.getNode().name, { connectionType: 'ai_tool' });
				const actions = items.flatMap(({ json }, itemIndex) =>
					(json.calls as IDataObject[]).map((input, call): EngineRequest['actions'][number] => ({
						actionType: 'ExecutionNodeAction',
						nodeName: tool.name,
						input,
						type: 'ai_tool',
						id: `call ${itemIndex} ${call}`,
						metadata: { itemIndex },
					})),
				);
				return { actions, metadata: {} };
			}
			const output: INodeExecutionData[] = [];
			for (const [index, { json }] of items.entries()) {
				const connected = await this.getInputConnectionData('ai_tool', index);
				const [tool] = [connected].flat() as ConnectedTool[];
				const answers: string[] = [];
				for (const call of json.calls as IDataObject[]) {
					const answer = await tool.invoke(call).catch((error: Error) => error.message);
					answers.push(String(answer));
				}
				output.push({ json: { answers }, pairedItem: { item: index } });
			}
			return [output];
		},
	};
}

/** Manual Trigger → 'Agent', with our node as its tool. */
export function agentWorkflow(
	parameters: IDataObject,
	{ toolCalling = 'itself', ...settings }: NodeSettings & { toolCalling?: ToolCalling } = {},
): WorkflowJson {
	const { nodes, ...workflow } = workflowWith(parameters, settings);
	const [start, loops] = nodes;
	return {
		...workflow,
		nodes: [
			start,
			{ ...loops, type: TOOL },
			{
				id: 'Agent',
				name: 'Agent',
				type: AGENT,
				typeVersion: 1,
				position: [0, 0],
				parameters: { toolCalling },
			},
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Loops: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	};
}
