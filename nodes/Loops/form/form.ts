import type { INodeExecutionData } from 'n8n-workflow';

import type { Reference } from './reference';
import type { Slot } from './slot';

/** The parameters of the node for one input item. Readers of fields get Slots, never raw values. */
export interface Form {
	/** The input item. Read-only: other nodes may share it. */
	readonly input: INodeExecutionData;
	/** True if an AI agent calls the node. */
	readonly isToolCall: boolean;
	/** The time zone of the workflow, such as `Europe/Berlin`. */
	readonly timezone: string;
	/** A parameter; `initial` stands in for one that the form does not have. */
	slot(name: string, label: string, initial?: unknown): Slot;
	/** What a resource locator names, in any mode. `mayVary`: an expression gives it for each item. */
	locator(name: string, label: string): { slot: Slot; mode: unknown; mayVary: boolean };
	/** Whether some items of the run give this locator by name and others by ID. */
	isGivenBothWays(name: string): boolean;
	/** The references that were read. */
	readonly references: readonly Reference[];
	/** A field of the input item. */
	inputSlot(label: string, name: string): Slot;
}
