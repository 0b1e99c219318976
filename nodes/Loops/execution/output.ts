import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Operation } from '../actions/operation';
import { readBoolean } from '../fields/values';
import type { LoopsRequest } from '../transport/request';
import type { RunItem } from './item';
import type { NodeError } from './report';

/** The output items of an input item, with what came in where that is asked for. */
export function outputItems(
	item: RunItem,
	{ isList }: Operation,
	results: IDataObject[],
): INodeExecutionData[] {
	const pairedItem = { item: item.index };
	const { includeInput } = item.options;
	if (isList || !readBoolean(item, 'Include Input Fields', includeInput)) {
		return results.map((json) => ({ json, pairedItem }));
	}
	const { json, binary } = item.input;
	const { error, ...input } = json;
	return results.map((loops) => ({
		json: {
			...input,
			// n8n takes `error` for a failure of this node: with Retry On Fail it runs all items again.
			...('error' in json && { inputError: error }),
			loops,
		},
		...(binary && { binary }),
		pairedItem,
	}));
}

/**
 * The item that stands for a failed one. n8n up to 2.20 at least sends it to the error output only if
 * `error` is the one key of its json, and adds the input's json there itself, which takes a pairing
 * that is an object. (An `error` on the item would do too, but n8n then reduces the json to a text.)
 */
export function failedItem(
	{ input, index }: RunItem,
	error: NodeError,
	hasErrorOutput: boolean,
): INodeExecutionData {
	const { message, description = null } = error;
	const failure: IDataObject = { message, description };
	if (error instanceof NodeApiError) failure.httpCode = error.httpCode;
	return {
		json: { ...(hasErrorOutput ? {} : input.json), error: failure },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}

/** What would be sent, and what is worth a look about it. */
export async function validatedOutput(
	item: RunItem,
	{ method, path, body, qs, headers }: LoopsRequest,
): Promise<IDataObject> {
	return {
		validated: true,
		request: {
			method,
			path,
			...(qs && { qs }),
			...(body && { body }),
			...(headers && { headers }),
		},
		warnings: [...item.warnings, ...(await item.propertyWarnings())],
	};
}
