import type { IExecuteFunctions, IGetNodeParameterOptions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Run } from './run';
import type { LoopsRequest } from './transport/call';
import { loopsAnswer } from './transport/paginate';

/** One input item, as the operations and the readers of fields see it. */
export class Item {
	/** True once a call was made for it. */
	isStarted = false;

	private readonly parameters = new Map<string, unknown>();

	/** What is worth a look about it but stops nothing. */
	readonly warnings: string[] = [];

	constructor(
		readonly node: IExecuteFunctions,
		/** Position among the input items, from 0. */
		readonly index: number,
		readonly run: Run,
	) {}

	/** What came in: not to be changed, other nodes may hold the same object. */
	get input(): INodeExecutionData {
		return this.node.getInputData()[this.index];
	}

	/** Value of a parameter for this item, with expressions resolved. Not to be changed. */
	parameter<T = unknown>(name: string, fallback: unknown, options?: IGetNodeParameterOptions): T {
		if (options) return this.node.getNodeParameter(name, this.index, fallback, options) as T;
		// Resolving one takes longer than anything else that the node does for an item.
		if (!this.parameters.has(name)) {
			this.parameters.set(name, this.node.getNodeParameter(name, this.index, fallback));
		}
		return this.parameters.get(name) as T;
	}

	/** Makes a call on behalf of this item, and gives back what Loops answers. */
	async call(request: LoopsRequest): Promise<unknown> {
		return await loopsAnswer(this.node, request, {
			...this.run.callSettings,
			itemIndex: this.index,
			started: () => {
				this.isStarted = true;
				this.run.noLongerWaiting(this.index);
			},
		});
	}

	/** Notes something for the user, here and among the hints of the run. */
	warn(text: string): void {
		this.warnings.push(text);
		this.run.warn(this.index, text);
	}

	/**
	 * The error for a parameter value that can't be sent: `what` names the field and what is wrong
	 * with it, `wayOut` says how to put it right.
	 */
	refusal(what: string, wayOut: string): NodeOperationError {
		const message = `${what} [item ${this.index}]`;
		const error = new NodeOperationError(this.node.getNode(), message, {
			description: wayOut,
			itemIndex: this.index,
		});
		// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
		error.message = message;
		return error;
	}
}

/** A value as it may appear in an error: short, and on one line. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
