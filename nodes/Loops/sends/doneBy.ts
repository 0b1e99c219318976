import type { DoneBy } from '../http/request';

/** Whether this run did it; null if an answer was lost and Loops does not tell. */
export const doneNow = (by: DoneBy): boolean | null => (by === 'unknown' ? null : by === 'thisRun');

/** Whether it was done before this run; null if an answer was lost and Loops does not tell. */
export const doneBefore = (by: DoneBy): boolean | null =>
	by === 'unknown' ? null : by === 'earlierRun';
