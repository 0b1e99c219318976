import type { AutomaticKeyScope, DoneBy, IdempotencyKey } from '../http/request';
import type { WrittenDrafts } from './writtenDrafts';

/** A message that was sent, or may have been: then `by` is absent. */
export interface Sent {
	by?: DoneBy;
	key: IdempotencyKey;
	account: string;
}

/** A preview that was sent, or may have been. */
export interface Preview {
	fingerprint: string; // of the email, its addresses and example values
	addresses: number;
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
	/** Previews by an AI agent in this execution. */
	previews: Preview[];
	/** True if the node ran before in this execution. */
	wasCalled: boolean;
	drafts: WrittenDrafts;
}
