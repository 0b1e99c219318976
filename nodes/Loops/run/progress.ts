import type { IDataObject } from 'n8n-workflow';

import type { CallResult, DoneBy } from '../http/request';
import type { InputNotes } from '../operations/base/tools';
import type { Rerun } from '../sends/rerun';
import { withSteps } from './nodeError';

const UNKNOWN_STEP = 'It is not known whether Loops made the next change';

/** What an item has done so far: its error, its output and the report of the run say it. */
export class Progress {
	readonly warnings: string[] = [];
	mapping?: InputNotes['mapping'];
	readonly cleared: string[] = [];
	/** Whether the item has changed something in Loops. */
	changed: 'no' | 'maybe' | 'yes' = 'no';
	/** Which run made the first change. */
	doneBy: DoneBy = 'thisRun';
	/** What a second run of the item does. Its first change decides. */
	rerun: Rerun = 'harmless';
	/** Whether the item is an email or an event. */
	isMessage = false;
	/** Whether n8n ran the node again, and the earlier try had begun this item. */
	isOfEarlierTry = false;
	/** Fields of the error, if the item fails now. */
	readonly fields: IDataObject = {};
	private readonly steps: string[] = [];
	private readonly next: string[] = [];

	/** Loops has made a change. */
	countChange({ doneBy }: CallResult): void {
		if (this.changed !== 'yes') this.doneBy = doneBy;
		this.changed = 'yes';
	}

	/** Loops may have made a change. */
	countMaybe(): void {
		if (this.changed === 'yes') this.steps.push(UNKNOWN_STEP);
		else this.changed = 'maybe';
	}

	/** Keeps what the error of a later step says: what is done, and what to do next. */
	addStep(done?: string, next?: string): void {
		if (done !== undefined) this.steps.push(done);
		if (next !== undefined) this.next.push(next);
	}

	/** Adds what is done to the error of the item. */
	explain(caught: unknown): unknown {
		return withSteps(caught, this.steps, this.next);
	}
}
