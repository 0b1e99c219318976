import { type IDataObject, type INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { LoopsRequest } from '../http/request';
import type { OnFailure, Plan } from '../operations/operation';
import { sentence } from '../values/format';
import type { NodeError } from './report';

/** An input item and its position. */
interface InputItem {
	index: number;
	input: INodeExecutionData;
	onFailure: OnFailure;
}

/** With `includesInput`, the output items also contain the fields and files of the input item. */
export function outputItems(
	{ index, input: { json, binary } }: InputItem,
	results: IDataObject[],
	includesInput: boolean,
): INodeExecutionData[] {
	const pairedItem = { item: index };
	const answers = results.map(renameError);
	if (!includesInput) return answers.map((each) => ({ json: each, pairedItem }));
	return answers.map((loops) => ({
		json: { ...renameFields(json, 'error', 'loops'), loops },
		...(binary && { binary }),
		pairedItem,
	}));
}

/** A contact may have a property of this name, and Loops may add one to an answer. */
function renameError(answer: IDataObject): IDataObject {
	if (!('error' in answer)) return answer;
	const { error: errorProperty, ...others } = answer;
	return { ...others, errorProperty };
}

/**
 * Renames input fields that would collide with the output. n8n treats an `error` as a failure of this
 * node, and Retry On Fail then runs all items again.
 */
function renameFields(json: IDataObject, ...names: string[]): IDataObject {
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
 * The output of a failed item, with `error` first so that users see it. n8n (at least up to 2.20) sends
 * an item to the error output only if `error` is its only json key. n8n then adds the input's json before
 * `error`, if `pairedItem` is an object. An input field `error` therefore moves into `error` as
 * `inputError`. (n8n also accepts an `error` on the item itself, but reduces the json to text.)
 */
export function failedItem(
	{ input, index, onFailure }: InputItem,
	error: NodeError,
	hasErrorOutput: boolean,
): INodeExecutionData {
	const { message, description = null } = error;
	const failure: IDataObject = { message, description, ...onFailure.fields };
	if (error instanceof NodeApiError) failure.httpCode = error.httpCode;
	const { error: inputError, ...others } = input.json;
	if ('error' in input.json) failure.inputError = inputError;
	return {
		json: { error: failure, ...(hasErrorOutput ? {} : others) },
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}

/** The output of Validate Only: an item's plan, or all that keeps the item from being sent. */
export function preview({
	plan,
	reasons = [],
	warnings,
}: {
	plan?: Plan;
	reasons?: string[];
	warnings: string[];
}): IDataObject {
	const mapping = plan?.mapping;
	return {
		ready: reasons.length === 0,
		reasons,
		warnings: warnings.map(sentence),
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: plan && 'request' in plan ? requestPreview(plan.request) : null,
		...(plan && 'next' in plan && { next: plan.next as unknown as IDataObject[] }),
	};
}

const requestPreview = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
