import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	type Field,
	type Fields,
	type Form,
	idsOf,
	type Known,
	type Values,
	withIds,
} from '../../form/form';
import { OPTIONS } from '../../form/parameter';
import type { Caller } from '../../http/request';
import type { Item, Reader } from '../../run/item';
import type { Reached } from '../../run/startRun';
import { ItemRefused, refusalOf, refuseAll } from '../../values/itemRefused';
import { inReadingOrder } from './outputOrder';

/** Every operation. Dropdowns and n8n's list of actions follow this order, within each resource. */
const BY_USE = [
	...['send', 'saveContent', 'subscribe', 'unsubscribe', 'upload'],
	...['upsert', 'create', 'update', 'find', 'schedule', 'publish', 'sendPreview', 'check'],
	...['getDraft', 'addBranch', 'reroute', 'changeMailingList'],
	...['getAll', 'get', 'getMetrics', 'getEngagement', 'checkSuppression', 'removeSuppression'],
	...['delete', 'test'],
] as const;

type OperationValue = (typeof BY_USE)[number];

type Ranked = { value: OperationValue };

/** Compares operations for sorting: what users need most often comes first. */
export const compareByUse = (a: Ranked, b: Ranked): number =>
	BY_USE.indexOf(a.value) - BY_USE.indexOf(b.value);

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
	run: (values: Known<Values<F>>, item: Reader) => Output | Promise<Output>;
}

interface Changing<F extends Fields> extends Omit<Reading<F>, 'run'> {
	/**
	 * Whom the item can reach: addresses, or words for what has none. Asked before it
	 * runs, and only if the credential allows some domains only.
	 */
	reaches(values: Known<Values<F>>, get: Caller): Reached[] | Promise<Reached[]>;
	/** @throws ItemRefused for what can't be done */
	run: (values: Known<Values<F>>, item: Item) => Output | Promise<Output>;
}

/** An operation with its fields read for one item. */
export interface PreparedItem {
	locks: string[];
	/** Looks up what the form gives by name, checks whom the item reaches, and runs the operation. */
	run(item: Item): Promise<IDataObject[]>;
}

export interface Operation extends Header {
	properties: INodeProperties[];
	/** @throws ItemRefused for what can't be sent */
	read(form: Form): PreparedItem;
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
				run: async (item) => {
					let known = values as Known<Values<F>>;
					if (form.references.length > 0) {
						const ids = await idsOf(form.references, item.facts);
						known = withIds(values, (each) => ids.get(each) ?? each.given);
					}
					await item.checkReach((get) => reaches(known, get));
					return [await run(known, item)].flat().map(inReadingOrder);
				},
			};
		},
	};
}
