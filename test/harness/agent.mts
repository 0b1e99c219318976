import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { LOOPS, type WorkflowJson, type NodeSettings, workflowWith } from './workflow.mts';

/** Type of our node where it is connected to an AI agent. */
export const TOOL = `${LOOPS}Tool`;

export const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Our node as n8n offers it to agents: with an output for them in place of the main ones. */
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

interface ConnectedTool {
	invoke(args: IDataObject): Promise<unknown>;
}

/**
 * Stands in for an AI agent with a model that calls its tool as each input item says in `calls`: the
 * calls of one item after each other, or at once with `atOnce`. Puts out what the tool answered.
 */
export function agent(): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main', { type: 'ai_tool' }],
			outputs: ['main'],
			properties: [],
		},
		async execute() {
			const output: INodeExecutionData[] = [];
			for (const [index, { json }] of this.getInputData().entries()) {
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
export function agentWorkflow(parameters: IDataObject, settings: NodeSettings = {}): WorkflowJson {
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
				parameters: {},
			},
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Loops: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	};
}
