import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Operation, Output } from '../actions/operation';
import { booleanOf } from '../fields/kinds';
import type { LoopsRequest } from '../http/request';
import { sentence } from '../http/sentences';
import type { RunItem } from './item';
import type { NodeError } from './report';

/** What is neither true nor false was refused before. */
const includesInput = (item: RunItem): boolean =>
	booleanOf(item.options.includeInputFields).value === true;

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
	{ input, index }: RunItem,
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

/** What is known of an item that is not sent: what would be, or why it can't, and what is worth a look. */
interface Rehearsed {
	request?: LoopsRequest | Output;
	/** Empty where it would be sent. */
	reasons?: string[];
	/** Besides those of the item. */
	warnings?: string[];
}

export function rehearsal(
	item: RunItem,
	{ request, reasons = [], warnings = [] }: Rehearsed,
): IDataObject {
	const { mapping } = item;
	return {
		ready: reasons.length === 0,
		reasons,
		warnings: [...item.warnings, ...warnings].map(sentence),
		...(mapping && { mapping: Object.fromEntries(mapping.sentAs), notSent: mapping.notSent }),
		request: request && 'path' in request ? shownRequest(request) : null,
	};
}

const shownRequest = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
