import { type IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { answersAbout, contentCall } from '../api/content';
import type { Redactor } from '../http/connection';
import { apiError, atItem, withoutItem } from '../http/errors';
import type { Caller, LoopsRequest, Rejection } from '../http/request';
import { sentence, withoutTags } from '../values/format';
import { allProblems, ItemRefused, MAX_REFUSED } from '../values/itemRefused';
import type { NodeError } from './report';

/** The rejection of the call that explains its error, if Loops refused what the item gives. */
export const rejectionOf = (error: Error, { rejections = [] }: LoopsRequest) =>
	error instanceof NodeApiError
		? rejections.find(({ problem }) => problem !== undefined && error.message.startsWith(problem))
		: undefined;

/** Under Validate Only, what Loops refuses is a reason of the item. */
export const asRefusal = (error: NodeApiError): ItemRefused =>
	new ItemRefused(withoutItem(error), error.description ?? '');

/**
 * Adds to the error about an unknown ID what else has that ID: the IDs of a campaign and of its email are
 * easily confused (contract: content-unknown, id-form).
 */
export async function nameOwner(
	error: NodeApiError,
	{ mistakenFor }: Rejection,
	{ path }: LoopsRequest,
	get: Caller,
): Promise<void> {
	if (!mistakenFor) return;
	const [, , id] = path.split('/');
	const isAnswer = answersAbout(id);
	const other = contentCall({ method: 'GET', path: `${mistakenFor.path}/${id}`, isAnswer });
	const isFound = await get(other).then(
		() => true,
		() => false,
	);
	if (isFound) error.description = `This is the ID of ${mistakenFor.noun}. ${error.description}`;
}

/** How many warnings the error of an item lists. There may be thousands of failed items. */
const MAX_WARNINGS = 5;

/** Creates an item's error, with the API key redacted. */
function operationError(
	node: IExecuteFunctions,
	itemIndex: number,
	{ message: problem, hint }: { message: string; hint: string },
	redactor: Redactor,
): NodeOperationError {
	const message = withoutTags(redactor.text(`${problem}${atItem(itemIndex)}`));
	const description = withoutTags(redactor.text(sentence(hint)));
	const error = new NodeOperationError(node.getNode(), message, { description, itemIndex });
	// n8n replaces messages that contain an error code, and 'preexisting' contains EEXIST.
	error.message = message;
	return error;
}

/** Adds the completed steps to the message of a later error: AI agents see nothing but the message. */
export function withSteps(caught: unknown, steps: string[], next: string[]): unknown {
	const error = caught as Error;
	if (steps.length === 0) return error;
	const message = `${sentence(error.message)} ${steps.map(sentence).join(' ')}`;
	if (error instanceof ItemRefused) {
		return new ItemRefused(message, [error.hint, ...next].join('. '));
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.message = message;
		error.description = [error.description ?? [], next.map(sentence)].flat(2).join(' ');
	}
	return error;
}

/** The error of an item that can't do without a look-up that failed. */
export function lookUpError(
	node: IExecuteFunctions,
	itemIndex: number,
	what: string,
	error: unknown,
): NodeApiError {
	const { message, description, hint, httpCode } = error as Partial<NodeApiError & ItemRefused>;
	const parts = {
		message: `${what} could not be looked up. ${message}`,
		description: `Nothing was sent for this item. ${description ?? sentence(hint ?? '')}`,
		httpCode,
	};
	return apiError(node.getNode(), parts, itemIndex);
}

/** Such as ' (ECONNRESET)'. */
const ERROR_CODE = / \(E[A-Z_]+\)/;

/**
 * Adds the description to the message: a model gets nothing else from n8n's AI Agent. Takes an error code
 * out, because n8n's MCP Server Trigger replaces it by advice of its own, such as to retry immediately.
 */
export function withAdvice(error: NodeError): NodeError {
	const message = error.message.replace(ERROR_CODE, '');
	error.message = error.description ? `${sentence(message)} ${error.description}` : message;
	return error;
}

/** How many problems the error of an item names. Validate Only lists more. */
const MAX_PROBLEMS = 5;

/** Combines all that is wrong with an item. Numbers tell which problems a hint is for. */
function combined(refused: ItemRefused): { message: string; hint: string } {
	const all = allProblems(refused);
	if (all.length === 1) return refused;
	const shown = all.slice(0, MAX_PROBLEMS);
	const atLeast = all.length < MAX_REFUSED ? '' : 'at least ';
	const more = all.length > MAX_PROBLEMS ? [`${atLeast}${all.length - MAX_PROBLEMS} more`] : [];
	const hints = [...new Set(shown.map(({ hint }) => hint))];
	const isShared = hints.length === 1;
	const numbersOf = (text: string) =>
		shown.flatMap(({ hint }, index) => (hint === text ? index + 1 : [])).join(', ');
	const problems = shown.map(({ message }, n) => (isShared ? message : `(${n + 1}) ${message}`));
	return {
		message: [...problems, ...more].join('; '),
		hint: isShared
			? hints[0]
			: hints.map((text) => `(${numbersOf(text)}) ${sentence(text)}`).join(' '),
	};
}

/** What is wrong with an item, with the next steps. */
export const reasonsOf = (refused: ItemRefused): string[] =>
	allProblems(refused).map(({ message, hint }) => `${sentence(message)} ${sentence(hint)}`);

/** n8n reads parameters recursively, so an object that contains itself overflows the stack. */
const ENDLESS = {
	message:
		"n8n can't read the parameters of this item: an expression returns an object that contains itself",
	hint: 'Return one of its values, such as {{ $json.id }}, instead of the whole object',
};

/** Converts what an item threw. An API error gets the item's warnings, which may explain it. */
export function asNodeError(
	caught: unknown,
	node: IExecuteFunctions,
	itemIndex: number,
	warnings: string[],
	redactor: Redactor,
): NodeError {
	if (caught instanceof ItemRefused)
		return operationError(node, itemIndex, combined(caught), redactor);
	if (caught instanceof NodeApiError) {
		const { message, description } = caught;
		const others = warnings.filter((warning) => !message.includes(warning)).map(sentence);
		const more = others.length > MAX_WARNINGS ? [`And ${others.length - MAX_WARNINGS} more.`] : [];
		const all = [description, ...others.slice(0, MAX_WARNINGS), ...more];
		caught.description = withoutTags(all.join(' '));
		return caught;
	}
	if (caught instanceof NodeOperationError) return caught;
	if (caught instanceof RangeError) return operationError(node, itemIndex, ENDLESS, redactor);
	const error = new NodeOperationError(node.getNode(), caught as Error, { itemIndex });
	error.message += atItem(itemIndex);
	return error;
}
