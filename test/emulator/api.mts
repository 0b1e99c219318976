import type { Account } from './account.mts';
import type { Answer } from './answer.mts';
import type { JsonObject } from './values.mts';

/** An authorized request. */
export interface ApiRequest {
	account: Account;
	query: Record<string, string>;
	/** The named parts of the path, decoded. */
	params: Record<string, string>;
	/** An empty object for GET and DELETE requests. */
	body: JsonObject;
	idempotencyKey?: string;
	/** Milliseconds since the epoch. */
	at: number;
	/** Base of links to further pages, for example `http://127.0.0.1:4010/api/v1`. */
	baseUrl: string;
	attachmentsEnabled: boolean;
}

export type Operation = (request: ApiRequest) => Answer;
