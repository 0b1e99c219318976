import type { Assumption } from './assumption.mts';

/** What no call of a short run can tell; the emulator does it all the same, and other tests say how. */
export const UNCHECKED: Assumption[] = [
	{
		id: 'rate-window',
		says: 'A 429 was not processed, and the limit counts for all keys of a team.',
		source: 'documented',
		reliedOnBy: 'repeating every call after a 429',
		ifNot: 'http/retryPolicy.ts: decide',
	},
	{
		id: 'key-window',
		says: 'A key is remembered for 24 hours, for each endpoint apart.',
		source: 'guessed',
		reliedOnBy: 'the advice after a stop',
		ifNot: 'run/rerun.ts',
	},
	{
		id: 'key-unused-after-refusal',
		says: 'A refused send does not use its key up.',
		source: 'guessed',
		reliedOnBy: 'running a failed item again with the same key',
		ifNot: 'docs/retries-and-rate-limit.md',
	},
	{
		id: 'property-create',
		says: 'A property that exists is refused with 400, and none can be removed by a call.',
		source: 'documented',
		reliedOnBy: 'Contact Property > Create, If Property Exists',
		ifNot: 'operations/contactProperty/create.ts',
	},
	{
		id: 'opted-out-list',
		says: 'Loops never re-adds contacts to a list they left; the call succeeds.',
		source: 'guessed',
		reliedOnBy: 'Mailing List > Subscribe Contact',
		ifNot: 'docs/operations.md',
	},
	{
		id: 'payload-size',
		says: 'A request of more than 4 MB is refused with 413.',
		source: 'guessed',
		reliedOnBy: 'checking the size before an email is sent',
		ifNot: 'fields/attachments.ts: checkSize',
	},
	{
		id: 'suppression-quota',
		says: 'Removing a suppression above the quota is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'the advice of Contact > Remove Suppression',
		ifNot: 'operations/contact/removeSuppression.ts',
	},
	{
		id: 'webhook-signature',
		says: 'Webhooks carry an HMAC-SHA256 of their ID, time and raw body.',
		source: 'documented',
		reliedOnBy: 'Loops Trigger',
		ifNot: 'LoopsTrigger/signature.ts',
	},
	{
		id: 'webhook-repeats',
		says: 'Loops delivers a webhook again under the same webhook-id where it was not acknowledged.',
		source: 'guessed',
		reliedOnBy: 'ignoring repeats in Loops Trigger',
		ifNot: 'LoopsTrigger/deliveries.ts',
	},
];
