import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { CallFailed } from '../http/errors';
import type { LoopsRequest } from '../http/request';
import { formatName, listed, sentence } from '../values/format';
import type { Item, Validated } from './item';
import type { FailureTexts } from './failure';
import { optedOutText } from './report';

/** An input item and its position. */
interface InputItem {
	index: number;
	input: INodeExecutionData;
}

/** With `includesInput`, the output items also contain the fields and files of the input item. */
export function outputItems(
	{ index, input: { json, binary } }: InputItem,
	answers: IDataObject[],
	{ includesInput }: { includesInput: boolean },
): INodeExecutionData[] {
	const pairedItem = { item: index };
	const results = answers.map(renameError);
	if (!includesInput) return results.map((each) => ({ json: each, pairedItem }));
	return results.map((loops) => ({
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
 * The output of a failed item, with `error` first so that users see it. n8n sends an item to the error
 * output only if `error` is its only json key, and then adds the input's json before `error`, if
 * `pairedItem` is an object. An input field `error` therefore moves into `error` as
 * `inputError`. (n8n also accepts an `error` on the item itself, but reduces the json to text.)
 */
export function failedItem(
	{ input, index }: InputItem,
	{ message, description = null, of }: FailureTexts,
	{ fields, hasErrorOutput }: { fields?: IDataObject; hasErrorOutput: boolean },
): INodeExecutionData {
	const failure: IDataObject = { message, description, ...fields };
	if (of instanceof CallFailed) failure.httpCode = of.about.httpCode ?? null;
	if ('error' in input.json) failure.inputError = input.json.error;
	const json: IDataObject = { error: failure, ...(!hasErrorOutput && input.json) };
	json.error = failure;
	return {
		json,
		...(input.binary && { binary: input.binary }),
		pairedItem: { item: index },
	};
}

/** n8n's table takes its first columns from the first item, which may be a good one. */
export const withNoError = (item: INodeExecutionData): INodeExecutionData =>
	'error' in item.json ? item : { ...item, json: { error: null, ...item.json } };

interface Found {
	/** The first change, if the item makes one. */
	would?: Validated;
	/** All that keeps the item from being sent. */
	reasons?: string[];
}

/** The output of Validate Only. */
export function validationOutput(
	{ warnings, mapping, optedOut, form, index, input, options }: Item,
	{ would, reasons = [] }: Found = {},
): IDataObject {
	const { steps, content } = { ...would?.follows };
	// As in the error output, so that people find the row. A model knows what it has given.
	const isRow = reasons.length > 0 && !form.isToolCall;
	return {
		ready: reasons.length === 0,
		reasons,
		...(isRow && { item: index, ...(!options.includesInput && { input: input.json }) }),
		warnings: [...optedOutWarning(optedOut), ...warnings.map(sentence)],
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: would ? requestShown(would.request) : null,
		...(steps && { next: steps }),
		...(content && { content }),
	};
}

const optedOutWarning = (fields: string[]): string[] =>
	fields.length > 0 ? [optedOutText(listed(fields.map(formatName)))] : [];

const requestShown = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
