import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { PropertyGuard } from './account/propertyGuard';

/** More different warnings than this are only counted, so that a long run stays small. */
const MAX_WARNINGS = 20;

/** What one execution of the node gathers over its items. */
export class Run {
	/** ms since the epoch. */
	readonly startedAt = Date.now();

	readonly properties: PropertyGuard;

	private readonly warnings = new Map<string, { first: number; more: number }>();
	private unlisted = 0;

	constructor(private readonly node: IExecuteFunctions) {
		this.properties = new PropertyGuard(node, this.startedAt);
	}

	/** Notes something that is worth a look but stops nothing. Items with the same text are counted. */
	warn(itemIndex: number, text: string): void {
		const known = this.warnings.get(text);
		if (known) known.more++;
		else if (this.warnings.size < MAX_WARNINGS)
			this.warnings.set(text, { first: itemIndex, more: 0 });
		else this.unlisted++;
	}

	/** Shows what was noted next to the output of the node. */
	async showHints(): Promise<void> {
		for (const { itemIndex, text } of await this.properties.findings()) this.warn(itemIndex, text);
		const messages = [...this.warnings].map(([text, { first, more }]) =>
			more === 0 ? `Item ${first}: ${text}` : `Item ${first} and ${more} more: ${text}`,
		);
		if (this.unlisted > 0) messages.push(`${this.unlisted} more warnings are not listed`);
		this.node.addExecutionHints(
			...messages.map(
				(message): NodeExecutionHint => ({
					message,
					type: 'warning',
					location: 'outputPane',
				}),
			),
		);
	}
}
