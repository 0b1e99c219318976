import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LruCache } from '../values/lruCache';

/** What the node wrote last to the draft of an email. */
export interface WrittenDraft {
	revision: string;
	/** Digests of what the item gave, and of what Loops shows for it. */
	given?: string;
	read?: string;
	/** A digest of what the node published last. */
	live?: string;
}

/** Static data should stay small: n8n loads and saves it with every run. */
const MAX_STORED = 500;

/** n8n saves static data only after production runs. */
const inProcess = new LruCache<WrittenDraft>(5_000);

/** The drafts that this node wrote, in this and in earlier runs. */
export class WrittenDrafts {
	constructor(
		private readonly node: IExecuteFunctions,
		private readonly account: string,
	) {}

	/** Both versions count: another process may have written the draft since this one did. */
	of(emailId: string): WrittenDraft[] {
		const kept = inProcess.get(this.keyOf(emailId));
		const stored = this.stored()[emailId] as WrittenDraft | undefined;
		return [kept, stored].filter((each) => each !== undefined);
	}

	record(emailId: string, latest: WrittenDraft): void {
		const live = this.of(emailId).find((each) => each.live)?.live;
		const written: WrittenDraft = { ...(live && { live }), ...latest };
		inProcess.set(this.keyOf(emailId), written);
		const others = Object.entries(this.stored()).filter(([id]) => id !== emailId);
		const drafts = Object.fromEntries([...others.slice(1 - MAX_STORED), [emailId, written]]);
		this.node.getWorkflowStaticData('node').drafts = drafts as IDataObject;
	}

	private stored(): IDataObject {
		return (this.node.getWorkflowStaticData('node').drafts ?? {}) as IDataObject;
	}

	private keyOf(emailId: string): string {
		return JSON.stringify([
			this.account,
			this.node.getWorkflow().id,
			this.node.getNode().id,
			emailId,
		]);
	}
}
