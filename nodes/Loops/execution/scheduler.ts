/** The time of one item, from its turn to its end. */
export interface Turn {
	/** Aborted when the item is skipped, or the execution canceled. */
	readonly signal: AbortSignal;
	/** True once a stop before this item, or a cancel, has ended it. */
	readonly isSkipped: boolean;
	/** Says that the item is about to change something in Loops: from then on only a cancel ends it. */
	markDispatched(): void;
	/** Takes that back: the change was turned away. */
	markTurnedAway(): void;
}

/** What the scheduler needs to know of an item before its turn. */
export interface Task {
	/** What it is about: items that share a subject are done one after the other, in their order. */
	subjects: string[];
	/** Does the item. Must not throw. */
	work(turn: Turn): Promise<void>;
}

/**
 * Which item may go on: how many are in progress at once, in which order those about the same contact
 * are done, and which ones end at a stop or a cancel.
 *
 * A stop at an item ends all items behind it that have changed nothing in Loops yet, be they waiting
 * or looking something up, and starts none. Those before it are done as if nothing had happened.
 */
export class Scheduler {
	private readonly open = new Map<number, { controller: AbortController; isDispatched: boolean }>();
	/** The end of the last item about each subject that is in progress. */
	private readonly lastAbout = new Map<string, Promise<void>>();
	private stoppedAt = Infinity;

	constructor(private readonly canceled?: AbortSignal) {}

	/** Does the items from 0 to `total`, started in order, as many at once as `concurrency` says. */
	async run(total: number, concurrency: () => number, taskOf: (index: number) => Task) {
		let next = 0;
		let inProgress = 0;
		const onCancel = () => this.endOpen();
		this.canceled?.addEventListener('abort', onCancel, { once: true });
		await new Promise<void>((resolve) => {
			const fill = () => {
				while (next < total && !this.isOver && inProgress < concurrency()) {
					inProgress++;
					void this.inTurn(next, taskOf(next)).then(() => {
						inProgress--;
						fill();
					});
					next++;
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

	/** Does a task after all earlier ones that share a subject with it. */
	private async inTurn(index: number, { subjects, work }: Task): Promise<void> {
		const turn = this.openTurn(index);
		const earlier = subjects.flatMap((subject) => this.lastAbout.get(subject) ?? []);
		const isFree = earlier.length === 0;
		const done = isFree ? work(turn) : Promise.all(earlier).then(() => work(turn));
		for (const subject of subjects) this.lastAbout.set(subject, done);
		await done;
		for (const subject of subjects) {
			if (this.lastAbout.get(subject) === done) this.lastAbout.delete(subject);
		}
		this.open.delete(index);
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
			markTurnedAway: () => {
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
