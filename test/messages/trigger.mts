import type { IDataObject } from 'n8n-workflow';

import type { TriggerSetUp } from '../harness/webhook.mts';
import { payloadOf } from '../trigger/payloads.mts';
import { event, type Refused, refused, secret } from '../trigger/refused.mts';
import { signedRequest } from '../trigger/sign.mts';

/** Requests that make a Loops Trigger produce a message. */
export interface TriggerCase extends TriggerSetUp {
	/** Sends the requests at once instead of one after the other. */
	atOnce?: true;
	requests: Array<ReturnType<Refused['request']>>;
}

const signed = (setUp: TriggerSetUp): TriggerCase => ({
	...setUp,
	requests: [signedRequest(secret, event)],
});
const among = (parameters: IDataObject) => signed({ parameters: { events: ['*'], ...parameters } });
const twice = signedRequest(secret, event);
const pending = signedRequest(secret, event);

export const TRIGGER: TriggerCase[] = [
	...refused
		.filter(({ byN8n }) => !byN8n)
		.map(({ request }) => ({
			// Signed when it is sent: six minutes ahead are too few on a busy machine a minute later.
			get requests() {
				return [request()];
			},
		})),
	signed({ credential: undefined }),
	signed({ parameters: { events: ['contact.deleted'] } }),
	among({ filters: { mailingLists: ['l1'] } }),
	among({ filters: { campaignsAndWorkflows: 'c1' } }),
	among({ filters: { sourceTypes: ['loop'] } }),
	signed({ mode: 'manual', credential: undefined }),
	signed({ mode: 'manual', parameters: { events: ['contact.deleted'] } }),
	{
		mode: 'manual',
		parameters: { events: ['contact.deleted'] },
		requests: [signedRequest(secret, payloadOf('testing.testEvent'))],
	},
	{
		mode: 'manual',
		requests: [signedRequest(secret, event, { timestamp: '0' })],
	},
	{ mode: 'manual', requests: [{ headers: {}, body: Buffer.alloc(0) }] },
	// First refused, then accepted.
	{
		mode: 'manual',
		requests: [twice, signedRequest(secret, payloadOf('testing.testEvent'))].map((each, n) =>
			n === 0 ? { ...each, body: Buffer.from('{}') } : each,
		),
	},
	{ requests: [twice, twice] },
	{ requests: [pending, pending], atOnce: true },
	signed({ parameters: { events: [] } }),
	signed({ parameters: { events: { a: 1 } } }),
	...['mailingLists', 'transactionalEmails', 'campaignsAndWorkflows', 'sourceTypes'].map((name) =>
		among({ filters: { [name]: { a: 1 } } }),
	),
	among({ filters: { mailingLists: [] } }),
	among({ options: { includePayload: 'yes' } }),
];
