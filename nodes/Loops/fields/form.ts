import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import type { AutomaticKeyScope, DoneBy } from '../http/request';
import { isBlank, trimmed } from '../values/blank';
import type { Template } from '../values/template';

/** Where a value is in the form: the parameter, then names and positions within it. */
export type Path = readonly [parameter: string, ...within: Array<string | number>];

/** A message that was sent, and a hash of its path, subject and recipient. */
export interface Sent {
	by: DoneBy;
	message: string;
}

/** Where a message comes from, for its idempotency key. */
export interface Origin {
	/** Unique to the item: no other execution, loop round, node or database has it. */
	id: string;
	scope: AutomaticKeyScope;
	/** What an earlier try sent for this item, or may have sent, or the execution that is retried. */
	sent?: Sent;
	/** True in a Retry: another Retry of the same execution may have sent the message, too. */
	isRetry: boolean;
	/** True where the node ran before in this execution. */
	wasCalled: boolean;
}

/** The parameters of the node for one input item. */
export interface Form {
	/** What came in. Read-only: other nodes may hold the same object. */
	readonly input: INodeExecutionData;
	readonly origin: Origin;
	/** True where an AI agent calls the node. */
	readonly isToolCall: boolean;
	/** Value of a parameter, with expressions resolved. Read-only. */
	parameter<T = unknown>(name: string, fallback: unknown): T;
	/** The same with expressions as they were written. */
	written<T = unknown>(name: string): T;
	/** The expressions in a text as it was written. */
	template(written: unknown): Template;
	/** The value of an expression, brackets included, for this item. */
	evaluate(expression: string): unknown;
	/** The ID in a resource locator, in any mode. */
	locatorValue(name: string): unknown;
	/** What n8n knows of a file of the item, and its content. Throws where there is no such file. */
	file(field: string | IBinaryData): { about: IBinaryData; content(): Promise<Buffer> };
}

/** Not "none" or "n/a": a plan or a person may have that name. */
const NO_VALUE = /^(null|undefined)$/i;

/**
 * True where an AI agent has no value for a field. The tools that n8n makes of a node require every
 * field that is left to the model, which then writes this.
 */
export const isOmitted = ({ isToolCall }: Form, value: unknown): boolean =>
	isToolCall && (isBlank(value) || (typeof value === 'string' && NO_VALUE.test(trimmed(value))));
