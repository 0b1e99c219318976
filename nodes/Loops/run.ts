import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { PropertyGuard } from './account/propertyGuard';
import { loopsAccount } from './transport/account';
import type { LoopsRequest } from './transport/call';
import { type Pacer, pacerOf } from './transport/pacer';
import type { CallSettings } from './transport/request';

/** More different warnings than this are only counted, so that a long run stays small. */
const MAX_WARNINGS = 20;

/** Items in progress at once: enough to use the limit at any latency, within reason. */
const CONCURRENCY = { min: 10, max: 128 };

const PATIENCE_MS = 120_000;

/** What one execution of the node wants and gathers over its items. */
export class Run {
	/** ms since the epoch. */
	readonly startedAt = Date.now();

	readonly properties: PropertyGuard;
	readonly callSettings: CallSettings;

	/** 'Send Once Per' and own idempotency keys of this run, with the item that has them. */
	readonly keys = new Map<string, number>();

	readonly counts = { sent: 0, waits: 0, waitedMs: 0, retries: 0, deduplicated: 0 };

	/** Items in progress whose call has not left yet. */
	readonly waiting = new Set<number>();

	private stoppedAt = Infinity;
	private isRerunSafe = true;
	private isRetrySafe = true;
	private readonly halt = new AbortController();
	private readonly isOneAtATime: boolean;
	private readonly warnings = new Map<string, { first: number; more: number }>();
	private unlisted = 0;
	private pacer?: Pacer;
	private runIndex?: number;

	constructor(private readonly node: IExecuteFunctions) {
		this.properties = new PropertyGuard(node, this.startedAt);
		const canceled = node.getExecutionCancelSignal();
		canceled?.addEventListener('abort', () => this.halt.abort(), { once: true });
		// These hold for the whole run, not for an item: the first item sets them.
		const options = optionsOf(node);
		this.isOneAtATime = options.oneAtATime === true;
		this.callSettings = {
			canceled,
			notStarted: this.halt.signal,
			patience: PATIENCE_MS,
			timeout: Number(options.timeout) > 0 ? Number(options.timeout) * 1_000 : undefined,
			maxRate: Number(options.maxRate) > 0 ? Number(options.maxRate) : undefined,
			waited: (ms) => {
				this.counts.waits++;
				this.counts.waitedMs += ms;
			},
			retried: () => {
				this.counts.retries++;
			},
		};
	}

	/** Starts no item after this one. Those before it, and those whose call has left, go on. */
	stopAt(index: number): void {
		this.stoppedAt = Math.min(this.stoppedAt, index);
		this.endWaits();
	}

	/** True for an item that is not to be started any more. */
	drops(index: number): boolean {
		return index > this.stoppedAt || this.halt.signal.aborted;
	}

	/** Takes in that an item's call has left, or that there will be none. */
	noLongerWaiting(index: number): void {
		if (this.waiting.delete(index) && this.stoppedAt < Infinity) this.endWaits();
	}

	/** Takes in an item that is done. */
	done({ kind, hasStableKey }: LoopsRequest, isDuplicate: boolean): void {
		this.counts.sent++;
		if (isDuplicate) this.counts.deduplicated++;
		this.isRerunSafe &&= ['read', 'write', 'delete'].includes(kind) || hasStableKey === true;
		this.isRetrySafe &&= kind !== 'create' && kind !== 'bareSend';
	}

	/** What to know before all items are run again. */
	get rerunAdvice(): string {
		if (this.isRerunSafe) return 'It is safe to run all items again.';
		const advice =
			"would do the done ones a second time: run the others only, or use 'Send Once Per' for sends.";
		return this.isRetrySafe
			? `To retry this execution is safe for 24 hours. To run all items in a new one ${advice}`
			: `To run all items again ${advice}`;
	}

	/** Once all items before the stop have left, those after it need not wait for their turn. */
	private endWaits(): void {
		for (const index of this.waiting) if (index < this.stoppedAt) return;
		this.halt.abort();
	}

	/**
	 * How many items may be in progress, by Little's law: the rate that Loops allows times the time an
	 * answer takes, and some more so that none is missing.
	 */
	get concurrency(): number {
		if (this.stoppedAt < Infinity || this.halt.signal.aborted) return 0;
		if (this.isOneAtATime) return 1;
		const { limit = 0, latency = 0 } = this.pacer ?? {};
		const needed = Math.ceil((limit * latency * 1.5) / 1_000);
		return Math.min(CONCURRENCY.max, Math.max(CONCURRENCY.min, needed));
	}

	/** Learns the pace of the account before the first item. */
	async prepare(): Promise<void> {
		// A credential that can't be read is reported by the items.
		const account = await loopsAccount(this.node).catch(() => undefined);
		if (!account) return;
		this.pacer = pacerOf(account.id);
		this.callSettings.account = account;
	}

	/** What tells this run from every other one, and stays the same when n8n retries it. */
	get identity(): string {
		// Loop Over Items runs the node many times in one execution, each time from item 0.
		this.runIndex ??= Number(this.node.getWorkflowDataProxy(0).$runIndex);
		// A failed execution is retried under a new ID. The context of the node goes along.
		const context = this.node.getContext('node');
		context.executionId ??= this.node.getExecutionId();
		return [context.executionId, this.node.getNode().id, this.runIndex].join(':');
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
		const hint = (message: string, type: NodeExecutionHint['type']): NodeExecutionHint => ({
			message,
			type,
			location: 'outputPane',
		});
		const summary = this.summary();
		this.node.addExecutionHints(
			...messages.map((message) => hint(message, 'warning')),
			...(summary ? [hint(summary, 'info')] : []),
		);
	}

	/** Nothing, unless something was waited for, tried again or kept from being sent twice. */
	private summary(): string | undefined {
		const { sent, waits, waitedMs, retries, deduplicated } = this.counts;
		if (waits + retries + deduplicated === 0) return undefined;
		const some = (count: number, one: string, many: string) =>
			count > 0 && `${count} ${count === 1 ? one : many}`;
		const wait = some(waits, 'wait', 'waits');
		return [
			`${sent} sent`,
			wait && `${wait} for the rate limit (${(waitedMs / 1_000).toFixed(1)} s)`,
			some(retries, 'retry', 'retries'),
			some(deduplicated, 'duplicate avoided', 'duplicates avoided'),
		]
			.filter(Boolean)
			.join(', ');
	}
}

/** An option that can't be resolved is reported by the items, where a failure finds its output. */
function optionsOf(node: IExecuteFunctions): IDataObject {
	try {
		return node.getNodeParameter('options', 0, {});
	} catch {
		return {};
	}
}
