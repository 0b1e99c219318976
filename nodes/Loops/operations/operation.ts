import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ContactProperty } from '../api/contactProperties';
import type { EmailFact, EventFact, EventNeed, Need, VariablesNeed } from '../account/facts';
import type { Fields, Values } from '../form/field';
import type { Form } from '../form/form';
import type { Mapping } from '../form/namedValues';
import { OPTIONS } from '../form/options';
import { keepAll, type Simplify } from '../form/simplify';
import type { Caller, CallResult, DoneBy, LoopsRequest, WireRequest } from '../http/request';
import type { Origin } from '../sends/origin';
import { ItemRefused, refusalOf, refuseAll } from '../values/itemRefused';
import type { OperationValue } from './byUse';

/** What a plan needs to know about the account. */
export interface Needs {
	contactProperties?: Need<ContactProperty[]>;
	event?: EventNeed;
	variables?: VariablesNeed;
	/** All transactional emails and drafts. */
	emailsAndDrafts?: Need<IDataObject[]>;
}

/** What was found. A fact that could not be loaded is absent; an event is then 'unknown'. */
export interface Facts {
	contactProperties?: ContactProperty[];
	event?: EventFact | 'unknown';
	/** Has no names if Loops does not list the email. */
	variables?: EmailFact;
	emailsAndDrafts?: IDataObject[];
}

/** What to do for an item: make a call, read a list, or only return output. */
export type Plan = {
	warnings?: string[];
	/** How the input was mapped automatically. */
	mapping?: Mapping;
	/** Contact properties that the request clears because the input is empty, for a hint at the end. */
	cleared?: string[];
} &
	/** With `result`, the request was made before and is not sent. */
	(| { request: LoopsRequest; result?: CallResult; followUp?: FollowUp; next?: LaterCall[] }
		| { list(get: Caller, warn: (texts: string[]) => void): Promise<IDataObject[]> }
		| { output: IDataObject[] }
	);

/** A call of `followUp`, for Validate Only. What only an answer tells is in braces. */
export interface LaterCall extends Pick<WireRequest, 'method' | 'path'> {
	body?: IDataObject;
	note?: string;
}

/** What the error of a later call also says: fields of `error`, and the next step. */
export interface OnFailure {
	fields?: IDataObject;
	hint?: string;
}

export interface FollowUpTools {
	call: Caller;
	/** Records what is done, for the error of a later call. */
	done: (step: string) => void;
	warn: (texts: string[]) => void;
	onFailure: OnFailure;
}

/** Makes the calls that follow from the answer to the first one, and returns what `output` converts. */
export type FollowUp = (answer: IDataObject, tools: FollowUpTools) => Promise<IDataObject>;

/** What an operation is called, and who may run it. */
interface Header {
	value: OperationValue;
	name: string;
	action: string;
	/** What the operation is for. */
	description: string;
	/** A list depends only on the parameters, so it runs once per set of them. */
	isList?: boolean;
	/** Too risky for AI agents: they do not get it. */
	isHiddenFromAgents?: boolean;
}

interface Definition<F extends Fields, L> extends Header {
	/** A field named `simplify` is applied to each item of the output. */
	fields: F;
	/** Items that share a lock run one after the other, in input order. */
	locks?(values: Values<F>): string[];
	/**
	 * What `plan` refuses of single fields. Run only if another field is refused, whose value is then
	 * absent, so that one error names all.
	 */
	validate?: { [K in keyof F]?: (values: Partial<Values<F>>) => void };
	needs?(values: Values<F>): Needs;
	/** Loads something for this item alone, never cached. */
	lookUp?(values: Values<F>, get: Caller, facts: Facts, origin: Origin): Promise<L>;
	/**
	 * Makes no calls; `list` and `followUp` of the plan may.
	 * @throws ItemRefused for what can't be sent
	 */
	plan(values: Values<F>, known: Facts & { lookedUp: L }, origin: Origin): Plan;
	/** Converts Loops' answer. By default, an object becomes one item and an array several. */
	output?(answer: unknown, values: Values<F>, by: DoneBy, lookedUp: L): IDataObject[];
}

/** An operation with its fields read for one item. */
export interface ReadItem {
	locks: string[];
	needs: Needs;
	/** Looks up what only this item needs. */
	load(facts: Facts, get: Caller): Promise<LoadedItem>;
}

/** An item with all that its plan has to know. */
export interface LoadedItem {
	/** @throws ItemRefused for what can't be sent */
	plan(): Plan;
	output(answer: unknown, by: DoneBy): IDataObject[];
}

export interface Operation extends Header {
	properties: INodeProperties[];
	/** @throws ItemRefused for what can't be sent */
	read(form: Form, origin: Origin): ReadItem;
}

const optionsLast = (properties: INodeProperties[]): INodeProperties[] => {
	const isOptions = ({ name }: INodeProperties) => name === OPTIONS.name;
	return [...properties.filter((each) => !isOptions(each)), ...properties.filter(isOptions)];
};

/** Reads all fields, in the order of the form. What is refused has no value. */
export function readFields<F extends Fields>(fields: F, form: Form) {
	const values = new Map<string, unknown>();
	const refused = new Map<string, ItemRefused>();
	for (const [name, field] of Object.entries(fields)) {
		const refusal = refusalOf(() => values.set(name, field.read(form)));
		if (refusal) refused.set(name, refusal);
	}
	return { values: Object.fromEntries(values) as Values<F>, refused };
}

/** Builds an operation from its definition. */
export function operation<F extends Fields, L = undefined>(
	definition: Definition<F, L>,
): Operation {
	const { fields, locks, needs, validate = {}, lookUp, plan, output, ...texts } = definition;
	const validators: Record<string, ((values: Partial<Values<F>>) => void) | undefined> = validate;
	return {
		...texts,
		properties: optionsLast(Object.values(fields as Fields).flatMap((each) => each.properties)),
		read: (form, origin) => {
			if (texts.isHiddenFromAgents && form.isToolCall) {
				throw new ItemRefused(
					`AI agents can't use '${texts.action}'`,
					'Place this node after the agent, and let a person approve first',
				);
			}
			const { values, refused } = readFields(fields, form);
			let itemNeeds: Needs = {};
			const refusal =
				refused.size === 0 ? refusalOf(() => (itemNeeds = needs?.(values) ?? {})) : undefined;
			if (refusal || refused.size > 0) {
				const all = Object.keys(fields).map(
					(name) => refused.get(name) ?? refusalOf(() => validators[name]?.(values)),
				);
				refuseAll([...all, refusal].filter((each) => each !== undefined));
			}
			const { simplify = keepAll } = values as { simplify?: Simplify };
			return {
				locks: locks?.(values) ?? [],
				needs: itemNeeds,
				load: async (facts, get) => {
					const lookedUp = (await lookUp?.(values, get, facts, origin)) as L;
					return {
						plan: () => plan(values, { ...facts, lookedUp }, origin),
						output: (answer, by) =>
							(output?.(answer, values, by, lookedUp) ?? ([answer].flat() as IDataObject[])).map(
								simplify,
							),
					};
				},
			};
		},
	};
}
