import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Form } from './form';
import type { File, Source } from './formValue';
import { isLarge, JoinedObject, namesObject } from './joinedObject';
import { namedData } from './namedData';
import type { Reference } from './reference';
import { ParameterValue } from './parameterValue';
import { lookAlikeFor } from '../values/fieldPath';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { MAX_FORM, MAX_REQUEST_MB } from '../values/limits';
import { memoized } from '../values/memoized';
import { isLoopsId, isPlainObject } from '../values/parse';
import { sizeOf } from '../values/size';
import { knownWordsIn, sourcesIn, textsIn } from '../values/undefinedWords';
import { NO_EXPRESSIONS, parseTemplate, type Template } from '../values/template';

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

/** The node's parameters for one input item. */
export class ItemForm implements Form, Source {
	private readonly warned = new Set<string>();
	/** What the item gives in another way than by its ID. */
	readonly references: Reference[] = [];
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
		readonly isToolCall: boolean,
	) {}

	warn(text: string): void {
		this.warned.add(text);
	}

	/** About the parameters that were read. */
	get warnings(): string[] {
		return [...this.warned];
	}

	refer(reference: Reference): Reference {
		this.references.push(reference);
		return reference;
	}

	get input(): INodeExecutionData {
		return this.node.getInputData()[this.index];
	}

	get timezone(): string {
		return this.node.getTimezone();
	}

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

	value(name: string, label: string, initial: unknown = ''): ParameterValue {
		const value = this.parameter(name, initial);
		this.measure(name, label, value);
		return new ParameterValue(this, label, value, () => this.unresolvedOf(name));
	}

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
