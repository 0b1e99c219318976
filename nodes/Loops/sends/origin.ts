import type { DoneBy } from '../http/request';
import type { AutomaticKeyScope, IdempotencyKey } from './idempotencyKey';

/** A message that was sent, or may have been: then `by` is absent. */
export interface Sent {
	by?: DoneBy;
	key: IdempotencyKey;
	account: string;
}

/** The item, run and execution that a message comes from. Its idempotency key depends on them. */
export interface Origin {
	/** Unique across items, loop rounds, nodes, executions and databases. */
	id: string;
	scope: AutomaticKeyScope;
	/** Names the Loops account. */
	account: string;
	/** What an earlier try or the retried execution sent for this item, or may have sent. */
	sent?: Sent;
	/** True in a Retry. Another Retry of the same execution may already have sent the message. */
	isRetry: boolean;
	/** True if the node ran before in this execution. */
	wasCalled: boolean;
}
