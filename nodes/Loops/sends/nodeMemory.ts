import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash, randomUUID } from 'node:crypto';

import type { CallResult, DoneBy, LoopsRequest } from '../http/request';
import { LruCache } from '../values/cache';
import { sortKeys } from '../values/parse';
import { type Claim, type IdempotencyKey, type Origin, type Sent, usedKey } from './messageKey';

/** A change that a try of the node made for an item. */
interface MadeChange extends Pick<CallResult, 'body' | 'doneBy'> {
	digest: string;
}

/**
 * The changes that a second try would repeat, by item. n8n's Retry On Fail runs all items again, also
 * those that are done. A Retry from the list makes its changes anew: somebody may have corrected the
 * workflow in between.
 */
class MadeChanges {
	/** Those of the earlier try that this one has not come to. */
	private readonly earlier: Array<MadeChange[] | null>;

	/** @param stored what n8n keeps with the execution; undefined if no try can follow */
	constructor(private readonly stored?: Array<MadeChange[] | null>) {
		this.earlier = (stored ?? []).map((changes) => changes && [...changes]);
	}

	/** The same change for the same item, if the earlier try made it. */
	take(index: number, request: LoopsRequest): MadeChange | undefined {
		const left = this.earlier[index] ?? [];
		const at = left.findIndex(({ digest }) => digest === digestOf(request));
		return at === -1 ? undefined : left.splice(at, 1)[0];
	}

	/** Whether the earlier try made another change for this item. */
	hasOther(index: number): boolean {
		return (this.earlier[index] ?? []).length > 0;
	}

	record(index: number, request: LoopsRequest, { body, doneBy }: CallResult): void {
		if (!this.stored) return;
		const changes = this.stored[index] ?? [];
		this.stored[index] = [...changes, { digest: digestOf(request), body, doneBy }];
	}
}

/** Leaves out the revision, which the item itself may have read: the change has made another one. */
function digestOf({ method, path, qs, body }: LoopsRequest): string {
	const content = { ...body, expectedRevisionId: undefined };
	return createHash('sha256')
		.update(JSON.stringify([method, path, sortKeys({ ...qs }), sortKeys(content)]))
		.digest('base64url');
}

/** What the node wrote last to the draft of an email. */
export interface WrittenDraft {
	revision: string;
	/** Digests of what the item gave, and of what Loops shows for it. */
	given?: string;
	read?: string;
	/** A digest of what the node published last. */
	live?: string;
}

/** Static data should stay small: n8n loads and saves it with every run. */
const MAX_STORED = 500;

/** n8n saves static data only after production runs. */
const inProcess = new LruCache<WrittenDraft>(5_000);

/** The drafts that this node wrote, in this and in earlier runs. */
export class WrittenDrafts {
	constructor(
		private readonly node: IExecuteFunctions,
		private readonly account: string,
	) {}

	/** Both versions count: another process may have written the draft since this one did. */
	of(emailId: string): WrittenDraft[] {
		const kept = inProcess.get(this.keyOf(emailId));
		const stored = this.stored()[emailId] as WrittenDraft | undefined;
		return [kept, stored].filter((each) => each !== undefined);
	}

	record(emailId: string, latest: WrittenDraft): void {
		const live = this.of(emailId).find((each) => each.live)?.live;
		const written: WrittenDraft = { ...(live && { live }), ...latest };
		inProcess.set(this.keyOf(emailId), written);
		const others = Object.entries(this.stored()).filter(([id]) => id !== emailId);
		const drafts = Object.fromEntries([...others.slice(1 - MAX_STORED), [emailId, written]]);
		this.node.getWorkflowStaticData('node').drafts = drafts as IDataObject;
	}

	private stored(): IDataObject {
		return (this.node.getWorkflowStaticData('node').drafts ?? {}) as IDataObject;
	}

	private keyOf(emailId: string): string {
		return JSON.stringify([
			this.account,
			this.node.getWorkflow().id,
			this.node.getNode().id,
			emailId,
		]);
	}
}

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
