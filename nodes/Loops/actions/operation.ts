import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';
import type { LoopsRequest } from '../transport/call';

/** What to put out where there is nothing to call. */
export interface NothingToCall {
	output: IDataObject[];
}

/**
 * One thing the node can do: what the editor shows, and the call it makes. It has no loop, no
 * try-catch and no item to build: runItems.ts does that for all of them.
 */
export interface Operation {
	/** Value of the 'Resource' parameter. */
	resource: string;
	/** Value of the 'Operation' parameter. */
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	/**
	 * True for a list, whose result depends on the parameters alone: it runs once for each different
	 * set of them, not once for each item.
	 */
	isList?: boolean;
	/**
	 * Reads the parameters of an item, and says which call they make. May look things up in Loops, but
	 * changes nothing there.
	 * @throws NodeOperationError for a value that can't be sent
	 */
	request(item: Item): LoopsRequest | NothingToCall | Promise<LoopsRequest | NothingToCall>;
	/** Makes the output of Loops' answer; without it, an object is one item and an array is several. */
	output?(answer: unknown, item: Item): IDataObject[];
}
