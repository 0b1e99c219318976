import type { ReceivedRequest } from './requestLog.mts';

/** Sees each answer that no fault and no variant changed, as text; `request.status` is its status. */
export type TypeCheck = (request: ReceivedRequest, answer: string) => void;

/** Of all emulators of the process. */
export const typeChecks = new Set<TypeCheck>();
