import type { DoneBy } from '../http/request';

/** Whether this run did it; null where an answer was lost, and Loops does not say. */
export const doneNow = (doneBy: DoneBy): boolean | null =>
	doneBy === 'unknown' ? null : doneBy === 'thisRun';

/** Whether it was done before this run; null where an answer was lost, and Loops does not say. */
export const doneBefore = (doneBy: DoneBy): boolean | null =>
	doneBy === 'unknown' ? null : doneBy === 'earlierRun';
