import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { findOperation } from './actions';
import type { Operation } from './actions/operation';
import { Item, shown } from './item';
import { Run } from './run';
import { loopsAnswer } from './transport/paginate';

/**
 * The item loop, and with transport/ the reason why this node is programmatic: declarative routing
 * starts all items at once, so that most of a long run meets Loops' limit of 10 requests per second;
 * it can't stop at a failed item, when the emails after it have left already; and it neither waits for
 * the rate limit nor repeats a call, which takes a decision for each kind of call.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new Run(node);
	const total = node.getInputData().length;
	const output: INodeExecutionData[] = [];
	const listsDone = new Set<string>();

	for (let index = 0; index < total; index++) {
		const item = new Item(node, index, run);
		try {
			const operation = operationOf(item);
			if (operation.isList) {
				const list = parametersOf(item, operation);
				if (listsDone.has(list)) continue;
				listsDone.add(list);
			}
			output.push(...asItems(item, operation, await perform(item, operation)));
		} catch (caught) {
			const isCanceled = node.getExecutionCancelSignal()?.aborted;
			const error = isCanceled
				? // With this word n8n marks the execution as canceled, not as failed.
					item.refusal('The execution was canceled', 'Nothing more was started.')
				: asNodeError(item, caught);
			if (isCanceled || !node.continueOnFail()) throw stopped(error, index, total);
			output.push(failedItem(item, error));
		}
	}
	await run.showHints();
	return [output];
}

function operationOf(item: Item): Operation {
	const resource = item.parameter('resource', '');
	const value = item.parameter('operation', '');
	const operation = findOperation(resource, value);
	if (!operation) {
		throw item.refusal(
			`This node has no operation ${shown(value)} for resource ${shown(resource)}`,
			"Choose both from the lists. For another call of the Loops API use n8n's HTTP Request node with the credential 'Loops API'.",
		);
	}
	return operation;
}

function parametersOf(item: Item, operation: Operation): string {
	const values = operation.fields.map(({ name }) => item.parameter(name, null));
	return JSON.stringify([operation.resource, values]);
}

async function perform(item: Item, operation: Operation): Promise<IDataObject[]> {
	const request = await operation.request(item);
	if ('output' in request) return request.output;
	const answer = await loopsAnswer(item.node, request, item.index);
	return operation.output?.(answer, item) ?? [answer as IDataObject].flat();
}

function asItems(item: Item, { isList }: Operation, results: IDataObject[]): INodeExecutionData[] {
	const pairedItem = { item: item.index };
	const { includeInput } = item.parameter<IDataObject>('options', {});
	if (!includeInput || isList) return results.map((json) => ({ json, pairedItem }));
	const { json: input, binary } = item.input;
	return results.map((loops) => ({
		json: { ...input, loops },
		...(binary && { binary }),
		pairedItem,
	}));
}

type NodeError = NodeApiError | NodeOperationError;

function asNodeError(item: Item, caught: unknown): NodeError {
	return caught instanceof NodeApiError || caught instanceof NodeOperationError
		? caught
		: new NodeOperationError(item.node.getNode(), caught as Error, { itemIndex: item.index });
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
function failedItem({ node, input, index }: Item, error: NodeError): INodeExecutionData {
	const details: IDataObject = { description: error.description ?? null };
	if (error instanceof NodeApiError) details.httpCode = error.httpCode;
	const failure = { error: error.message, details };
	return {
		json:
			node.getNode().onError === 'continueErrorOutput' ? failure : { ...input.json, ...failure },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}
