import type {
	IBinaryData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	ResourceMapperField,
} from 'n8n-workflow';

import type { AccountFacts } from '../account/facts';
import { memoized } from '../values/cache';
import type { Body, Identifier } from '../values/checked';
import { MAX_FORM, MAX_REQUEST_MB } from '../values/format';
import { expressionHint, ItemRefused, readEach } from '../values/itemRefused';
import { isLoopsId, isPlainObject } from '../values/parse';
import {
	knownWordsIn,
	lookAlikeFor,
	NO_EXPRESSIONS,
	parseTemplate,
	sourcesIn,
	type Template,
	textsIn,
} from '../values/template';
import {
	type File,
	type GivenId,
	isLarge,
	JoinedObject,
	namesObject,
	Reference,
	type Source,
} from './formValue';
import { ParameterValue } from './parameterValue';

/** One or more related parameters, and the reader of their value. */
export interface Field<T> {
	properties: INodeProperties[];
	/** @throws ItemRefused for a value that can't be sent */
	read(form: Form): T;
}

export type Fields = Record<string, Field<unknown>>;

export type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };

const QUOTED = /['"`][^'"`\\]+['"`]/.source;
const NODE = `\\((?<called>${QUOTED})\\)|node\\[(?<indexed>${QUOTED})\\]`;
const ITEMS =
	/(?<name>item|json|first|last|all|itemMatching|pairedItem)(?<call>\((?:[\d, ]*|\$itemIndex)\))?/
		.source;
const NAMED = new RegExp(`^\\$(?:input|${NODE})\\.${ITEMS}(?<json>\\.json)?$`);

type Named = Record<string, unknown>;

/**
 * The data that an expression names, such as `$('Form').first().json`, in the way n8n holds it. To evaluate
 * the expression, n8n would copy all of it, although the user reads one field of it: 2 s of a busy n8n for
 * 4,000 nested objects, which a stranger may have sent to a webhook. Undefined for what names no data.
 * @throws as the expression does, for example if the node did not run
 */
export function namedData(node: IExecuteFunctions, index: number, expression: string): unknown {
	const proxy = node.getWorkflowDataProxy(index);
	const groups = NAMED.exec(expression)?.groups;
	if (!groups) return proxy[expression];
	const { $input, $, $node } = proxy;
	const { called, indexed, name, call, json } = groups;
	const unquoted = (called ?? indexed)?.slice(1, -1);
	const source = (called ? $(unquoted) : indexed ? $node[unquoted] : $input) as Named;
	const found = call
		? callOf(source[name], call.replace('$itemIndex', String(index)))
		: source[name];
	return json ? (found as Named).json : found;
}

/** Calls a method of n8n with the numbers in the parentheses, such as the output to read. */
function callOf(method: unknown, parentheses: string): unknown {
	const numbers = parentheses.match(/\d+/g) ?? [];
	return (method as (...numbers: number[]) => unknown)(...numbers.map(Number));
}

/** A list of a million numbers takes as long to read as a text of millions of characters. */
const PER_VALUE = 8;

/**
 * How large a value is: the characters of its names and texts, and PER_VALUE for each value within it. Above `max`, it
 * stops counting.
 */
function sizeOf(value: unknown, max: number): number {
	const rest = [value];
	let size = 0;
	while (rest.length > 0 && size <= max) {
		const each = rest.pop();
		size += PER_VALUE + (typeof each === 'string' ? each.length : 0);
		if (Array.isArray(each)) for (const entry of each) rest.push(entry);
		if (!isPlainObject(each)) continue;
		for (const name in each) {
			size += name.length;
			rest.push(each[name]);
		}
	}
	return size;
}

/** Parsed templates, cached per run: all items share the same texts. */
const templatesOf = memoized<IExecuteFunctions, Map<string, Template>>(() => new Map());

/** Whether the items of a run give a locator by name and by ID, by its parameter. */
const bothWaysIn = memoized<IExecuteFunctions, Map<string, boolean>>(() => new Map());

function once<T>(cache: Map<string, T>, key: string, compute: () => T): T {
	if (!cache.has(key)) cache.set(key, compute());
	return cache.get(key) as T;
}

const tooLarge = (label: string) =>
	new ItemRefused(
		`With '${label}', the fields of the item have more than ${MAX_FORM / 1_000_000} million characters, or a million values`,
		`Loops accepts at most ${MAX_REQUEST_MB} MB per request. ${expressionHint('only the data')}, or send a link instead of a large file`,
	);

/** The parameters of the node for one input item. Readers of fields get ParameterValues, never raw ones. */
export class Form implements Source {
	private readonly warned = new Set<string>();
	private tell?: (text: string) => void;
	/** The references that were read. */
	readonly references: Reference[] = [];
	/** The IDs that Validate Only looks up. */
	readonly ids: GivenId[] = [];
	// Resolving parameters takes longer than anything else the node does for an item.
	private readonly parameters = new Map<string, { value: unknown } | { error: unknown }>();
	private readonly chosen = new Map<string, unknown>(); // of locators, without their mode
	private readonly unresolved = new Map<string, unknown>();
	private readonly evaluated = new Map<string, unknown>();
	private readonly words = new Map<string, ReadonlySet<string> | undefined>();
	private readonly lookAlikes = new Map<string, string | undefined>();
	private readonly measured = new Set<string>();
	private size = 0; // of what was measured
	private tooLarge?: ItemRefused;

	constructor(
		private readonly node: IExecuteFunctions,
		private readonly index: number,
		/** True if an AI agent calls the node. */
		readonly isToolCall: boolean,
	) {}

	warn(text: string): void {
		if (!this.warned.has(text)) this.tell?.(text);
		this.warned.add(text);
	}

	/** Tells the warnings about the parameters that were read, and later ones at once. */
	tellWarnings(tell: (text: string) => void): void {
		for (const each of this.warned) tell(each);
		this.tell = tell;
	}

	refer(reference: Reference): Reference {
		this.references.push(reference);
		return reference;
	}

	confirm(given: GivenId): void {
		this.ids.push(given);
	}

	/** The input item. Read-only: other nodes may share it. */
	get input(): INodeExecutionData {
		return this.node.getInputData()[this.index];
	}

	/** The time zone of the workflow, such as `Europe/Berlin`. */
	get timezone(): string {
		return this.node.getTimezone();
	}

	/** A raw parameter, for the node itself. */
	parameter<T = unknown>(name: string, initial: unknown): T {
		const read = once(this.parameters, name, () => {
			try {
				return { value: this.node.getNodeParameter(name, this.index, initial) };
			} catch (error) {
				return { error }; // To fail again, an expression may take as long as n8n lets it.
			}
		});
		if ('error' in read) throw read.error;
		return read.value as T;
	}

	/** A parameter; `initial` stands in for one that the form does not have. */
	value(name: string, label: string, initial: unknown = ''): ParameterValue {
		const value = this.parameter(name, initial);
		this.measure(name, label, value);
		return new ParameterValue(this, label, value, () => this.unresolvedOf(name));
	}

	/** What a resource locator names, in any mode. `mayVary`: an expression gives it for each item. */
	locator(name: string, label: string): { value: ParameterValue; mode: unknown; mayVary: boolean } {
		const chosen = once(this.chosen, name, () =>
			this.node.getNodeParameter(name, this.index, '', { extractValue: true }),
		);
		this.measure(name, label, chosen);
		const whole = this.unresolvedOf(name);
		const isObject = isPlainObject(whole);
		const value = new ParameterValue(this, label, chosen, () => (isObject ? whole.value : whole));
		// To resolve the locator again, n8n would copy what a stranger sent once more.
		const resolved = isObject ? whole : this.parameter(name, '');
		const mode = isPlainObject(resolved) ? resolved.mode : undefined;
		return { value, mode, mayVary: !isObject || !value.isFixed };
	}

	/** @throws ItemRefused for the field with which the item has more than a request can hold, and again later */
	private measure(name: string, label: string, value: unknown): void {
		if (!this.measured.has(name)) {
			this.measured.add(name);
			this.size += sizeOf(value, MAX_FORM - this.size);
			if (this.size > MAX_FORM) this.tooLarge ??= tooLarge(label);
		}
		if (this.tooLarge) throw this.tooLarge;
	}

	/** Whether some items of the run give this locator by name and others by ID. */
	isGivenBothWays(name: string): boolean {
		return once(bothWaysIn(this.node), name, () => {
			const whole = this.unresolvedOf(name);
			if (isPlainObject(whole) && whole.mode !== 'name') return false;
			const isByName = this.node.getInputData().map((_, index) => {
				try {
					const given: unknown = this.node.getNodeParameter(name, index, '');
					return isPlainObject(given) && given.mode === 'name' && !isLoopsId(String(given.value));
				} catch {
					return undefined; // That item fails in its turn.
				}
			});
			return isByName.includes(true) && isByName.includes(false);
		});
	}

	/** A field of the input item. */
	inputValue(label: string, name: string): ParameterValue {
		return new ParameterValue(this, label, this.input.json[name], () => '=', true);
	}

	/** Serializes parameters: items with the same values get the same text. */
	asText(names: string[]): string {
		// Not cached: the reader of a hidden field would get this null, not its own initial value.
		return JSON.stringify(names.map((name) => this.node.getNodeParameter(name, this.index, null)));
	}

	private unresolvedOf(name: string): unknown {
		return once(this.unresolved, name, () =>
			this.node.getNodeParameter(name, this.index, '', { rawExpressions: true }),
		);
	}

	template(unresolved: unknown): Template {
		if (typeof unresolved !== 'string' || !unresolved.startsWith('=')) return NO_EXPRESSIONS;
		return once(templatesOf(this.node), unresolved, () => parseTemplate(unresolved));
	}

	evaluate(expression: string, mayBeLarge: boolean): unknown {
		const evaluate = (text: string) => this.node.evaluateExpression(text, this.index);
		return once(this.evaluated, expression, () => {
			if (!mayBeLarge) return evaluate(expression);
			const text = String(evaluate(`.${expression}`)).slice(1); // n8n joins it, and copies only the text.
			if (!isLarge(text)) return evaluate(expression);
			const code = expression.slice(2, -2).replace(/;\s*$/, '');
			const isObject = namesObject(text) && evaluate(`{{ typeof (${code}\n) }}`) === 'object';
			return isObject ? new JoinedObject(text) : text;
		});
	}

	lookAlike(unresolved: string): string | undefined {
		// One parameter may hold thousands of values that are refused.
		return once(this.lookAlikes, unresolved, () =>
			lookAlikeFor(unresolved, (root) => namedData(this.node, this.index, root)),
		);
	}

	knownWords(unresolved: string): ReadonlySet<string> | undefined {
		// One parameter may hold thousands of values.
		return once(this.words, unresolved, () => {
			const bySource = sourcesIn(unresolved).map((source) =>
				this.wordsIn(source, () => this.dataOf(source)),
			);
			// JSON itself writes null.
			const json = /stringify\(|toJsonString/.test(unresolved) ? 'null' : '';
			const own = knownWordsIn(`${unresolved} ${json}`);
			const all = [own, this.wordsIn('input', () => this.input.json), ...bySource];
			return all.includes(undefined)
				? undefined
				: new Set(all.flatMap((each) => [...(each ?? [])]));
		});
	}

	/** Found once: dozens of parameters may name the same source, and a stranger's text takes 0.1 s. */
	private wordsIn(source: string, data: () => unknown): ReadonlySet<string> | undefined {
		return once(this.words, source, () => {
			const texts = textsIn(data());
			return texts === undefined ? undefined : knownWordsIn(texts);
		});
	}

	/** Undefined if n8n can't read the source, such as a node that did not run. */
	private dataOf(source: string): unknown {
		try {
			return namedData(this.node, this.index, source);
		} catch {
			return undefined;
		}
	}

	file(field: string | IBinaryData): File {
		const { helpers } = this.node;
		return {
			about: helpers.assertBinaryData(this.index, field),
			content: async () => await helpers.getBinaryDataBuffer(this.index, field),
		};
	}
}

/** Holds no reference. */
type Plain =
	| string
	| number
	| boolean
	| null
	| undefined
	| ((...args: never[]) => unknown)
	| ReadonlyMap<unknown, unknown>
	| Record<string, string>
	| ResourceMapperField
	| ParameterValue;

/** What the form gave, once all references are replaced by IDs. */
export type Known<T> = T extends Reference
	? never
	: T extends Plain
		? T
		: T extends unknown[]
			? { [K in keyof T]: Known<T[K]> }
			: string extends keyof T
				? Body
				: { [K in keyof T]: Known<T[K]> };

/** The IDs of all references. */
export async function idsOf(
	references: readonly Reference[],
	facts: AccountFacts,
): Promise<Map<Reference, Identifier>> {
	const found = await Promise.all(
		references.map(async (each) => {
			try {
				return { each, id: await each.find(facts) };
			} catch (caught) {
				if (caught instanceof ItemRefused) return { each, refused: caught };
				throw caught as Error;
			}
		}),
	);
	const pairs = readEach(found, ({ each, id, refused }): [Reference, Identifier] => {
		if (refused) throw refused;
		return [each, id];
	});
	return new Map(pairs);
}

/** Replaces each reference in the values of an item. */
export function withIds<T>(values: T, idOf: (reference: Reference) => Identifier): Known<T> {
	const replaced = (value: unknown): unknown => {
		if (value instanceof Reference) return idOf(value);
		if (Array.isArray(value)) return value.map(replaced);
		if (!isPlainObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]));
	};
	return replaced(values) as Known<T>;
}
