import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { LoopsRequest } from '../http/request';
import type { Plan } from '../operations/operation';
import { sentence } from '../values/format';
import type { NodeError } from './report';

/** An input item by its position. */
interface Source {
	index: number;
	input: INodeExecutionData;
}

/** The output items of an input item, with what came in where that is asked for. */
export function outputItems(
	{ index, input: { json, binary } }: Source,
	results: IDataObject[],
	includesInput: boolean,
): INodeExecutionData[] {
	const pairedItem = { item: index };
	if (!includesInput) return results.map((each) => ({ json: each, pairedItem }));
	return results.map((loops) => ({
		json: { ...renamed(json, 'error', 'loops'), loops },
		...(binary && { binary }),
		pairedItem,
	}));
}

/**
 * The fields of the input, with those under another name that the output has a use for: `loops`, and
 * `error`, which n8n takes for a failure of this node, so that with Retry On Fail it runs all items again.
 */
function renamed(json: IDataObject, ...names: string[]): IDataObject {
	const kept = { ...json };
	for (const name of names.filter((each) => each in json)) {
		let other = `input${name[0].toUpperCase()}${name.slice(1)}`;
		while (other in json) other = `_${other}`;
		kept[other] = kept[name];
		delete kept[name];
	}
	return kept;
}

/**
 * The item that stands for a failed one, with `error` in sight: first. n8n up to 2.20 at least sends it
 * to the error output only if `error` is the one key of its json, and adds the input's json there
 * itself, before `error`, which takes a pairing that is an object. So an input field `error` has no other
 * place than in there. (An `error` on the item would do too, but n8n then reduces the json to a text.)
 */
export function failedItem(
	{ input, index }: Source,
	error: NodeError,
	hasErrorOutput: boolean,
): INodeExecutionData {
	const { message, description = null } = error;
	const failure: IDataObject = { message, description };
	if (error instanceof NodeApiError) failure.httpCode = error.httpCode;
	const { error: inputError, ...others } = input.json;
	if ('error' in input.json) failure.inputError = inputError;
	return {
		json: { error: failure, ...(hasErrorOutput ? {} : others) },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}

/** The output of Validate Only: the plan of an item, or why it can't be sent. */
export function preview({
	plan,
	reason,
	warnings,
}: {
	plan?: Plan;
	reason?: string;
	warnings: string[];
}): IDataObject {
	const mapping = plan?.mapping;
	return {
		ready: reason === undefined,
		reasons: reason === undefined ? [] : [reason],
		warnings: warnings.map(sentence),
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: plan && 'request' in plan ? shownRequest(plan.request) : null,
	};
}

const shownRequest = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
