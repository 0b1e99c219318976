import type { ApiRequest } from './api.mts';
import type { Answer } from './answer.mts';

export function listMailingLists({ account }: ApiRequest): Answer {
	return { status: 200, body: [...account.mailingLists.values()] };
}
