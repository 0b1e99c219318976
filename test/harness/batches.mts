import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import { descriptionOf } from './flow.mts';
import { type WorkflowJson, workflowWith } from './workflow.mts';

/**
 * Replaces n8n's Loop Over Items, which is not published separately: outputs a batch for each run of
 * the node on its second output, then all items on its first.
 */
export function loopOverItems(): INodeType {
	return {
		description: descriptionOf('Loop Over Items', 2, [
			{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 },
		]),
		async execute() {
			const context = this.getContext('node');
			const rest = (context.rest ?? this.getInputData()) as ReturnType<typeof this.getInputData>;
			const size = this.getNodeParameter('batchSize', 0) as number;
			context.rest = rest.slice(size);
			return rest.length > 0 ? [[], rest.slice(0, size)] : [rest, []];
		},
	};
}

/** Manual Trigger → Loop Over Items → Loops → back to Loop Over Items. */
export function batchesWorkflow(
	parameters: IDataObject,
	{ batchSize }: { batchSize: number },
): WorkflowJson {
	const workflow = workflowWith(parameters, { onError: 'continueErrorOutput' });
	const loop: INode = {
		id: 'Batches',
		name: 'Batches',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		position: [0, 0],
		parameters: { batchSize, options: {} },
	};
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	return {
		...workflow,
		nodes: [...workflow.nodes, loop],
		connections: {
			Start: { main: [to('Batches')] },
			Batches: { main: [to('Done'), to('Loops')] },
			Loops: { main: [to('Batches'), to('Failed')] },
		},
	};
}
