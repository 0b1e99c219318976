import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Field, Fields, Values } from '../../form/field';
import type { Form } from '../../form/form';
import { OPTIONS } from '../../form/options';
import { idsOf, type Known, withIds } from '../../form/known';
import type { Caller } from '../../http/request';
import { ItemRefused, refusalOf, refuseAll } from '../../values/itemRefused';
import type { OperationValue } from './order';
import type { ReadTools, Tools } from './tools';

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

/** One object becomes one item of the output, an array several. */
type Output = IDataObject | IDataObject[];

interface Reading<F extends Fields> extends Header {
	fields: F;
	/** Items that share a lock run one after the other, in input order. */
	locks?(values: Values<F>): string[];
	/**
	 * What `run` refuses of single fields. Called only if another field is refused, whose value is then
	 * absent, so that one error names all.
	 */
	validate?: { [K in keyof F]?: (values: Partial<Known<Values<F>>>) => void };
	/** @throws ItemRefused for what can't be done */
	run: (values: Known<Values<F>>, tools: ReadTools) => Output | Promise<Output>;
}

interface Changing<F extends Fields> extends Omit<Reading<F>, 'run'> {
	/**
	 * Whom the item can reach: addresses, or words for what has none. Asked before its first change, and
	 * only if the credential allows some domains only.
	 */
	reaches(values: Known<Values<F>>, get: Caller): Reached[] | Promise<Reached[]>;
	/** @throws ItemRefused for what can't be done */
	run: (values: Known<Values<F>>, tools: Tools) => Output | Promise<Output>;
}

/**
 * An address, or other words for whom an item can reach. No message shows an address that was looked up: a model with
 * a tool that takes user IDs could read the addresses of all contacts.
 */
export type Reached = string | { lookedUp: string };

/** Whom an item can reach. */
export type Reach = (get: Caller) => Reached[] | Promise<Reached[]>;

/** An operation with its fields read for one item. */
export interface ReadItem {
	locks: string[];
	/** Looks up what the form gives by name, and runs the operation. */
	run(toolsFor: (reach: Reach) => Tools): Promise<IDataObject[]>;
}

export interface Operation extends Header {
	properties: INodeProperties[];
	/** @throws ItemRefused for what can't be sent */
	read(form: Form): ReadItem;
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

/** Builds an operation from its definition: one that changes something says whom it can reach. */
export function operation<F extends Fields>(definition: Changing<F>): Operation;
export function operation<F extends Fields>(definition: Reading<F>): Operation;
export function operation<F extends Fields>(definition: Changing<F> | Reading<F>): Operation {
	const {
		fields,
		locks,
		validate = {},
		run,
		reaches,
		...texts
	} = {
		reaches: () => [],
		...definition,
	};
	const validators: Record<string, ((values: Partial<Known<Values<F>>>) => void) | undefined> =
		validate;
	return {
		...texts,
		properties: optionsLast(
			Object.values(fields as Record<string, Field<unknown>>).flatMap((each) => each.properties),
		),
		read: (form) => {
			if (texts.isHiddenFromAgents && form.isToolCall) {
				throw new ItemRefused(
					`AI agents can't use '${texts.action}'`,
					'Use a separate Loops node after the agent, and let a person approve first',
				);
			}
			const { values, refused } = readFields(fields, form);
			if (refused.size > 0) {
				const asGiven = withIds(values, ({ given }) => given);
				const all = Object.keys(fields).map(
					(name) => refused.get(name) ?? refusalOf(() => validators[name]?.(asGiven)),
				);
				refuseAll(all.filter((each) => each !== undefined));
			}
			return {
				locks: locks?.(values) ?? [],
				run: async (toolsFor) => {
					let known = values as Known<Values<F>>;
					const tools = toolsFor((get) => reaches(known, get));
					if (form.references.length > 0) {
						const ids = await idsOf(form.references, tools.facts);
						known = withIds(values, (each) => ids.get(each) ?? each.given);
					}
					return [await run(known, tools)].flat();
				},
			};
		},
	};
}
