import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Form } from '../form/form';
import { LITERAL, NO_PARTS, parseTemplate, type Template } from '../values/template';

/** Parsed templates, cached per run: all items share the same texts. */
const templatesOf = new WeakMap<IExecuteFunctions, Map<string, Template>>();

/** The node's parameters for one input item. */
export class ItemForm implements Form {
	private readonly parameters = new Map<string, unknown>();
	private readonly writtenAs = new Map<string, unknown>();
	private readonly evaluated = new Map<string, unknown>();

	constructor(
		private readonly node: IExecuteFunctions,
		private readonly index: number,
		readonly isToolCall: boolean,
	) {}

	get input(): INodeExecutionData {
		return this.node.getInputData()[this.index];
	}

	parameter<T = unknown>(name: string, fallback: unknown): T {
		// Cached: resolving parameters takes longer than anything else the node does for an item.
		if (!this.parameters.has(name)) {
			this.parameters.set(name, this.node.getNodeParameter(name, this.index, fallback));
		}
		return this.parameters.get(name) as T;
	}

	/** Serializes parameters: items with the same values get the same text. */
	asText(names: string[]): string {
		// Not cached: the reader of a hidden field would get this null, not its own fallback.
		return JSON.stringify(names.map((name) => this.node.getNodeParameter(name, this.index, null)));
	}

	written<T = unknown>(name: string): T {
		if (!this.writtenAs.has(name)) {
			const raw = this.node.getNodeParameter(name, this.index, '', { rawExpressions: true });
			this.writtenAs.set(name, raw);
		}
		return this.writtenAs.get(name) as T;
	}

	template(written: unknown): Template {
		if (typeof written !== 'string') return NO_PARTS;
		if (!written.startsWith('=')) return written.includes('{{') ? LITERAL : NO_PARTS;
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
}
