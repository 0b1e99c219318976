import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AccountFacts } from '../../account/facts';
import type { ContactIds } from '../../api/contacts';
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
import type { Mapping } from '../../form/section';
import type { Caller, DoneBy, LoopsRequest } from '../../http/request';
import type { WrittenDrafts } from '../../sends/nodeMemory';
import type { Rerun } from '../../sends/rerun';
import type { Send } from '../../sends/sendMessage';
import type { Body } from '../../values/checked';
import { ItemRefused, refusalOf, refuseAll } from '../../values/itemRefused';

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

/** What an operation that changes nothing gets. */
interface ReadTools {
	/** Makes a call that changes nothing, and returns Loops' answer. */
	get: Caller;
	/** What Loops knows about the account. */
	facts: AccountFacts;
	/** Warns of something that stops nothing. */
	warn(texts: string[]): void;
	/** Tells how the input fills the request. */
	note(found: InputNotes): void;
}

/** What an operation gets: the only ways to change something in Loops. */
export interface Tools extends ReadTools {
	/** Makes a change. Under Validate Only, the item ends here. */
	change(request: LoopsRequest, about?: AboutChange): Promise<Changed>;
	/** Sends an email or an event once. Under Validate Only, the item ends here. */
	send(message: Send): Promise<Changed>;
	/** Refuses a user ID that the run has written with another email. */
	identify(ids: ContactIds): void;
	/** Refuses other content for an email that an earlier item of the run writes. */
	claimEmail(email: string, content: Body): void;
	/** What this node wrote last to the drafts of emails. */
	drafts: WrittenDrafts;
}

export interface InputNotes {
	warnings?: string[];
	/** How the input was mapped automatically. */
	mapping?: Mapping;
	/** Contact properties that lose their value because the input is empty. */
	cleared?: string[];
}

export interface AboutChange {
	/** What a second run of the item does, if it is not what Loops does with a second call. */
	rerun?: Rerun;
	/** Throws ItemRefused for an answer by which Loops says that it changed nothing. */
	check?(answer: IDataObject): void;
	/** Says what is done, for the error of a later step. */
	done?(answer: IDataObject): string;
	/** What the error of a later step has in the output. */
	fields?(answer: IDataObject): IDataObject;
	/** What to do if a later step fails. */
	next?: string;
	/**
	 * Asks for what Loops would refuse the change for, such as an unknown ID. Only Validate Only does so: a
	 * run gets Loops' own answer.
	 */
	precheck?(get: Caller): Promise<unknown>;
	/** What follows the change: Validate Only shows it. */
	follows?: FollowingSteps;
}

/** The later steps of an item, in words, and what they write. */
export interface FollowingSteps {
	steps: string[];
	content?: Body;
}

export interface Changed {
	/** Loops' answer, or what a check found after a lost one. `{}` if the change was made before. */
	answer: IDataObject;
	doneBy: DoneBy;
	/** Another try of n8n's Retry On Fail made it: what the answer says may have changed since. */
	isOfEarlierTry: boolean;
}

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
