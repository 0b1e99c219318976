import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Operation } from '../actions/operation';
import { readFlag } from '../fields/values';
import type { LoopsRequest } from '../transport/request';
import type { RunItem } from './item';
import type { NodeError } from './report';

/** @throws NodeOperationError for an option that is neither true nor false */
export const includesInput = (item: RunItem): boolean =>
	readFlag(item, 'includeInputFields', 'Include Input Fields');

/** The output items of an input item, with what came in where that is asked for. */
export function outputItems(
	item: RunItem,
	{ isList }: Operation,
	results: IDataObject[],
): INodeExecutionData[] {
	const pairedItem = { item: item.index };
	if (isList || !includesInput(item)) {
		return results.map((json) => ({ json, pairedItem }));
	}
	const { json, binary } = item.input;
	return results.map((loops) => ({
		json: { ...withoutError(json), loops },
		...(binary && { binary }),
		pairedItem,
	}));
}

/**
 * The fields of the input, with `error` under another name: n8n takes it for a failure of this node,
 * and with Retry On Fail runs all items again.
 */
function withoutError(json: IDataObject): IDataObject {
	const { error, ...others } = json;
	if (!('error' in json)) return json;
	let name = 'inputError';
	while (name in json) name = `_${name}`;
	return { ...others, [name]: error };
}

/**
 * The item that stands for a failed one, with `error` in sight: first. n8n up to 2.20 at least sends it
 * to the error output only if `error` is the one key of its json, and adds the input's json there
 * itself, before `error`, which takes a pairing that is an object. (An `error` on the item would do too, but n8n then reduces the json to a text.)
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
		json: { error: failure, ...(hasErrorOutput ? {} : withoutError(input.json)) },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}

/** What would be sent, and what is worth a look about it. */
export async function validatedOutput(
	item: RunItem,
	{ method, path, body, qs, headers }: LoopsRequest,
): Promise<IDataObject> {
	const { mapping } = item;
	return {
		validated: true,
		request: {
			method,
			path,
			...(qs && { qs }),
			...(body && { body }),
			...(headers && { headers }),
		},
		...(mapping && { mapping: Object.fromEntries(mapping.sentAs), notSent: mapping.notSent }),
		warnings: [...item.warnings, ...(await item.propertyWarnings())],
	};
}
