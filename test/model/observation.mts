import type { IDataObject } from 'n8n-workflow';

import type { Scenario } from './generate.mts';

/** What a user and Loops see of a scenario: all that the reference model knows. */
export interface Observation {
	scenario: Scenario;
	executions: Execution[];
	/** Changes and sends, in the order in which Loops did them. */
	effects: Effect[];
	/** The calls of the node, in order: Retry On Fail and loops make several in an execution. */
	runs: NodeRun[];
	/** Everything that the user can read: outputs, errors, hints. */
	readable: string;
	apiKey: string;
}

/** `elsewhere`: the same execution, with its ID, in another n8n that has the same account. */
export type Kind = 'first' | 'retry' | 'again' | 'elsewhere';

export interface Execution {
	kind: Kind;
	status: string;
	/** Whether faults had ended and bad items were made good before it. */
	isMended: boolean;
	/** Message and description of the error that stopped it. */
	error?: { text: string; item?: number };
	/** What the node put out in the end, by its run in the execution, on the main and the error output. */
	outputs: Array<{ run: number; inputs: number[]; done: Output[]; failed: Output[] }>;
	/** Requests that left after the cancel; undefined without one. */
	leftAfterCancel?: number;
	/** ms that the node went on after the cancel. */
	lingered?: number;
}

/** An output item: the position of the input item that it is paired to, and what it says. */
export interface Output {
	item?: number;
	json: IDataObject;
}

export interface NodeRun {
	execution: number;
	/** Which run of the node in the execution; the tries of Retry On Fail have the same. */
	index: number;
	/** Numbers of the input items. */
	items: number[];
	inputs: IDataObject[];
	output?: Output[];
	/** What it threw. */
	error?: { text: string; item?: number };
	/** Texts next to the output. */
	hints: string[];
	/** Faults that struck one of its requests, by item; undefined for those about no item. */
	faults: Array<{ item?: number; fault: string }>;
	/** Answers of Loops itself that came through. */
	answers: Array<{ item?: number; status: number }>;
	/** Items of the requests that change or send something and were not turned away with 429. */
	changing: number[];
	/** Contacts, those that are suppressed, and properties in the account at its end. */
	account: { contacts: string[]; suppressed: string[]; properties: string[] };
}

export interface Effect {
	run: number;
	item: number;
	/** The contact or property. */
	subject: string;
	/** The idempotency key as it went out. */
	key?: string;
}

/** The text of a failed item; undefined for one that is done. */
export function failureOf({ json }: Output): string | undefined {
	const { message, description } = (json.error ?? {}) as IDataObject;
	return typeof message === 'string' ? `${message} ${String(description ?? '')}` : undefined;
}

/** What Loops answered, also where it was put beside the input. */
export const answerOf = ({ json }: Output): IDataObject => (json.loops ?? json) as IDataObject;
