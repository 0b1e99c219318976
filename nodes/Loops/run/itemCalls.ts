import type { CallSettings } from '../http/callSettings';
import { callLoops } from '../http/client';
import { type CallResult, type DoneBy, isChange, type LoopsRequest } from '../http/request';
import type { Turn } from './scheduler';
import type { Run } from './startRun';

/** Makes the calls of one item and tracks what they may have changed in Loops. */
export class ItemCalls {
	/** Set once the item has its turn. */
	turn?: Turn;
	/** A change that Loops may have made although the call failed. */
	maybeApplied?: LoopsRequest;
	/** The first change that Loops made. */
	applied?: LoopsRequest;
	/** The last change that was sent, unless it did not arrive. */
	private dispatched?: LoopsRequest;

	constructor(
		private readonly run: Run,
		private readonly index: number,
		private readonly labelInForm: CallSettings['labelInForm'],
	) {}

	/** @throws NodeApiError, NodeOperationError or ItemRefused if the call fails */
	async make(request: LoopsRequest): Promise<CallResult> {
		const { turn } = this;
		const { loader, node, report, settings } = this.run;
		const result = await callLoops(node, request, {
			...settings,
			itemIndex: this.index,
			labelInForm: this.labelInForm,
			signal: turn?.signal,
			observer: {
				onAttempt: (each, attempt) => {
					if (attempt > 1) report.countRetry();
					if (!isChange(each)) return;
					this.dispatched = each;
					turn?.onDispatched();
				},
				onNotArrived: (each) => {
					// An item that has already changed something must be finished.
					if (!isChange(each) || this.applied) return;
					this.dispatched = undefined;
					turn?.onNotArrived();
				},
				onWait: (ms) => report.countWait(ms),
				onMaybeApplied: (each) => {
					this.maybeApplied = each;
					if (each.isContentApi) loader.renew();
				},
			},
		});
		if (isChange(request) && !request.isUnchanged?.(result.body)) this.applied ??= request;
		// A warning means that another message may have had the key.
		if (!result.warning) this.record(request, result.doneBy);
		else if (result.doneBy === 'unknown') this.record(request);
		return result;
	}

	/** Records a message that may have reached Loops. */
	recordMaybeSent(): void {
		const isCanceled = this.run.node.getExecutionCancelSignal()?.aborted === true;
		const request = this.maybeApplied ?? (isCanceled ? this.dispatched : undefined);
		if (request) this.record(request);
	}

	private record({ repeat }: LoopsRequest, by?: DoneBy): void {
		if (repeat.kind !== 'once' || !repeat.key) return;
		this.run.memory.record(this.index, repeat.key, by);
	}
}
