import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Origin, Sent } from '../fields/form';
import type { DoneBy } from '../http/request';

/** What n8n stores with the execution, and hands to its Retry. */
interface Stored {
	id: string;
	executionId: string;
	runIndex: number;
	/** By item of the run, which may have to be repeated. */
	sent: Array<Sent | null>;
}

/**
 * What the node remembers in an execution. n8n keeps it for Retry On Fail and for a Retry, gives a new
 * execution none, and loses it when its process is killed.
 */
export class NodeMemory {
	readonly isToolCall: boolean;
	private readonly scope: Origin['scope'];
	private readonly isRetry: boolean;
	private readonly wasCalled: boolean;
	private readonly stored: Stored;

	constructor(node: IExecuteFunctions) {
		// An AI agent runs the variant of the node that n8n makes of it, whose type has this ending.
		this.isToolCall = node.getNode().type.endsWith('Tool');
		const mode: string = node.getMode();
		this.isRetry = mode === 'retry';
		// A Retry of a sub-workflow's execution has the mode in its context only.
		const isSubWorkflow = [mode, node.getExecutionContext()?.source].includes('integrated');
		const scope = isSubWorkflow ? 'subWorkflow' : 'execution';
		this.scope = this.isToolCall ? 'toolCall' : scope;

		// Loop Over Items runs the node many times in one execution, each time from item 0. For an agent,
		// Retry On Fail counts as another run: there the contents of a message tell it from others.
		const runIndex = this.isToolCall ? 0 : (node.getWorkflowDataProxy(0).$runIndex as number);
		const executionId = node.getExecutionId();
		const context = node.getContext('node');
		const before = context.loops as Stored | undefined;
		this.wasCalled = before !== undefined;
		const sent = before?.runIndex === runIndex ? before.sent : [];
		this.stored = {
			// Random: another database may have an execution with the same ID.
			id: before?.id ?? randomUUID(),
			executionId,
			runIndex,
			sent: before?.executionId === executionId ? sent : sent.map(asEarlier),
		};
		context.loops = this.stored;
	}

	originOf(index: number): Origin {
		const { id, runIndex, sent } = this.stored;
		return {
			id: `${id}:${runIndex}:${index}`,
			scope: this.scope,
			wasCalled: this.wasCalled,
			sent: sent[index] ?? undefined,
			isRetry: this.isRetry,
		};
	}

	/** Takes in who sent the message of an item, or may have. */
	note(index: number, by: DoneBy, message: string): void {
		const { sent } = this.stored;
		const isKnown = sent[index]?.message === message;
		if (by === 'thisRun' || (by === 'unknown' && !isKnown)) sent[index] = { by, message };
	}
}

/** In a Retry: what the execution may have sent that is retried. */
const asEarlier = (sent: Sent | null): Sent | null => {
	if (!sent) return null;
	return sent.by === 'thisRun' ? { ...sent, by: 'earlierRun' } : sent;
};
