/** Loops refuses a key that it has seen within 24 hours, with 409 (contract: key-window). */
export interface IdempotencyKey {
	value: string;
	path: string; // of the call: Loops keeps the keys of each apart
	option?: string; // the user's, unless the key is automatic
	given?: string; // its value, shortened: n8n stores it with the execution
	content?: string; // of the message with a user's key: a digest
	scope?: AutomaticKeyScope;
	fingerprint: string; // of the message: a hash of path, target and recipient
}

/** How far an automatic key is stable. A retry of the parent runs a sub-workflow with new keys. */
export type AutomaticKeyScope = 'execution' | 'subWorkflow' | 'toolCall';
