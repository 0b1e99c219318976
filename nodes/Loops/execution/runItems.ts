import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { findOperation } from '../actions';
import type { Operation, Output } from '../actions/operation';
import { checkOptions } from '../fields/collection';
import { shown } from '../fields/values';
import { redactBody } from '../http/redact';
import type { LoopsRequest } from '../http/request';
import { sentence } from '../http/sentences';
import { RunItem } from './item';
import { KeyRegistry } from './keys';
import { failedItem, outputItems, rehearsal } from './output';
import type { NodeError } from './report';
import { checkRunOptions } from './runOptions';
import { Scheduler } from './scheduler';
import { startRun } from './startRun';

/**
 * The item loop, and with http/ the reason why this node is programmatic: declarative routing
 * starts all items at once, so that most of a long run meets Loops' limit of 10 requests per second;
 * it can't stop at a failed item, when the emails after it have left already; and it neither waits for
 * the rate limit nor repeats a call, which takes a decision for each kind of call.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const total = node.getInputData().length;
	if (total === 0) return [[]];
	const canceled = node.getExecutionCancelSignal();
	const { run, concurrency, end } = await startRun(node, total);
	const scheduler = new Scheduler(canceled);
	const keys = new KeyRegistry();
	/** Of items that are only validated: nothing of theirs is sent. */
	const keysOfDryRuns = new KeyRegistry();
	/** What became of the lists, by their parameters. */
	const lists = new Map<string, 'done' | 'failed'>();
	const output: INodeExecutionData[][] = [];
	let hasFailed = false;

	await scheduler.run(total, concurrency, (index) => {
		const item = new RunItem(run, index);
		return {
			subjects: () => subjectsOf(item),
			work: async (turn) => {
				if (turn.isSkipped) return;
				item.begin(turn);
				try {
					output[index] = await perform(item);
				} catch (caught) {
					if (turn.isSkipped) return;
					if (!item.maybeApplied) keys.release(index);
					if (item.maybeApplied || canceled?.aborted) run.memory.note(index, 'unknown');
					const error = asNodeError(item, caught);
					run.report.countFailed(index, error, item.maybeApplied);
					if (node.continueOnFail())
						output[index] = [failedItem(item, error, hasErrorOutput(node))];
					else {
						hasFailed = true;
						scheduler.stopAt(index);
					}
				}
			},
		};
	});
	await end(hasFailed);
	if (canceled?.aborted) throw canceledError(node);
	if (hasFailed) throw run.report.stopError();
	node.addExecutionHints(...run.report.hints());
	return [output.flat()];

	/** Does what the parameters of an item say, and counts it. */
	async function perform(item: RunItem): Promise<INodeExecutionData[]> {
		const operation = operationOf(item);
		if (operation.isList) return await performOnce(item, operation);
		const results = item.isDryRun
			? [await rehearse(item, operation)]
			: await resultsOf(item, operation);
		return outputItems(item, operation, withoutKey(results));
	}

	/** Lists once for all items with the same parameters, which are done one after the other. */
	async function performOnce(item: RunItem, operation: Operation): Promise<INodeExecutionData[]> {
		const list = listOf(item, operation);
		if (lists.has(list)) {
			if (lists.get(list) === 'done') run.report.countDone();
			return [];
		}
		lists.set(list, 'failed');
		const results = await resultsOf(item, operation);
		lists.set(list, 'done');
		return outputItems(item, operation, withoutKey(results));
	}

	async function resultsOf(item: RunItem, operation: Operation): Promise<IDataObject[]> {
		const request = await requestOf(item, operation);
		if ('output' in request) {
			run.report.countDone();
			return request.output;
		}
		keys.claim(item, request);
		const { body, doneBy, warning } = await item.call(request);
		if (doneBy === 'unknown' && request.repeat.kind === 'lookUp') {
			item.warn(
				"Loops' answer was lost. What was asked for is done now, but it may have been done before",
			);
		}
		if (warning) item.warn(warning);
		const results = operation.output?.(body, item, doneBy, request) ?? [body].flat();
		run.report.countDone(request, doneBy);
		return results as IDataObject[];
	}

	function withoutKey(results: IDataObject[]): IDataObject[] {
		return redactBody(results, run.settings.connection?.apiKey ?? '') as IDataObject[];
	}

	/** Whether an item would be sent as it is: nothing is, and what can't be sent stops nobody. */
	async function rehearse(item: RunItem, operation: Operation): Promise<IDataObject> {
		try {
			const request = await requestOf(item, operation);
			const warnings = await item.accountWarnings();
			if (!('output' in request)) keysOfDryRuns.claim(item, request);
			run.report.countRehearsed('ready');
			return rehearsal(item, { request, warnings });
		} catch (caught) {
			const reason = item.refusedFor(caught);
			run.report.countRehearsed(reason === undefined ? 'failed' : 'refused');
			if (reason === undefined) throw asNodeError(item, caught);
			return rehearsal(item, { reasons: [reason] });
		}
	}
}

/** What can't be read is refused before anything is sent. */
async function requestOf(item: RunItem, operation: Operation): Promise<LoopsRequest | Output> {
	checkRunOptions(item);
	checkOptions(item, operation.fields);
	const request = await operation.request(item);
	item.noteNames();
	return request;
}

/** What can't be read has no subject: the item is refused when it is its turn. */
function subjectsOf(item: RunItem): string[] {
	try {
		const operation = operationOf(item);
		return operation.isList ? [listOf(item, operation)] : (operation.subjects?.(item) ?? []);
	} catch {
		return [];
	}
}

/** The same text for items that get the same list. */
const listOf = (item: RunItem, { fields }: Operation) =>
	item.parametersAsText(['resource', ...fields.map(({ name }) => name)]);

function operationOf(item: RunItem): Operation {
	const resource = item.parameter('resource', '');
	const value = item.parameter('operation', '');
	const operation = findOperation(resource, value);
	if (!operation) {
		throw item.invalidParameter(
			`This node has no operation ${shown(value)} for resource ${shown(resource)}`,
			"Choose both from the lists. For another call of the Loops API use n8n's HTTP Request node with the credential 'Loops API'.",
		);
	}
	return operation;
}

function asNodeError(item: RunItem, caught: unknown): NodeError {
	if (caught instanceof NodeApiError) {
		// What was worth a look before may be what Loops has refused.
		const { message, description } = caught;
		const others = item.warnings
			.filter((warning) => !message.includes(warning))
			.map(sentence)
			.filter((text) => !description?.includes(text));
		caught.description = [description, ...others].join(' ');
		return caught;
	}
	return caught instanceof NodeOperationError ? caught : item.asError(caught as Error);
}

const hasErrorOutput = (node: IExecuteFunctions) =>
	node.getNode().onError === 'continueErrorOutput';

/** With this word in its message n8n marks the execution as canceled, not as failed. */
const canceledError = (node: IExecuteFunctions) =>
	new NodeOperationError(node.getNode(), 'The execution was canceled');
