import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Scenario } from './scenario.mts';

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
	/** The subject that each revision of an email has. */
	revisions: Record<string, string>;
}

/** `elsewhere`: another execution that has the ID of the first one. */
export type Kind = 'first' | 'retry' | 'again' | 'elsewhere';

export interface Execution {
	kind: Kind;
	/** The execution that it retries, or else itself. */
	origin: number;
	status: string;
	/** Whether faults had ended and bad items were made good before it. */
	isFixed: boolean;
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
	/** Requests that reached Loops, in their order. */
	requests: Request[];
	/** ms from its start to its end. */
	took: number;
	/** Names that the account could take from the input, at its start. */
	names: string[];
	/** Answers of Loops itself that came through. */
	answers: Array<{ item?: number; status: number }>;
	/** Items of the requests that change or send something and were not turned away with 429. */
	changing: number[];
	/** Contacts, those that are suppressed, and properties in the account at its end. */
	account: { contacts: string[]; suppressed: string[]; properties: string[] };
	/** In the account at its end: names of the emails, IDs of the workflows, what was scheduled or published. */
	drafts: { names: string[]; workflows: string[]; goingOut: string[] };
}

export interface Request {
	/** Undefined for one that is about no item. */
	item?: number;
	path: string;
	/** ms that it takes without a fault. */
	ms: number;
	fault?: string;
	/** What is to be changed or sent, as text. */
	contents?: string;
}

/** What is done to campaigns, emails and workflows. */
export type Deed = 'create' | 'write' | 'publish' | 'schedule' | 'delete';

export interface Effect {
	run: number;
	item: number;
	contents: string;
	/** The contact or property. */
	subject: string;
	/** The idempotency key as it went out. */
	key?: string;
	/** Of a campaign, an email or a workflow. */
	draft?: {
		deed: Deed;
		/** Of that one. */
		id: string;
		/** Its answer might not have come through. */
		isLost: boolean;
		/** The revision of the email then, and the one that was last checked. */
		revision?: string;
		checked?: string;
	};
}

/** The text of a failed item; undefined for one that is done. */
export function failureOf({ json }: Output): string | undefined {
	const { message, description } = (json.error ?? {}) as IDataObject;
	return typeof message === 'string' ? `${message} ${String(description ?? '')}` : undefined;
}

/** What Loops answered, also where it was put beside the input. */
export const answerOf = ({ json }: Output): IDataObject => (json.loops ?? json) as IDataObject;

export const outputsOf = (items: INodeExecutionData[] = []): Output[] =>
	items.map(({ json, pairedItem }) => ({
		json,
		item: (pairedItem as { item: number } | undefined)?.item,
	}));

export function readable({
	message,
	description,
	context,
}: Error & { description?: string; context?: { itemIndex?: number } }) {
	return { text: `${message} ${description ?? ''}`, item: context?.itemIndex };
}
