import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { findOperation } from './actions';
import type { Operation } from './actions/operation';
import { concurrently } from './concurrently';
import { Item, shown } from './item';
import { Run } from './run';
import { SubjectOrder } from './subjectOrder';
import type { LoopsRequest } from './transport/call';

/**
 * The item loop, and with transport/ the reason why this node is programmatic: declarative routing
 * starts all items at once, so that most of a long run meets Loops' limit of 10 requests per second;
 * it can't stop at a failed item, when the emails after it have left already; and it neither waits for
 * the rate limit nor repeats a call, which takes a decision for each kind of call.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const total = node.getInputData().length;
	if (total === 0) return [[]];
	const run = new Run(node);
	await run.prepare();
	const output: INodeExecutionData[][] = [];
	const failures: Failed[] = [];
	const listsDone = new Set<string>();
	const subjects = new SubjectOrder();

	await concurrently(
		total,
		() => run.concurrency,
		async (index) => {
			const item = new Item(node, index, run);
			await subjects.inTurn(item, async () => {
				if (run.drops(index)) return;
				run.waiting.add(index);
				try {
					const operation = operationOf(item);
					if (operation.isList) {
						const list = parametersOf(item, operation);
						if (listsDone.has(list)) return;
						listsDone.add(list);
					}
					output[index] = asItems(item, operation, await perform(item, operation));
				} catch (caught) {
					if (run.drops(index) && !item.isStarted) return;
					const error = asNodeError(item, caught);
					if (node.continueOnFail()) output[index] = [failedItem(item, error)];
					else {
						failures.push({ index, error });
						run.stopAt(index);
					}
				} finally {
					run.noLongerWaiting(index);
				}
			});
		},
	);
	if (node.getExecutionCancelSignal()?.aborted) throw canceled(node);
	if (failures.length > 0) throw stopped(run, failures, output.filter(Boolean).length, total);
	await run.showHints();
	return [output.flat()];
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
	// With options, so that a field that is hidden is not remembered as null.
	const values = operation.fields.map(({ name }) => item.parameter(name, null, {}));
	return JSON.stringify([operation.resource, values]);
}

async function perform(item: Item, operation: Operation): Promise<IDataObject[]> {
	const request = await operation.request(item);
	if ('output' in request) return request.output;
	const { validateOnly } = item.parameter<IDataObject>('options', {});
	if (validateOnly) return [await validated(item, request)];
	const answer = await item.call(request);
	const results = operation.output?.(answer, item) ?? [answer as IDataObject].flat();
	item.run.done(request, results[0]?.deduplicated === true);
	return results;
}

/** What would be sent, and what is worth a look about it. */
async function validated(
	{ index, run, warnings }: Item,
	{ method, path, body, qs, headers }: LoopsRequest,
): Promise<IDataObject> {
	const findings = await run.properties.findings();
	return {
		validated: true,
		request: {
			method,
			path,
			...(qs && { qs }),
			...(body && { body }),
			...(headers && { headers }),
		},
		warnings: [
			...warnings,
			...findings.filter(({ itemIndex }) => itemIndex === index).map(({ text }) => text),
		],
	};
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
	if (caught instanceof NodeApiError) {
		// What was worth a look before may be what Loops has refused.
		if (item.warnings.length > 0) caught.description += ` Also: ${item.warnings.join(', ')}.`;
		return caught;
	}
	return caught instanceof NodeOperationError
		? caught
		: new NodeOperationError(item.node.getNode(), caught as Error, { itemIndex: item.index });
}

/** With this word in its message n8n marks the execution as canceled, not as failed. */
function canceled(node: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(node.getNode(), 'The execution was canceled');
}

interface Failed {
	index: number;
	error: NodeError;
}

/** n8n throws the output of a stopped node away: the error has to say what was done. */
function stopped(run: Run, failures: Failed[], done: number, total: number): NodeError {
	const [{ index, error }, ...others] = failures.sort((a, b) => a.index - b.index);
	if (total > 1) {
		const progress = [
			`Stopped at item ${index} of ${total}: ${done} done`,
			others.length > 0 && `${others.length} more failed that had left already`,
			`${total - done - failures.length} not started.`,
		];
		error.description = [
			error.description && `${error.description.replace(/\.$/, '')}.`,
			progress.filter(Boolean).join(', '),
			done > 0 && run.rerunAdvice,
		]
			.filter(Boolean)
			.join(' ');
	}
	return error;
}

/**
 * The item that stands for a failed one. n8n up to 2.20 at least sends it to the error output only if
 * `error` is the one key of its json, and adds the input's json there itself, which takes a pairing
 * that is an object. (An `error` on the item would do too, but n8n then reduces the json to a text.)
 */
function failedItem({ node, input, index }: Item, error: NodeError): INodeExecutionData {
	const { message, description = null } = error;
	const failure: IDataObject = { message, description };
	if (error instanceof NodeApiError) failure.httpCode = error.httpCode;
	const own = node.getNode().onError === 'continueErrorOutput' ? {} : input.json;
	return {
		json: { ...own, error: failure },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}
