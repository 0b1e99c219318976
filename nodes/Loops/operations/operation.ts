import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ContactProperty } from '../account/contactProperties';
import type { EventFact, Need, Read } from '../account/facts';
import type { Attachment } from '../fields/attachments';
import { type Fields, readFields, type Values } from '../fields/field';
import type { Form } from '../fields/form';
import type { Mapping } from '../fields/namedValues';
import type { DoneBy, LoopsRequest } from '../http/request';

/** What has to be known before an item can be planned. */
export interface Needs {
	properties?: Need<ContactProperty[]>;
	event?: Need<EventFact> & { name: string };
	variables?: Need<string[] | undefined> & { transactionalId: string };
	/** Something of this very item, asked for each time. */
	lookUp?: LoopsRequest;
	attachments?(): Promise<Attachment[]>;
}

/** What was found of it. A fact that nobody could tell is absent. */
export interface Known {
	properties?: ContactProperty[];
	event?: EventFact | 'unknown';
	/** Without names where Loops does not list the email. */
	variables?: { names?: string[] };
	/** The answer to the look-up. */
	answer?: unknown;
	attachments?: Attachment[];
}

/** What is to be done for an item: a call, a list to read, or nothing but an output. */
export type Plan = { warnings?: string[]; mapping?: Mapping } &
	/** With `doneBy`, the request was made before, and nothing is sent. */
	(| { request: LoopsRequest; doneBy?: DoneBy }
		| { list(read: Read): Promise<IDataObject[]> }
		| { output: IDataObject[] }
	);

/** What the editor shows of an operation. */
interface Texts {
	resource: string;
	value: string;
	name: string;
	action: string;
	description: string;
	/** True for a list, which depends on the parameters alone: it runs once for each set of them. */
	isList?: boolean;
}

interface Definition<F extends Fields> extends Texts {
	fields: F;
	/** What items must take turns about, in their order. */
	locks?(values: Values<F>): string[];
	needs?(values: Values<F>): Needs;
	/**
	 * Pure: the same values and facts give the same plan.
	 * @throws InvalidValue for what can't be sent
	 */
	plan(values: Values<F>, known: Known): Plan;
	/** The output of Loops' answer; without it, an object is one item and an array is several. */
	output?(answer: unknown, values: Values<F>, by: DoneBy, known: Known): IDataObject[];
}

/** An operation whose fields were read for an item. */
export interface ReadItem {
	locks: string[];
	needs: Needs;
	plan(known: Known): Plan;
	output(answer: unknown, by: DoneBy, known: Known): IDataObject[];
}

/** One thing that the node can do. */
export interface Operation extends Texts {
	properties: INodeProperties[];
	/** @throws InvalidValue for what can't be sent */
	read(form: Form): ReadItem;
}

/** An operation of its parts. Options are read first: they say how the rest is done. */
export function operation<F extends Fields>(definition: Definition<F>): Operation {
	const { fields, locks, needs, plan, output, ...texts } = definition;
	const { options, ...others } = fields as Fields;
	const inOrder = (options ? { options, ...others } : others) as F;
	return {
		...texts,
		properties: Object.values(fields as Fields).flatMap((field) => field.properties),
		read: (form) => {
			const values = readFields(inOrder, form);
			return {
				locks: locks?.(values) ?? [],
				needs: needs?.(values) ?? {},
				plan: (known) => plan(values, known),
				output: (answer, by, known) =>
					output?.(answer, values, by, known) ?? ([answer].flat() as IDataObject[]),
			};
		},
	};
}
