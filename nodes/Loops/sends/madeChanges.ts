import { createHash } from 'node:crypto';

import type { CallResult, LoopsRequest } from '../http/request';
import { sortKeys } from '../values/sortKeys';

/** A change that a try of the node made for an item. */
export interface MadeChange extends Pick<CallResult, 'body' | 'doneBy'> {
	digest: string;
}

/**
 * The changes that a second try would repeat, by item. n8n's Retry On Fail runs all items again, also
 * those that are done. A Retry from the list makes its changes anew: somebody may have corrected the
 * workflow in between.
 */
export class MadeChanges {
	/** Those of the earlier try that this one has not come to. */
	private readonly earlier: Array<MadeChange[] | null>;

	/** @param stored what n8n keeps with the execution; undefined if no try can follow */
	constructor(private readonly stored?: Array<MadeChange[] | null>) {
		this.earlier = (stored ?? []).map((changes) => changes && [...changes]);
	}

	/** The same change for the same item, if the earlier try made it. */
	take(index: number, request: LoopsRequest): MadeChange | undefined {
		const left = this.earlier[index] ?? [];
		const at = left.findIndex(({ digest }) => digest === digestOf(request));
		return at === -1 ? undefined : left.splice(at, 1)[0];
	}

	/** Whether the earlier try made another change for this item. */
	hasOther(index: number): boolean {
		return (this.earlier[index] ?? []).length > 0;
	}

	record(index: number, request: LoopsRequest, { body, doneBy }: CallResult): void {
		if (!this.stored) return;
		const changes = this.stored[index] ?? [];
		this.stored[index] = [...changes, { digest: digestOf(request), body, doneBy }];
	}
}

/** Leaves out the revision, which the item itself may have read: the change has made another one. */
function digestOf({ method, path, qs, body }: LoopsRequest): string {
	const content = { ...body, expectedRevisionId: undefined };
	return createHash('sha256')
		.update(JSON.stringify([method, path, sortKeys({ ...qs }), sortKeys(content)]))
		.digest('base64url');
}
