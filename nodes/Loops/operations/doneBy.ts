import type { DoneBy } from '../http/request';

/** Whether this run did it; null where an answer was lost, and Loops does not say. */
export const doneNow = (by: DoneBy): boolean | null => (by === 'unknown' ? null : by === 'thisRun');

/** Whether it was done before this run; null where an answer was lost, and Loops does not say. */
export const doneBefore = (by: DoneBy): boolean | null =>
	by === 'unknown' ? null : by === 'earlierRun';
