import type { INodeExecutionData } from 'n8n-workflow';

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
	/** What a resource locator names, in any mode. `isMixed` if items may have different modes. */
	locator(name: string, label: string): { slot: Slot; mode: unknown; isMixed: boolean };
	/** A field of the input item. */
	inputSlot(label: string, name: string): Slot;
}
