import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ContactProperty } from '../account/contactProperties';
import type { SentEvent } from '../account/eventChecks';
import type { EventProperty } from '../account/eventPatterns';
import type { Item } from '../fields/item';
import type { DoneBy, LoopsRequest } from '../http/request';

/** One input item, as operations see it. */
export interface OperationItem extends Item {
	/** Looks something up in Loops: gives the body of the answer. */
	read(request: LoopsRequest): Promise<unknown>;
	/**
	 * Looks at names of contact properties to send that the editor did not get from the account: a warning
	 * for those it does not have, or with `isStrict` a refusal. Without it, a warning for the input fields
	 * that are not sent, too, where the input is mapped to contact properties.
	 * @throws NodeOperationError with `isStrict`, for a name that the account does not have
	 */
	checkProperties(names: string[], isStrict: boolean, isMapped: boolean): Promise<void>;
	/** Looks at an event about to be sent, beside the items: what there is to say of it is a warning. */
	checkEvent(event: SentEvent): void;
	/** The properties of an event, as of now where those in memory are not enough; undefined for an unknown event. */
	eventProperties(
		eventName: string,
		isEnough: (properties: EventProperty[]) => boolean,
	): Promise<EventProperty[] | undefined>;
	/** The account's contact properties: as of now, where those in memory are not enough. */
	accountProperties(isEnough: (list: ContactProperty[]) => boolean): Promise<ContactProperty[]>;
	/** The same of the variables of a published email; undefined for one that Loops does not list. */
	listedVariables(
		transactionalId: string,
		isEnough: (names: string[]) => boolean,
	): Promise<string[] | undefined>;
}

/** What to put out where there is nothing (more) to call. */
export interface Output {
	output: IDataObject[];
}

/**
 * One thing the node can do: what the editor shows, and the call it makes. It has no loop, no
 * try-catch and no item to build: execution/ does that for all of them.
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
	 * Names of the contacts, properties and keys that the call is about: items that share one are done
	 * in their order. May throw for a value that `request` refuses.
	 */
	subjects?(item: Item): string[];
	/**
	 * Reads the parameters of an item, and says which call they make. May look things up in Loops, but
	 * changes nothing there.
	 * @throws NodeOperationError for a value that can't be sent
	 */
	request(item: OperationItem): LoopsRequest | Output | Promise<LoopsRequest | Output>;
	/**
	 * Makes the output of Loops' answer to a request, in one shape whoever did it; without it, an object
	 * is one item and an array is several.
	 */
	output?(
		answer: unknown,
		item: OperationItem,
		doneBy: DoneBy,
		request: LoopsRequest,
	): IDataObject[];
}
