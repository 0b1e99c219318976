import { sleep } from 'n8n-workflow';

const MAX_BUSY_MS = 25;

/** Lets n8n do other work, such as a cancel, while a run handles items that wait for nothing. */
class EventLoopYielder {
	private busySince = performance.now();
	private isYielding = false;

	get shouldYield(): boolean {
		return this.isYielding || performance.now() - this.busySince > MAX_BUSY_MS;
	}

	/** Calls `next` after other work. */
	yieldTo(next: () => void): void {
		if (this.isYielding) return;
		this.isYielding = true;
		void sleep(0).then(() => {
			this.isYielding = false;
			this.busySince = performance.now();
			next();
		});
	}
}

/** An item in progress. */
export interface Turn {
	/** Aborts when a cancel, or a stop at an earlier item, ends this one. */
	readonly signal: AbortSignal;
	/** The item is about to change something in Loops: from now on, only a cancel ends it. */
	onDispatched(): void;
	readonly isDispatched: boolean;
	/** Reverts `onDispatched`: Loops did not get the change, or refused it with 429. */
	onNotArrived(): void;
}

/** An item before its turn. */
export interface Task {
	/** Items that share a lock run one after the other, in input order. */
	readonly locks: string[];
	/** Must not throw. */
	work(turn: Turn): Promise<void>;
}

/** An item whose locks are known and that has not ended. */
interface QueuedItem {
	readonly index: number;
	readonly task: Task;
	readonly locks: ReadonlySet<string>;
	blockers: number; // earlier items that it waits for, at most one per lock
	readonly followers: QueuedItem[]; // the items that wait for this one
}

/** How many items to read ahead for some that can start. Each keeps its parameters in memory. */
const MAX_QUEUED = 1_000;

/**
 * Decides how many items run at once, in which order items about the same contact run, and which items
 * end at a stop or a cancel.
 *
 * After a stop at an item, no later item starts. Later items in progress end unless they have sent a
 * change to Loops. Earlier items run as usual.
 */
export class Scheduler {
	/** Of the items in progress, by index. */
	private readonly turns = new Map<
		number,
		{ controller: AbortController; isDispatched: boolean }
	>();
	/** The queued items per lock: the last one, and how many have not ended. */
	private readonly chains = new Map<string, { last: QueuedItem; length: number }>();
	/** How many items wait for an earlier one. */
	private blocked = 0;
	/** Items that wait only for a place. */
	private readonly startable = new Set<QueuedItem>();
	private stoppedAt = Infinity;

	constructor(private readonly canceled?: AbortSignal) {}

	/** Runs all items, at most `concurrency()` at once. Blocked items do not count towards that. */
	async run(total: number, concurrency: () => number, taskOf: (index: number) => Task) {
		let next = 0;
		let inProgress = 0;
		let left = total;
		const yielder = new EventLoopYielder();
		const onCancel = () => this.endTurns();
		this.canceled?.addEventListener('abort', onCancel, { once: true });
		await new Promise<void>((resolve, reject) => {
			const lookAhead = (limit: number) => {
				while (
					next < total &&
					!this.isOver &&
					!yielder.shouldYield &&
					this.startable.size < limit - (this.blocked > 0 ? 0 : inProgress) &&
					this.blocked + this.startable.size < MAX_QUEUED
				) {
					this.enqueue(next, taskOf(next));
					next++;
				}
			};
			const start = (item: QueuedItem) => {
				const { index, task } = item;
				inProgress++;
				const after = () => {
					inProgress--;
					left--;
					this.finish(item);
					fill();
				};
				task.work(this.startTurn(index)).then(after).catch(reject);
			};
			const fill = () => {
				const limit = concurrency();
				lookAhead(limit);
				while (inProgress < limit && !yielder.shouldYield) {
					const isScarce = this.startable.size > limit - inProgress;
					const item = this.takeNext(isScarce ? left / limit : Infinity);
					if (!item) break;
					start(item);
				}
				if (yielder.shouldYield) yielder.yieldTo(fill);
				else if (inProgress === 0) resolve();
			};
			fill();
		}).finally(() => this.canceled?.removeEventListener('abort', onCancel));
	}

	/** Stops at a failed item. If several fail, the first in input order counts. */
	stopAt(index: number): void {
		this.stoppedAt = Math.min(this.stoppedAt, index);
		this.endTurns();
	}

	private get isOver(): boolean {
		return this.stoppedAt < Infinity || this.canceled?.aborted === true;
	}

	/** Queues an item behind earlier ones that share a lock with it. */
	private enqueue(index: number, task: Task): void {
		const locks = new Set(task.locks);
		const item: QueuedItem = { index, task, locks, blockers: 0, followers: [] };
		for (const lock of item.locks) {
			const chain = this.chains.get(lock);
			if (chain) {
				chain.last.followers.push(item);
				chain.last = item;
				chain.length++;
				item.blockers++;
			} else this.chains.set(lock, { last: item, length: 1 });
		}
		if (item.blockers > 0) this.blocked++;
		else this.startable.add(item);
	}

	private finish({ index, locks, followers }: QueuedItem): void {
		this.turns.delete(index);
		for (const lock of locks) {
			const chain = this.chains.get(lock);
			if (chain && --chain.length === 0) this.chains.delete(lock);
		}
		for (const follower of followers) {
			if (--follower.blockers > 0) continue;
			this.blocked--;
			this.startable.add(follower);
		}
	}

	/**
	 * Takes the next item that may start: the first in input order, unless another one heads a queue of
	 * more than `longQueue` items. Such a queue would otherwise run alone at the end.
	 */
	private takeNext(longQueue: number): QueuedItem | undefined {
		if (this.canceled?.aborted) return undefined;
		let first: QueuedItem | undefined;
		let longest: QueuedItem | undefined;
		let most = longQueue;
		for (const item of this.startable) {
			if (item.index > this.stoppedAt) continue;
			if (!first || item.index < first.index) first = item;
			const length = longQueue < Infinity ? this.lengthOf(item) : 0;
			if (length <= most) continue;
			most = length;
			longest = item;
		}
		const taken = longest ?? first;
		if (taken) this.startable.delete(taken);
		return taken;
	}

	/** How many items run one after the other, starting with this one. */
	private lengthOf({ locks }: QueuedItem): number {
		return Math.max(1, ...[...locks].map((lock) => this.chains.get(lock)?.length ?? 0));
	}

	private startTurn(index: number): Turn {
		const controller = new AbortController();
		const state = { controller, isDispatched: false };
		this.turns.set(index, state);
		return {
			signal: controller.signal,
			get isDispatched() {
				return state.isDispatched;
			},
			onDispatched: () => {
				state.isDispatched = true;
			},
			onNotArrived: () => {
				state.isDispatched = false;
				if (index > this.stoppedAt) controller.abort();
			},
		};
	}

	private endTurns(): void {
		const isCanceled = this.canceled?.aborted === true;
		for (const [index, { controller, isDispatched }] of this.turns) {
			if (isCanceled || (index > this.stoppedAt && !isDispatched)) controller.abort();
		}
	}
}
