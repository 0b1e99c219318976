import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { DoneBy } from '../http/request';
import { usedKey } from './claimKey';
import type { Claim } from './claims';
import type { IdempotencyKey } from './idempotencyKey';
import { type MadeChange, MadeChanges } from './madeChanges';
import type { Origin, Sent } from './origin';
import { WrittenDrafts } from './writtenDrafts';

/** n8n stores this with the execution and passes it to a Retry. */
interface Stored {
	id: string;
	/** Undefined behind n8n's MCP Server Trigger. */
	executionId: string | undefined;
	runIndex: number;
	/** Messages by item index, in case the run is repeated. */
	sent: Array<Sent | null>;
	/** Other changes by item index, if n8n may run the node again. */
	changes?: Array<MadeChange[] | null>;
}

/**
 * What the node remembers in an execution. n8n keeps it for Retry On Fail and for a Retry. A new
 * execution starts without it, and a killed process loses it.
 */
export class NodeMemory {
	readonly isToolCall: boolean;
	private readonly scope: Origin['scope'];
	private readonly isRetry: boolean;
	private readonly wasCalled: boolean;
	private readonly stored: Stored;
	readonly drafts: WrittenDrafts;
	/** What an earlier try in this execution has changed. */
	readonly changes: MadeChanges;

	constructor(
		node: IExecuteFunctions,
		private readonly account: string,
	) {
		this.drafts = new WrittenDrafts(node, account);
		// An AI agent runs n8n's tool variant of the node, whose type ends in 'Tool'.
		this.isToolCall = node.getNode().type.endsWith('Tool');
		const mode: string = node.getMode();
		this.isRetry = mode === 'retry';
		// In a Retry of a sub-workflow's execution, only the context has the mode 'integrated'.
		const isSubWorkflow = [mode, node.getExecutionContext()?.source].includes('integrated');
		const scope = isSubWorkflow ? 'subWorkflow' : 'execution';
		this.scope = this.isToolCall ? 'toolCall' : scope;

		// Loop Over Items runs the node many times in one execution, each time from item 0. For an agent,
		// Retry On Fail counts as a new run, so there a message's contents identify it instead.
		const runIndex = this.isToolCall ? 0 : (node.getWorkflowDataProxy(0).$runIndex as number);
		const executionId = node.getExecutionId() as string | undefined;
		const context = node.getContext('node');
		const before = context.loops as Stored | undefined;
		const isSameExecution = before !== undefined && before.executionId === executionId;
		this.wasCalled = before !== undefined;
		const sent = before?.runIndex === runIndex ? before.sent : [];
		this.stored = {
			// Random: another database may have an execution with the same ID.
			id: before?.id ?? randomUUID(),
			executionId,
			runIndex,
			sent: isSameExecution ? sent : sent.map(asEarlier),
		};
		if (node.getNode().retryOnFail && !this.isToolCall) {
			const isSameRun = isSameExecution && before.runIndex === runIndex;
			this.stored.changes = (isSameRun ? before.changes : undefined) ?? [];
		}
		this.changes = new MadeChanges(this.stored.changes);
		context.loops = this.stored;
	}

	get isSubWorkflow(): boolean {
		return this.scope === 'subWorkflow';
	}

	originOf(index: number): Origin {
		const { id, runIndex, sent } = this.stored;
		return {
			id: `${id}:${runIndex}:${index}`,
			scope: this.scope,
			account: this.account,
			wasCalled: this.wasCalled,
			sent: sent[index] ?? undefined,
			isRetry: this.isRetry,
		};
	}

	/** Records which run sent an item's message; without `by`, that it may have been sent. */
	record(index: number, key: IdempotencyKey, by?: DoneBy): void {
		const { sent } = this.stored;
		if (by || sent[index]?.key.fingerprint !== key.fingerprint) {
			sent[index] = { by, key, account: this.account };
		}
	}

	/** The keys of users that items have, or may have, sent. */
	usedKeys(): Claim[] {
		return this.stored.sent.flatMap((sent, index) =>
			sent?.key.option ? [usedKey(index, sent.key)] : [],
		);
	}
}

/** In a Retry, messages of the original execution count as sent earlier. */
const asEarlier = (sent: Sent | null): Sent | null => {
	if (!sent) return null;
	return sent.by ? { ...sent, by: 'earlierRun' } : sent;
};
