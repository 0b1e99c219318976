import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { isBlank, trimmed } from '../values/blank';
import type { Template } from '../values/template';

/** Where a value is in the form: the parameter, then names and indexes within it. */
export type Path = readonly [parameter: string, ...within: Array<string | number>];

/** The parameters of the node for one input item. */
export interface Form {
	/** The input item. Read-only: other nodes may share it. */
	readonly input: INodeExecutionData;
	/** True if an AI agent calls the node. */
	readonly isToolCall: boolean;
	/** The value of a parameter, with expressions resolved. Read-only. */
	parameter<T = unknown>(name: string, fallback: unknown): T;
	/** A parameter as it is written, with expressions unresolved. */
	written<T = unknown>(name: string): T;
	/** The expressions in an unresolved text. */
	template(written: unknown): Template;
	/** The value of an expression, given with its brackets, for this item. */
	evaluate(expression: string): unknown;
	/** The ID in a resource locator, in any mode. */
	locatorValue(name: string): unknown;
	/** n8n's data about a file of the item, and its content. Throws if there is no such file. */
	file(field: string | IBinaryData): { about: IBinaryData; content(): Promise<Buffer> };
}

/** Not "none" or "n/a": a plan or a person may have that name. */
const NO_VALUE = /^(null|undefined)$/i;

/**
 * True if an AI agent has no value for a field. n8n's tools require every field that is left to the
 * model, which then writes nothing or 'null'.
 */
export const isOmitted = ({ isToolCall }: Form, value: unknown): boolean =>
	isToolCall && (isBlank(value) || (typeof value === 'string' && NO_VALUE.test(trimmed(value))));
