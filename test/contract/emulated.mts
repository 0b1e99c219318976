import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { IdempotencyMemory } from '../emulator/idempotency.mts';
import { createRateLimiter } from '../emulator/rateLimit.mts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/server.mts';
import { NO_VARIABLES } from '../emulator/testClient.mts';
import {
	type Assumption,
	expectAnswer,
	expectSame,
	refusal,
	success,
	withMessage,
} from './assumption.mts';
import { Journal } from './journal.mts';
import { Service } from './service.mts';

const DAY_MS = 86_400_000;

/** Asks an emulator that is started otherwise. */
export async function withOther(
	options: EmulatorOptions,
	ask: (service: Service, emulator: Emulator) => Promise<void>,
): Promise<void> {
	const emulator = await startEmulator(options);
	const { baseUrl, apiKey } = emulator;
	const service = new Service({ baseUrl, apiKey, pace: 10_000, isOurs: true }, new Journal());
	await ask(service, emulator).finally(() => emulator.close());
}

/** Receives the test event from an emulator, and refuses it at first. */
async function receiveTwice(emulator: Emulator) {
	const received: Array<{ headers: IncomingMessage['headers']; body: string }> = [];
	const server = createServer((req, res) => {
		void text(req).then((body) => {
			received.push({ headers: req.headers, body });
			res.writeHead(received.length > 1 ? 204 : 500).end();
			if (received.length > 1) server.close();
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	emulator.setWebhook({ url, retries: 1 });
	emulator.happen({ event: 'testing.testEvent' });
	await once(server, 'close');
	return received;
}

const isOnList = (emulator: Emulator, email: string, id: string) =>
	(emulator.contact(email)?.mailingLists as Record<string, true> | undefined)?.[id] === true;

const LIST = 'cm9list0releasenotes00001';
const WELCOME = 'cm8tx0welcome00000000001a';

/** What a run must not try with a real account, or can't see. The emulator does it. */
export const EMULATED: Assumption[] = [
	{
		id: 'rate-window',
		says: 'A 429 was not processed, and does not count against the limit.',
		reliedOnBy: 'repeating every call after a 429',
		onEmulator: async () => {
			await withOther({ rateLimit: 1, rateWindow: DAY_MS }, async (service, { contacts }) => {
				const before = contacts();
				expectAnswer(await service.once('GET', '/api-key'), 200);
				const body = { email: 'a@b.example' };
				expectAnswer(await service.once('POST', '/contacts/create', body), 429);
				expectSame(contacts(), before);
			});
			const limiter = createRateLimiter('sliding', 1, 1_000);
			const taken = [0, 900, 1_001].map((now) => limiter?.take(now).allowed);
			expectSame(taken, [true, false, true]);
		},
	},
	{
		id: 'key-window',
		says: 'A key is remembered for 24 hours, for each endpoint apart.',
		source: 'guessed',
		reliedOnBy: 'the advice after a stop',
		onEmulator: async () => {
			const memory = new IdempotencyMemory();
			memory.remember('/v1/events/send', 'key', '{}', 0);
			const isTaken = (path: string, now: number) => {
				try {
					memory.refuseRepeated(path, 'key', '{}', now);
					return false;
				} catch {
					return true;
				}
			};
			expectSame(isTaken('/v1/events/send', DAY_MS - 1), true);
			expectSame(isTaken('/v1/transactional', 1), false);
			expectSame(isTaken('/v1/events/send', DAY_MS + 1), false);
		},
	},
	{
		id: 'key-length',
		says: 'A key of more than 100 characters is refused with 400.',
		reliedOnBy: 'the bounds of a raw idempotency key',
		onEmulator: async (service) => {
			const body = { email: 'kim@example.com', transactionalId: NO_VARIABLES };
			const send = async (length: number) =>
				await service.call('POST', '/transactional', body, {
					'idempotency-key': 'k'.repeat(length),
				});
			expectAnswer(await send(101), 400, refusal);
			expectAnswer(await send(100), 200, success);
		},
	},
	{
		id: 'key-unused-after-refusal',
		says: 'A refused send does not use its key up.',
		source: 'guessed',
		reliedOnBy: 'running a failed item again with the same key',
		onEmulator: async (service) => {
			const send = async (dataVariables: object) =>
				await service.call(
					'POST',
					'/transactional',
					{ email: 'kim@example.com', transactionalId: WELCOME, dataVariables },
					{ 'idempotency-key': 'k' },
				);
			expectAnswer(await send({}), 400, refusal);
			expectAnswer(await send({ firstName: 'Kim' }), 200, success);
		},
	},
	{
		id: 'send-variable-missing',
		says: 'A send without a variable that the email needs is refused with 400 that names it.',
		reliedOnBy: 'errors that name the variable; Missing Variables',
		onEmulator: async (service, { outbox }) => {
			const body = { email: 'kim@example.com', transactionalId: WELCOME, dataVariables: { a: '' } };
			const answer = await service.call('POST', '/transactional', body);
			expectAnswer(answer, 400, {
				of: 'an error with the path dataVariables, and a message with firstName',
				is: (given) => /"path":"dataVariables.*firstName/.test(JSON.stringify(given)),
			});
			expectSame(outbox, []);
		},
	},
	{
		id: 'send-contact-property',
		says: 'A send of a transactional email that contains a contact property is refused with 400.',
		source: 'seen',
		reliedOnBy: 'the error that names the email, not the values of the item',
		onEmulator: async (service, { content, templates, outbox }) => {
			const { publishedMessageId } = templates().find(({ id }) => id === WELCOME)!;
			content.messages.get(publishedMessageId!)!.subject = 'Hi {contact.firstName}';
			const dataVariables = { firstName: 'Kim' };
			const body = { email: 'kim@example.com', transactionalId: WELCOME, dataVariables };
			const answer = await service.call('POST', '/transactional', body);
			expectAnswer(answer, 400, withMessage(/contact property/));
			expectSame(outbox, []);
		},
	},
	{
		id: 'property-create',
		says: 'A property that exists is refused with 400, and none can be removed by a call.',
		reliedOnBy: 'Contact Property > Create, If Property Exists',
		onEmulator: async (service) => {
			const body = { name: 'planName', type: 'string' };
			expectAnswer(await service.call('POST', '/contacts/properties', body), 400, refusal);
			expectAnswer(await service.call('DELETE', '/contacts/properties', body), 405);
		},
	},
	{
		id: 'property-reserved',
		says: 'Loops creates no property named id, listId, softDeleteAt, teamId or updatedAt.',
		reliedOnBy: 'Contact Property > Create refusing these names first',
		onEmulator: async (service) => {
			for (const name of ['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt']) {
				const body = { name, type: 'string' };
				expectAnswer(await service.call('POST', '/contacts/properties', body), 400, refusal);
			}
		},
	},
	{
		id: 'lists-kept',
		says: 'A write leaves the mailing lists alone that it does not name.',
		reliedOnBy: 'Mailing List > Subscribe Contact, Unsubscribe Contact',
		ifNot: 'Subscribe and Unsubscribe: send all lists of the contact',
		onEmulator: async (service, emulator) => {
			const mailingLists = { cm9list0productnews000002: false };
			const body = { email: 'kim@example.com', mailingLists };
			expectAnswer(await service.call('PUT', '/contacts/update', body), 200, success);
			expectSame(emulator.contact('kim@example.com')?.mailingLists, { [LIST]: true });
		},
	},
	{
		id: 'opted-out-list',
		says: 'Loops never re-adds contacts to a list they left; the call succeeds.',
		source: 'guessed',
		reliedOnBy: 'Mailing List > Subscribe Contact',
		onEmulator: async (service, emulator) => {
			const body = { email: 'luis@example.com', mailingLists: { [LIST]: true } };
			expectAnswer(await service.call('PUT', '/contacts/update', body), 200, success);
			expectSame(isOnList(emulator, 'luis@example.com', LIST), false);
		},
	},
	{
		id: 'payload-size',
		says: 'A request of more than 4 MB is refused with 413.',
		source: 'guessed',
		reliedOnBy: 'checking the size before an email is sent',
		onEmulator: async (service) => {
			const body = { email: 'kim@example.com', firstName: 'x'.repeat(4 * 1024 * 1024) };
			expectAnswer(await service.call('PUT', '/contacts/update', body), 413);
		},
	},
	{
		id: 'suppression-quota',
		says: 'Removing a suppression above the quota is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'the advice of Contact > Remove Suppression',
		onEmulator: async () =>
			await withOther(
				{
					rateLimit: 0,
					seed: {
						contacts: [{ email: 'a@b.example', isSuppressed: true }],
						removalQuota: { limit: 5, remaining: 0 },
					},
				},
				async (service) => {
					const path = '/contacts/suppression?email=a%40b.example';
					expectAnswer(await service.call('DELETE', path), 400, refusal);
				},
			),
	},
	{
		id: 'webhook-signature',
		says: 'Webhooks carry an HMAC-SHA256 of their ID, time and raw body.',
		reliedOnBy: 'Loops Trigger',
		onEmulator: async (_service, emulator) => {
			const [{ headers, body }] = await receiveTwice(emulator);
			const key = Buffer.from(emulator.webhook.secret.replace('whsec_', ''), 'base64');
			const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
			const signature = createHmac('sha256', key).update(signed).digest('base64');
			expectSame(headers['webhook-signature'], `v1,${signature}`);
		},
	},
	{
		id: 'webhook-time',
		says: 'The times of a webhook are in seconds since 1970.',
		reliedOnBy: 'the output of Loops Trigger; refusing old requests',
		onEmulator: async (_service, emulator) => {
			const [{ headers, body }] = await receiveTwice(emulator);
			const { eventTime } = JSON.parse(body) as { eventTime: unknown };
			for (const time of [Number(headers['webhook-timestamp']), eventTime]) {
				expectSame(new Date(Number(time) * 1_000).getFullYear() < 3000, true);
			}
		},
	},
	{
		id: 'webhook-repeats',
		says: 'Loops delivers a webhook again under the same webhook-id where it was not acknowledged.',
		source: 'guessed',
		reliedOnBy: 'ignoring repeats in Loops Trigger',
		onEmulator: async (_service, emulator) => {
			const [first, second] = await receiveTwice(emulator);
			expectSame(second.headers['webhook-id'], first.headers['webhook-id']);
		},
	},
];
