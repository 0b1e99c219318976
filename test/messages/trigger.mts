import type { TriggerSetUp } from '../harness/webhook.mts';
import { payloadOf } from '../trigger/payloads.mts';
import { event, type Refused, refused, secret } from '../trigger/refused.mts';
import { signedRequest } from '../trigger/sign.mts';

/** Requests that make a Loops Trigger produce a message. */
export interface TriggerCase extends TriggerSetUp {
	/** What happens, as a sentence that begins with 'the trigger'. */
	name: string;
	/** Sends the requests at once instead of one after the other. */
	atOnce?: true;
	requests: Array<ReturnType<Refused['request']>>;
}

const signedEvent = () => signedRequest(secret, event);
const repeated = signedEvent();
const repeatedAtOnce = signedEvent();
const signedTestEvent = () => signedRequest(secret, payloadOf('testing.testEvent'));

/** Requests that the trigger refuses, whatever its settings are. */
const REFUSED = refused
	.filter(({ byN8n }) => !byN8n)
	.map(({ row, name, request }) => ({
		name: `refuses a request (${row}: ${name})`,
		// Signed when it is sent: six minutes ahead are too few on a busy machine a minute later.
		get requests() {
			return [request()];
		},
	}));

export const TRIGGER: TriggerCase[] = [
	...REFUSED,
	{
		name: 'has no credential',
		credential: undefined,
		requests: [signedEvent()],
	},
	{
		name: 'gets an event that is not chosen',
		parameters: { events: ['contact.deleted'] },
		requests: [signedEvent()],
	},
	{
		name: 'gets an event of a mailing list that the filter leaves out',
		parameters: { events: ['*'], filters: { mailingLists: ['l1'] } },
		requests: [signedEvent()],
	},
	{
		name: 'gets an event of a campaign that the filter leaves out',
		parameters: { events: ['*'], filters: { campaignsAndWorkflows: 'c1' } },
		requests: [signedEvent()],
	},
	{
		name: 'gets an event of a source that the filter leaves out',
		parameters: { events: ['*'], filters: { sourceTypes: ['loop'] } },
		requests: [signedEvent()],
	},
	{
		name: 'has no credential while the editor listens',
		mode: 'manual',
		credential: undefined,
		requests: [signedEvent()],
	},
	{
		name: 'gets an event that is not chosen while the editor listens',
		mode: 'manual',
		parameters: { events: ['contact.deleted'] },
		requests: [signedEvent()],
	},
	{
		name: 'gets an old event while the editor listens',
		mode: 'manual',
		requests: [signedRequest(secret, event, { timestamp: '0' })],
	},
	{
		name: 'gets a request without headers while the editor listens',
		mode: 'manual',
		requests: [{ headers: {}, body: Buffer.alloc(0) }],
	},
	{
		name: 'refuses an event and then accepts the test event while the editor listens',
		mode: 'manual',
		requests: [{ ...signedEvent(), body: Buffer.from('{}') }, signedTestEvent()],
	},
	{
		name: 'gets the same event twice',
		requests: [repeated, repeated],
	},
	{
		name: 'gets the same event twice at once',
		requests: [repeatedAtOnce, repeatedAtOnce],
		atOnce: true,
	},
	{
		name: 'has no events to listen to',
		parameters: { events: [] },
		requests: [signedEvent()],
	},
	{
		name: 'has an object as its events',
		parameters: { events: { a: 1 } },
		requests: [signedEvent()],
	},
	{
		name: 'has an object as the filter of mailing lists',
		parameters: { events: ['*'], filters: { mailingLists: { a: 1 } } },
		requests: [signedEvent()],
	},
	{
		name: 'has an object as the filter of transactional emails',
		parameters: { events: ['*'], filters: { transactionalEmails: { a: 1 } } },
		requests: [signedEvent()],
	},
	{
		name: 'has an object as the filter of campaigns and workflows',
		parameters: { events: ['*'], filters: { campaignsAndWorkflows: { a: 1 } } },
		requests: [signedEvent()],
	},
	{
		name: 'has an object as the filter of source types',
		parameters: { events: ['*'], filters: { sourceTypes: { a: 1 } } },
		requests: [signedEvent()],
	},
	{
		name: 'has an empty filter of mailing lists',
		parameters: { events: ['*'], filters: { mailingLists: [] } },
		requests: [signedEvent()],
	},
	{
		name: 'has a word as Include Payload',
		parameters: { events: ['*'], options: { includePayload: 'yes' } },
		requests: [signedEvent()],
	},
];
