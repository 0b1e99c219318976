import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { parametersOf } from '../harness/operations.mts';
import { type NodeSettings, type WorkflowJson, workflowWith } from '../harness/workflow.mts';

/** A core node of n8n. */
export const coreNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: IDataObject = {},
): INode => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0],
	parameters: parameters as INodeParameters,
});

/** An Edit Fields node that adds text fields to its input. */
export const editFields = (name: string, fields: Record<string, string>): INode =>
	coreNode(name, 'set', 3.4, {
		assignments: {
			assignments: Object.entries(fields).map(([key, value]) => ({
				id: key,
				name: key,
				type: 'string',
				value,
			})),
		},
		includeOtherFields: true,
		options: {},
	});

/**
 * Nodes that pass only items with a new ID across executions.
 * @param id an expression
 */
export function onceById(id: string): INode[] {
	const dataTableId = { __rl: true, mode: 'name', value: 'received' };
	const create = {
		...coreNode('Create', 'dataTable', 1.1, {
			resource: 'table',
			operation: 'create',
			tableName: dataTableId.value,
			// Every table has an 'id' of its own.
			columns: { column: [{ name: 'webhookId', type: 'string' }] },
			options: { createIfNotExists: true },
		}),
		// As in the examples: of two executions that create the table at once, one fails.
		retryOnFail: true,
	};
	const once = coreNode('Once', 'dataTable', 1.1, {
		resource: 'row',
		operation: 'rowNotExists',
		dataTableId,
		filters: { conditions: [{ keyName: 'webhookId', condition: 'eq', keyValue: id }] },
	});
	const add = coreNode('Add', 'dataTable', 1.1, {
		resource: 'row',
		operation: 'insert',
		dataTableId,
		columns: { mappingMode: 'defineBelow', value: { webhookId: id } },
	});
	return [create, once, add];
}

/** A workflow of connected nodes. */
export function chain(nodes: INode[]): WorkflowJson {
	const connections: WorkflowJson['connections'] = {};
	nodes.slice(1).forEach(({ name }, index) => {
		connections[nodes[index].name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return { name: 'e2e', nodes, connections };
}

/** The workflow with items pinned to its first node. */
export const pinned = (workflow: WorkflowJson, items: IDataObject[]): WorkflowJson => ({
	...workflow,
	pinData: { [workflow.nodes[0].name]: items.map((json) => ({ json })) },
});

export const start = coreNode('Start', 'manualTrigger', 1);

/** A Loops node. */
export function loopsNode(
	name: string,
	parameters: IDataObject,
	settings: NodeSettings = {},
): INode {
	const [, loops] = workflowWith(parameters, settings).nodes;
	return { ...loops, id: name, name };
}

const TEXT = 'Invoice no. 7: ü';

/** Text → file → email with the file as attachment. */
export const emailWithFile = (): WorkflowJson =>
	chain([
		start,
		editFields('Invoice', { invoice: TEXT }),
		coreNode('File', 'convertToFile', 1.1, {
			operation: 'toText',
			sourceProperty: 'invoice',
			options: { fileName: 'invoice-7.txt' },
		}),
		loopsNode('Loops', {
			...parametersOf.sendEmail,
			options: { attachments: { binary: [{ field: 'data' }] } },
		}),
	]);

/** The attachments that Loops gets from `emailWithFile`. */
export const sentFiles = [
	{
		filename: 'invoice-7.txt',
		contentType: 'text/plain',
		data: Buffer.from(TEXT).toString('base64'),
	},
];

/** Webhook → Split Out → Loops with `name` as webhook path. */
export const webhookToLoops = (name: string, parameters: IDataObject): WorkflowJson =>
	chain([
		// Without a webhook ID, n8n 1.x adds the workflow's ID to the path.
		{ ...coreNode('Webhook', 'webhook', 1, { httpMethod: 'POST', path: name }), webhookId: name },
		coreNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.items' }),
		loopsNode('Loops', { ...parameters, email: '={{ $json.email }}' }),
	]);
