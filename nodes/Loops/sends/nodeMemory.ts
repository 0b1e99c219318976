import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash, randomUUID } from 'node:crypto';

import type { CallResult, DoneBy, LoopsRequest } from '../http/request';
import { LruCache } from '../values/cache';
import { sortKeys } from '../values/parse';
import { type Claim, type IdempotencyKey, type Origin, type Sent, usedKey } from './messageKey';
import type { Rerun } from './rerun';

/** A change that a try of the node made for an item. */
interface MadeChange extends Pick<CallResult, 'body' | 'doneBy'> {
	digest: string;
}

/** What a finished item has put out, and what the report of the run says of it. */
interface Finished {
	operation: string;
	results: IDataObject[];
	rerun: Rerun;
	doneBy: DoneBy;
}

/** What a try of the node did for an item. */
interface Tried {
	/** Those of an item that is half done. */
	changes: MadeChange[];
	/** The answer to a change was lost. */
	isOpen?: boolean;
	finished?: Finished;
}

/**
 * What the tries of n8n's Retry On Fail have done, by item: each runs all items again, also those that are done.
 * Only for what a second try would repeat, or would fail at, or answer otherwise. A Retry from the list makes its
 * changes anew: somebody may have corrected the workflow in between.
 */
class Tries {
	/** What the earlier tries did. Their changes, as far as this one has not come to them. */
	private readonly earlier: Array<Tried | null>;

	/** @param stored what n8n keeps with the execution; undefined if no try can follow */
	constructor(private readonly stored?: Array<Tried | null>) {
		this.earlier = (stored ?? []).map(
			(tried) => tried && { ...tried, changes: [...tried.changes] },
		);
	}

	/** What the item put out, if an earlier try finished it. */
	finished(index: number, operation: string): Finished | undefined {
		const finished = this.earlier[index]?.finished;
		return finished?.operation === operation ? finished : undefined;
	}

	/** Whether an earlier try may have made a change for this item: the answer was lost. */
	isOpen(index: number): boolean {
		return this.earlier[index]?.isOpen === true;
	}

	/** The same change for the same item, if the earlier try made it. */
	take(index: number, request: LoopsRequest): MadeChange | undefined {
		const left = this.earlier[index]?.changes ?? [];
		const at = left.findIndex(({ digest }) => digest === digestOf(request));
		return at === -1 ? undefined : left.splice(at, 1)[0];
	}

	/** Whether the earlier try made another change for this item. */
	hasOther(index: number): boolean {
		return (this.earlier[index]?.changes ?? []).length > 0;
	}

	record(index: number, request: LoopsRequest, { body, doneBy }: CallResult): void {
		const changes = this.stored?.[index]?.changes ?? [];
		this.store(index, { changes: [...changes, { digest: digestOf(request), body, doneBy }] });
	}

	recordLostAnswer(index: number): void {
		this.store(index, { changes: [], ...this.stored?.[index], isOpen: true });
	}

	recordFinished(index: number, finished: Finished): void {
		this.store(index, { changes: [], finished });
	}

	private store(index: number, tried: Tried): void {
		if (this.stored) this.stored[index] = tried;
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
	/** What else was done, by item index, if n8n may run the node again. */
	tries?: Array<Tried | null>;
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
	/** What earlier tries in this execution have done. */
	readonly tries: Tries;

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
			this.stored.tries = (isSameRun ? before.tries : undefined) ?? [];
		}
		this.tries = new Tries(this.stored.tries);
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
