import type { IDataObject } from 'n8n-workflow';

import type { LoopsRequest } from '../transport/request';

/**
 * A call that makes Loops send. Only an idempotency key makes it safe to repeat: within 24 hours Loops
 * answers a key it has seen with 409 and sends nothing, whether the body is the same or not.
 */
export const sendRequest = (
	path: string,
	body: IDataObject,
	{ headers, hasKey }: { headers: Record<string, string>; hasKey: boolean },
	hints: Record<number, string>,
): LoopsRequest => ({
	method: 'POST',
	path,
	body,
	headers,
	answer: 'success',
	repeatable: hasKey,
	alreadyDone: { status: 409, answer: { success: true, deduplicated: true } },
	hints: {
		409: 'This idempotency key was used within the last 24 hours, so Loops has sent nothing now. To send again, use another key',
		...hints,
	},
});
