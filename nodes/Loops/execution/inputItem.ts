import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Item, Mapping, Origin } from '../fields/item';
import { NO_PARTS, parseTemplate, type Template } from '../fields/template';
import { readCollection, readFlag } from '../fields/values';
import { atItem, sentence } from '../http/sentences';
import { namesIn } from './namesInExpressions';
import type { NodeMemory } from './nodeMemory';
import type { Report } from './report';

/** By run: the same texts hold for all its items. */
const templatesOf = new WeakMap<IExecuteFunctions, Map<string, Template>>();

/** One input item: its parameters, and what is said about them. */
export class InputItem implements Item {
	/** What is worth a look about it but stops nothing. */
	readonly warnings: string[] = [];

	readonly origin: Origin;
	readonly isToolCall: boolean;

	/** What automatic mapping makes of its input; undefined where that does not take place. */
	mapping?: Mapping;

	/** In words, why values can't be sent: several may be read at once. */
	private readonly refusals = new Map<unknown, string>();

	private readonly parameters = new Map<string, unknown>();
	private readonly evaluated = new Map<string, unknown>();

	constructor(
		protected readonly node: IExecuteFunctions,
		readonly index: number,
		private readonly report: Report,
		memory: NodeMemory,
	) {
		this.origin = memory.originOf(index);
		this.isToolCall = memory.isToolCall;
	}

	get input(): INodeExecutionData {
		return this.node.getInputData()[this.index];
	}

	get options(): IDataObject {
		return readCollection(this, 'Options', this.parameter('options', {})) as IDataObject;
	}

	/** One entry of 'Options', even where an expression in another one throws. */
	option(name: string): unknown {
		return this.parameter(`options.${name}`, null);
	}

	get isDryRun(): boolean {
		return readFlag(this, 'validateOnly', 'Validate Only');
	}

	parameter<T = unknown>(name: string, fallback: unknown): T {
		// Resolving one takes longer than anything else that the node does for an item.
		if (!this.parameters.has(name)) {
			this.parameters.set(name, this.node.getNodeParameter(name, this.index, fallback));
		}
		return this.parameters.get(name) as T;
	}

	/** Parameters by name, as one text: the same for items that have the same ones. */
	parametersAsText(names: string[]): string {
		// Not remembered: a hidden field would be null for its reader, too.
		return JSON.stringify(names.map((name) => this.node.getNodeParameter(name, this.index, null)));
	}

	rawParameter<T>(name: string, fallback: unknown): T {
		const options = { rawExpressions: true };
		return this.node.getNodeParameter(name, this.index, fallback, options) as T;
	}

	template(written: unknown): Template {
		if (typeof written !== 'string' || !written.startsWith('=')) return NO_PARTS;
		const templates = templatesOf.get(this.node) ?? new Map<string, Template>();
		const template = templates.get(written) ?? parseTemplate(written);
		templatesOf.set(this.node, templates.set(written, template));
		return template;
	}

	evaluate(expression: string): unknown {
		if (!this.evaluated.has(expression)) {
			this.evaluated.set(expression, this.node.evaluateExpression(expression, this.index));
		}
		return this.evaluated.get(expression);
	}

	get namesInExpressions(): ReadonlySet<string> {
		return namesIn(this.node.getNode().parameters);
	}

	locatorValue(name: string): unknown {
		return this.node.getNodeParameter(name, this.index, '', { extractValue: true });
	}

	file(field: string | IBinaryData): { about: IBinaryData; content(): Promise<Buffer> } {
		const { helpers } = this.node;
		return {
			about: helpers.assertBinaryData(this.index, field),
			content: async () => await helpers.getBinaryDataBuffer(this.index, field),
		};
	}

	noteMapping({ sentAs, notSent, candidates }: Mapping): void {
		const { mapping } = this;
		if (!mapping) {
			this.mapping = { sentAs, notSent, candidates };
			return;
		}
		for (const [name, key] of sentAs) {
			const other = mapping.sentAs.get(name);
			mapping.sentAs.set(name, other === undefined || other === key ? key : `${other}, ${key}`);
		}
		const names = new Set(notSent);
		mapping.notSent = mapping.notSent.filter((name) => names.has(name));
		mapping.candidates = [...mapping.candidates, ...candidates];
	}

	warn(text: string): void {
		this.warnings.push(this.report.withoutKey(text));
		this.report.warn(this.index, text);
	}

	invalidParameter(problem: string, hint: string): NodeOperationError {
		const error = this.lookUpFailed(problem, hint);
		this.refusals.set(error, this.report.withoutKey(`${sentence(problem)} ${sentence(hint)}`));
		return error;
	}

	lookUpFailed(problem: string, hint: string): NodeOperationError {
		const message = this.report.withoutKey(`${problem}${atItem(this.index)}`);
		const error = new NodeOperationError(this.node.getNode(), message, {
			description: this.report.withoutKey(sentence(hint)),
			itemIndex: this.index,
		});
		// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
		error.message = message;
		return error;
	}

	/** The error for something unexpected, such as an expression that throws. */
	asError(cause: Error): NodeOperationError {
		const error = new NodeOperationError(this.node.getNode(), cause, { itemIndex: this.index });
		error.message += atItem(this.index);
		return error;
	}

	/** In words, why the value can't be sent that an error is about; undefined for other errors. */
	refusedFor(error: unknown): string | undefined {
		return this.refusals.get(error);
	}
}
