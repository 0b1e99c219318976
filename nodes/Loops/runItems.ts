import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { findOperation } from './actions';
import type { Operation } from './actions/operation';
import { invalidInput, shown } from './invalidInput';
import { loopsPages } from './transport/paginate';
import { loopsRequest } from './transport/request';

/**
 * The item loop, and with transport/ the reason why this node is programmatic: declarative routing
 * starts all items at once, so that most of a long run meets Loops' limit of 10 requests per second;
 * it can't stop at a failed item, when the emails after it have left already; and it neither waits for
 * the rate limit nor repeats a call, which takes a decision for each kind of call.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = node.getInputData();
	const output: INodeExecutionData[] = [];
	const listsDone = new Set<string>();

	for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
		try {
			const operation = operationOf(node, itemIndex);
			if (operation.isList) {
				const list = parametersOf(node, operation, itemIndex);
				if (listsDone.has(list)) continue;
				listsDone.add(list);
			}
			for (const json of await perform(node, operation, itemIndex)) {
				output.push({ json, pairedItem: { item: itemIndex } });
			}
		} catch (caught) {
			const isCanceled = node.getExecutionCancelSignal()?.aborted;
			const error = isCanceled
				? // With this word n8n marks the execution as canceled, not as failed.
					invalidInput(node, itemIndex, 'The execution was canceled', 'Nothing more was started.')
				: asNodeError(node, caught, itemIndex);
			if (isCanceled || !node.continueOnFail()) throw stopped(error, itemIndex, items.length);
			output.push(failedItem(node, error, itemIndex));
		}
	}
	return [output];
}

function operationOf(node: IExecuteFunctions, itemIndex: number): Operation {
	const resource = node.getNodeParameter('resource', itemIndex, '');
	const value = node.getNodeParameter('operation', itemIndex, '');
	const operation = findOperation(resource, value);
	if (!operation) {
		throw invalidInput(
			node,
			itemIndex,
			`This node has no operation ${shown(value)} for resource ${shown(resource)}`,
			"Choose both from the lists. For another call of the Loops API use n8n's HTTP Request node with the credential 'Loops API'.",
		);
	}
	return operation;
}

function parametersOf(node: IExecuteFunctions, operation: Operation, itemIndex: number): string {
	const values = operation.fields.map(({ name }) => node.getNodeParameter(name, itemIndex, null));
	return JSON.stringify([operation.resource, values]);
}

async function perform(
	node: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): Promise<IDataObject[]> {
	const request = await operation.request(node, itemIndex);
	const answer = request.pages
		? await loopsPages(node, request, request.pages.limit, itemIndex)
		: await loopsRequest(node, request, itemIndex);
	return operation.output?.(answer, node, itemIndex) ?? [answer as IDataObject].flat();
}

type NodeError = NodeApiError | NodeOperationError;

function asNodeError(node: IExecuteFunctions, caught: unknown, itemIndex: number): NodeError {
	return caught instanceof NodeApiError || caught instanceof NodeOperationError
		? caught
		: new NodeOperationError(node.getNode(), caught as Error, { itemIndex });
}

/** n8n throws the output of a stopped node away: the error has to say what was done. */
function stopped(error: NodeError, itemIndex: number, total: number): NodeError {
	if (total > 1) {
		const progress = `Stopped at item ${itemIndex}: ${itemIndex} of ${total} items were done before, ${total - itemIndex - 1} were not started.`;
		error.description = [error.description, progress].filter(Boolean).join(' ');
	}
	return error;
}

/**
 * The item that stands for a failed one. n8n sends it to the error output only if its json has no
 * other keys than these, and adds the input's json there itself, which takes a pairing that is an
 * object. (An `error` on the item would do too, but n8n then reduces the json to the message.)
 */
function failedItem(
	node: IExecuteFunctions,
	error: NodeError,
	itemIndex: number,
): INodeExecutionData {
	const input = node.getInputData()[itemIndex];
	const details: IDataObject = { description: error.description ?? null };
	if (error instanceof NodeApiError) details.httpCode = error.httpCode;
	const failure = { error: error.message, details };
	return {
		json:
			node.getNode().onError === 'continueErrorOutput' ? failure : { ...input.json, ...failure },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: itemIndex },
	};
}
