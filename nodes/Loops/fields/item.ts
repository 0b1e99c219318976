import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import type { AutomaticKeyScope, DoneBy } from '../http/request';
import type { Template } from './template';

/** Where a value is in the form: the parameter, then names and positions within it. */
export type Path = readonly [parameter: string, ...within: Array<string | number>];

/** Where the fields of an item's input go. */
export interface Mapping {
	/** Input fields with what each is sent as. */
	sentAs: Map<string, string>;
	/** Names of input fields that stay behind, and should be known to. */
	notSent: string[];
	/** What they could have gone to, where that is not contact properties. */
	candidates: string[];
}

/** Where a message comes from, for its key. */
export interface Origin {
	/** Tells the item from those of every other execution, run of a loop, node and database. */
	id: string;
	scope: AutomaticKeyScope;
	/** Who has sent the message before, or may have: an earlier try, or an execution that is retried. */
	sentBy?: DoneBy;
	/** True in a Retry: another Retry of the same execution may have sent it, too. */
	isRetry: boolean;
}

/** One input item, as the readers of fields see it. */
export interface Item {
	/** Position among the input items, from 0. */
	readonly index: number;
	/** What came in: not to be changed, other nodes may hold the same object. */
	readonly input: INodeExecutionData;
	readonly origin: Origin;
	/** True where an AI agent calls the node, which may do it twice in one run for two messages. */
	readonly isToolCall: boolean;
	/** Value of a parameter, with expressions resolved. Not to be changed. */
	parameter<T = unknown>(name: string, fallback: unknown): T;
	/** The same with expressions as they were written. */
	rawParameter<T>(name: string, fallback: unknown): T;
	/** The parts of a text as it was written. */
	template(written: unknown): Template;
	/** What an expression with its brackets gives for this item. */
	evaluate(expression: string): unknown;
	/** What looks like the name of an input field in the expressions of the node's parameters. */
	readonly namesInExpressions: ReadonlySet<string>;
	/** The ID that a resource locator holds, in whatever mode. */
	locatorValue(name: string): unknown;
	/** True where nothing is to be sent: 'Validate Only'. */
	readonly isDryRun: boolean;
	/** The entries of 'Options' that were added. */
	readonly options: IDataObject;
	/** What n8n knows of a file of the item, and its content. Throws where there is no such file. */
	file(field: string | IBinaryData): { about: IBinaryData; content(): Promise<Buffer> };
	/** Notes which input fields are sent, and as what: Validate Only shows it. A second mapping adds to it. */
	noteMapping(mapping: Mapping): void;
	/** Notes something for the user that stops nothing. */
	warn(text: string): void;
	/**
	 * The error for a value that can't be sent: `problem` names the field and what is wrong with it,
	 * `hint` says how to put it right.
	 */
	invalidParameter(problem: string, hint: string): NodeOperationError;
	/** The error where something that has to be known can't be looked up: no value is to blame. */
	lookUpFailed(problem: string, hint: string): NodeOperationError;
}
