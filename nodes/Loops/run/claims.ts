import type { KeyRegistry } from '../sends/keyRegistry';
import { People } from './people';
import { WrittenEmails } from './writtenEmails';

/** What the items of a run have taken, each for itself. */
export class Claims {
	readonly people = new People();
	readonly emails = new WrittenEmails();

	/** @param keys the idempotency keys */
	constructor(readonly keys: KeyRegistry) {}

	/** Frees what an item has taken that certainly changed nothing. */
	release(index: number): void {
		for (const each of [this.keys, this.people, this.emails]) each.release(index);
	}
}
