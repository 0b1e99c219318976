/** The time of one item, from its turn to its end. */
export interface Turn {
	/** Aborted when the item is skipped, or the execution canceled. */
	readonly signal: AbortSignal;
	/** True once a stop before this item, or a cancel, has ended it. */
	readonly isSkipped: boolean;
	/** Says that the item is about to change something in Loops: from then on only a cancel ends it. */
	markDispatched(): void;
	/** Takes that back: the change was turned away. */
	markNotArrived(): void;
}

/** What the scheduler needs to know of an item. */
export interface Task {
	/** Items that share a lock take turns, in their order. */
	locks(): string[];
	/** Does the item. Must not throw. */
	work(turn: Turn): Promise<void>;
}

/** An item that was looked at and has not ended. */
interface Entry {
	readonly index: number;
	readonly locks: ReadonlySet<string>;
	/** How many earlier ones about its locks have not ended. */
	blockers: number;
	/** Those that it blocks. */
	readonly followers: Entry[];
	/** Only of one that starts at once: it holds the parameters that were read for its locks. */
	task?: Task;
}

/**
 * Items that may be looked at before they can go, for each place in progress. So input sorted by contact
 * keeps the places busy with up to about as many items a contact.
 */
const LOOK_AHEAD = 100;

/**
 * Which item may go on: how many are in progress at once, in which order those about the same contact
 * are done, and which ones end at a stop or a cancel.
 *
 * A stop at an item ends all items behind it that have changed nothing in Loops yet, be they waiting
 * or looking something up, and starts none. Those before it are done as if nothing had happened.
 */
export class Scheduler {
	private readonly open = new Map<number, { controller: AbortController; isDispatched: boolean }>();
	/** The items about each lock that were looked at and have not ended. */
	private readonly chains = new Map<string, { last: Entry; length: number }>();
	/** Items that wait for an earlier one. */
	private blocked = 0;
	/** Items that may start as soon as there is a place. */
	private readonly ready = new Set<Entry>();
	private stoppedAt = Infinity;

	constructor(private readonly canceled?: AbortSignal) {}

	/** Does the items from 0 to `total`, as many at once as `concurrency` says: only those that can go take a place. */
	async run(total: number, concurrency: () => number, taskOf: (index: number) => Task) {
		let next = 0;
		let inProgress = 0;
		let left = total;
		const onCancel = () => this.endOpen();
		this.canceled?.addEventListener('abort', onCancel, { once: true });
		await new Promise<void>((resolve) => {
			const lookAhead = (places: number) => {
				const hasRoom = () => inProgress + this.ready.size < places;
				while (
					next < total &&
					!this.isOver &&
					(hasRoom() || (this.blocked > 0 && this.ready.size < places)) &&
					this.blocked + this.ready.size < places * LOOK_AHEAD
				) {
					const task = taskOf(next);
					this.enter(next++, task, hasRoom());
				}
			};
			const start = (entry: Entry) => {
				const { index, task = taskOf(index) } = entry;
				inProgress++;
				void task.work(this.openTurn(index)).then(() => {
					inProgress--;
					left--;
					this.end(entry);
					fill();
				});
			};
			const fill = () => {
				const places = concurrency();
				lookAhead(places);
				while (inProgress < places) {
					const isScarce = this.ready.size > places - inProgress;
					const entry = this.take(isScarce ? left / places : Infinity);
					if (!entry) break;
					start(entry);
				}
				if (inProgress === 0) resolve();
			};
			fill();
		});
		this.canceled?.removeEventListener('abort', onCancel);
	}

	/** Stops at an item that has failed. Of several, the first one in order counts. */
	stopAt(index: number): void {
		this.stoppedAt = Math.min(this.stoppedAt, index);
		this.endOpen();
	}

	private get isOver(): boolean {
		return this.stoppedAt < Infinity || this.canceled?.aborted === true;
	}

	/** Puts an item behind all earlier ones that share a lock with it. */
	private enter(index: number, task: Task, startsNow: boolean): void {
		const entry: Entry = { index, locks: new Set(task.locks()), blockers: 0, followers: [] };
		for (const lock of entry.locks) {
			const chain = this.chains.get(lock);
			if (chain) {
				chain.last.followers.push(entry);
				chain.last = entry;
				chain.length++;
				entry.blockers++;
			} else this.chains.set(lock, { last: entry, length: 1 });
		}
		if (entry.blockers > 0) this.blocked++;
		else this.ready.add(entry);
		if (startsNow && entry.blockers === 0) entry.task = task;
	}

	private end({ index, locks, followers }: Entry): void {
		this.open.delete(index);
		for (const lock of locks) {
			const chain = this.chains.get(lock);
			if (chain && --chain.length === 0) this.chains.delete(lock);
		}
		for (const follower of followers) {
			if (--follower.blockers > 0) continue;
			this.blocked--;
			this.ready.add(follower);
		}
	}

	/**
	 * Takes out the item to start, but none that a stop or a cancel has ended: the first one in order,
	 * unless more than `long` items go one after the other from another one. They would go on alone at
	 * the end.
	 */
	private take(long: number): Entry | undefined {
		if (this.canceled?.aborted) return undefined;
		let first: Entry | undefined;
		let longest: Entry | undefined;
		let most = long;
		for (const entry of this.ready) {
			if (entry.index > this.stoppedAt) continue;
			if (!first || entry.index < first.index) first = entry;
			const length = this.lengthOf(entry);
			if (length <= most) continue;
			most = length;
			longest = entry;
		}
		const taken = longest ?? first;
		if (taken) this.ready.delete(taken);
		return taken;
	}

	/** How many items are done one after the other from this one on. */
	private lengthOf({ locks }: Entry): number {
		return Math.max(1, ...[...locks].map((lock) => this.chains.get(lock)?.length ?? 0));
	}

	private openTurn(index: number): Turn {
		const controller = new AbortController();
		const state = { controller, isDispatched: false };
		this.open.set(index, state);
		return {
			signal: controller.signal,
			get isSkipped() {
				return controller.signal.aborted;
			},
			markDispatched: () => {
				state.isDispatched = true;
			},
			markNotArrived: () => {
				state.isDispatched = false;
				if (index > this.stoppedAt) controller.abort();
			},
		};
	}

	private endOpen(): void {
		const isCanceled = this.canceled?.aborted === true;
		for (const [index, { controller, isDispatched }] of this.open) {
			if (isCanceled || (index > this.stoppedAt && !isDispatched)) controller.abort();
		}
	}
}
