import {
	type IExecuteFunctions,
	type INode,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Redactor } from '../http/connection';
import { atItem, CallFailed } from '../http/errors';
import { sentence, withoutTags } from '../values/format';
import { allProblems, ItemRefused, MAX_REFUSED } from '../values/itemRefused';

/** What the error of a failed item says. n8n's error is made of it once, and only if the run stops. */
export interface FailureTexts {
	message: string;
	description?: string | null;
	/** What is wrong, without the values: items of a run are grouped by it. */
	kinds: string[];
	/** Every item fails like this: because of the credential, or of Loops itself. */
	isOfRun?: boolean;
	/** What the error is made from, if it has to be of its kind. */
	of?: CallFailed | NodeOperationError;
}

/** An item, and what it has done before it failed. */
interface FailedItem {
	readonly index: number;
	/** What is done already. */
	readonly steps: string[];
	/** What to do about that. */
	readonly next: string[];
	readonly warnings: string[];
	/** An earlier try may have made its change. */
	readonly mayBeDone: boolean;
}

/** How many warnings the error of an item lists. There may be thousands of failed items. */
const MAX_WARNINGS = 5;

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

/** Why an item can't be sent. */
export interface Reason {
	/** What is wrong, with the next step. */
	text: string;
	/** The same for items with other values. */
	kind: string;
}

/** What is wrong with an item; undefined if nothing is known to be. */
export function reasonsOf(caught: unknown): Reason[] | undefined {
	if (caught instanceof CallFailed && caught.about.rejection) {
		const { message, description } = caught;
		return [{ text: `${sentence(message)} ${sentence(description)}`, kind: message }];
	}
	if (!(caught instanceof ItemRefused)) return undefined;
	return allProblems(caught).map(({ message, hint, kind }) => ({
		text: `${sentence(message)} ${sentence(hint)}`,
		kind,
	}));
}

/** n8n reads parameters recursively, so an object that contains itself overflows the stack. */
const ENDLESS = {
	message:
		"n8n can't read the parameters of this item: an expression returns an object that contains itself",
	hint: 'Return one of its values, such as {{ $json.id }}, instead of the whole object',
};

/** The texts for what an item threw. Completed steps go into the message: AI agents see nothing else. */
export function failureTexts(
	caught: unknown,
	item: FailedItem,
	node: IExecuteFunctions,
	redactor: Redactor,
): FailureTexts {
	// What is missing now may be what the earlier try has done.
	if (item.mayBeDone && reasonsOf(caught)) {
		return ofRefusal(notKnown((caught as Error).message), item, redactor);
	}
	if (caught instanceof ItemRefused) return ofRefusal(caught, item, redactor);
	if (caught instanceof CallFailed) return ofCall(caught, item);
	if (caught instanceof RangeError && /call stack/i.test(caught.message))
		return ofRefusal(new ItemRefused(ENDLESS.message, ENDLESS.hint), item, redactor);
	// n8n adds what it knows about an error of its own, such as one of an expression.
	const error =
		caught instanceof NodeOperationError
			? caught
			: new NodeOperationError(node.getNode(), caught as Error, { itemIndex: item.index });
	const message = error === caught ? error.message : `${error.message}${atItem(item.index)}`;
	return { message, description: error.description, kinds: [error.message], of: error };
}

const notKnown = (found: string) =>
	new ItemRefused(
		'It is not known whether the previous attempt made this change, because its response was lost',
		`Check in Loops before you run the workflow again with this item. This attempt found: ${found}`,
	);

function ofRefusal(
	caught: ItemRefused,
	{ index, steps, next }: FailedItem,
	redactor: Redactor,
): FailureTexts {
	const { message, hint } = steps.length > 0 ? caught : combined(caught);
	const problem = steps.length > 0 ? [message, ...steps].map(sentence).join(' ') : message;
	const advice = [hint, ...(steps.length > 0 ? next : [])].join('. ');
	return {
		message: withoutTags(redactor.text(`${problem}${atItem(index)}`)),
		description: withoutTags(redactor.text(sentence(advice))),
		kinds: allProblems(caught).map(({ kind }) => kind),
	};
}

/** Statuses with which Loops refuses what an item gives. */
const ABOUT_ITEM = ['400', '404', '409', '413', '422'];

/** An item's warnings may explain why Loops refused its values. */
function ofCall(failed: CallFailed, { index, steps, next, warnings }: FailedItem): FailureTexts {
	const problem = withoutTags(`${failed.message}${atItem(index)}`);
	const message = steps.length > 0 ? [problem, ...steps].map(sentence).join(' ') : problem;
	const isOfRun = !ABOUT_ITEM.includes(failed.about.httpCode ?? '');
	// A wrong key says nothing of a name that it could not look up.
	const isWarned = !isOfRun || failed.about.mayBeApplied === true;
	const others = warnings.filter((warning) => isWarned && !message.includes(warning)).map(sentence);
	const more = others.length > MAX_WARNINGS ? [`And ${others.length - MAX_WARNINGS} more.`] : [];
	const all = [
		failed.description,
		...(steps.length > 0 ? next.map(sentence) : []),
		...others.slice(0, MAX_WARNINGS),
		...more,
	];
	const description = withoutTags(all.join(' '));
	return { message, description, kinds: [failed.message], isOfRun, of: failed };
}

/** Such as ' (ECONNRESET)'. */
const ERROR_CODE = / \(E[A-Z_]+\)/;

/**
 * n8n's error for a stopped run. A model gets only the message from n8n's AI Agent, so the description goes
 * there. Without an error code: n8n's MCP Server Trigger replaces it by advice of its own, such as to retry
 * immediately.
 */
export function nodeErrorOf(
	{ message, description, of }: FailureTexts,
	node: INode,
	{ index: itemIndex, isForModel }: { index: number; isForModel: boolean },
): NodeApiError | NodeOperationError {
	const error =
		of instanceof CallFailed
			? of.toNodeError(node, message, itemIndex)
			: (of ?? new NodeOperationError(node, message, { itemIndex }));
	const plain = message.replace(ERROR_CODE, '');
	// n8n replaces messages that contain an error code, and 'preexisting' contains EEXIST.
	error.message = !isForModel ? message : description ? `${sentence(plain)} ${description}` : plain;
	error.description = description;
	return error;
}
