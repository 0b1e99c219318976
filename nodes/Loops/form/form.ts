import type { INodeExecutionData } from 'n8n-workflow';

import type { Reference } from './reference';
import type { ParameterValue } from './parameterValue';

/** The parameters of the node for one input item. Readers of fields get ParameterValues, never raw ones. */
export interface Form {
	/** The input item. Read-only: other nodes may share it. */
	readonly input: INodeExecutionData;
	/** True if an AI agent calls the node. */
	readonly isToolCall: boolean;
	/** The time zone of the workflow, such as `Europe/Berlin`. */
	readonly timezone: string;
	/** A parameter; `initial` stands in for one that the form does not have. */
	value(name: string, label: string, initial?: unknown): ParameterValue;
	/** What a resource locator names, in any mode. `mayVary`: an expression gives it for each item. */
	locator(name: string, label: string): { value: ParameterValue; mode: unknown; mayVary: boolean };
	/** Whether some items of the run give this locator by name and others by ID. */
	isGivenBothWays(name: string): boolean;
	/** The references that were read. */
	readonly references: readonly Reference[];
	/** A field of the input item. */
	inputValue(label: string, name: string): ParameterValue;
}
