import type { IExecuteFunctions, IGetNodeParameterOptions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Run } from './run';
import { type LoopsRequest, loopsRequest } from './transport/request';

/** One input item, as the operations and the readers of fields see it. */
export class Item {
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

	/** Value of a parameter for this item, with expressions resolved. */
	parameter<T = unknown>(name: string, fallback: unknown, options?: IGetNodeParameterOptions): T {
		return this.node.getNodeParameter(name, this.index, fallback, options) as T;
	}

	/** Makes a call on behalf of this item. */
	async call(request: LoopsRequest): Promise<unknown> {
		return await loopsRequest(this.node, request, this.index);
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
