import Ajv from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	NO_VARIABLES,
	PRODUCT_NEWS,
	RELEASE_NOTES,
	startUnlimited,
	WELCOME,
} from '../testClient.mts';
import { EVENT_NAMES } from './events.mts';
import { isSigned, startReceiver } from './receiver.mts';
import schemas from './schemas.json' with { type: 'json' };
import { sign } from './signature.mts';

const { emulator, call } = await startUnlimited();
const receiver = await startReceiver();
const KIM = { id: 'cm9contact0kim00000000001', email: 'kim@example.com', userId: 'u-77' };
const LISTS = Object.fromEntries(emulator.mailingLists().map((list) => [list.id, list]));

/** Names of the payload schemas by event. */
const schemaOf = new Map(
	Object.entries(schemas.components.schemas).flatMap(([name, schema]) => {
		const [constant] = /"const":"[a-z]+\.[^"]+"/i.exec(JSON.stringify(schema)) ?? [];
		return constant ? [[constant.slice(9, -1), name] as const] : [];
	}),
);
const ajv = new Ajv({ strict: false }).addSchema(schemas, 'loops');

/** Received events without their common fields, checked against Loops' schemas. */
async function receivedEvents(count: number) {
	const received = await receiver.first(count);
	return received.map((delivery) => {
		const { event } = delivery;
		expect(isSigned(delivery, emulator.webhook.secret)).toBe(true);
		const name = `loops#/components/schemas/${schemaOf.get(event.eventName)}`;
		const validity = [ajv.validate(name, event), ajv.errorsText()];
		expect([event.eventName, ...validity]).toEqual([event.eventName, true, 'No errors']);
		const { eventTime, webhookSchemaVersion, ...rest } = event;
		expect(webhookSchemaVersion).toBe('1.0.0');
		expect(Math.abs(eventTime - Date.now() / 1000)).toBeLessThan(60);
		return rest;
	});
}

beforeEach(() => emulator.setWebhook({ url: receiver.url }));

describe('the signature', () => {
	it('matches the test vector', () => {
		const body =
			'{"eventName":"testing.testEvent","eventTime":1790000000,"message":"test","webhookSchemaVersion":"1.0.0"}';
		const key = Buffer.from('loops-emulator-test-key-0123456789').toString('base64');
		for (const secret of [`whsec_${key}`, key]) {
			expect(sign(secret, 'msg_2zEmu0001', 1790000000, body)).toBe(
				'v1,BFB99sw90N8RoCwq+94C4vfYPbPZFsj4LxtkTvjy97Y=',
			);
		}
	});

	it('is sent with the headers of Loops', async () => {
		emulator.happen({ event: 'testing.testEvent' });
		const [{ method, url, headers, text }] = await receiver.first(1);
		expect([method, url]).toEqual(['POST', '/webhook/loops']);
		expect(headers).toMatchObject({
			'content-type': 'application/json',
			'webhook-id': expect.stringMatching(/^msg_\w{20,}$/),
			'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
			'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
		});
		expect(Object.keys(JSON.parse(text) as object)).not.toContain('contactIdentity');
	});
});

it('the emulator knows all events of Loops', () => {
	expect([...schemaOf.keys()].sort()).toEqual([...EVENT_NAMES].sort());
});

describe('a contact', () => {
	it('causes events for itself and its lists when it is created', async () => {
		const body = { email: 'nia@example.com', seats: 4, mailingLists: { [PRODUCT_NEWS]: true } };
		const { body: answer } = await call('POST', '/contacts/create', body);
		const { createdAt, isSuppressed, ...contact } = emulator.contact('nia@example.com')!;
		expect([typeof createdAt, isSuppressed]).toEqual(['string', false]);
		const { id } = answer as { id: string };
		const contactIdentity = { id, email: 'nia@example.com', userId: null };
		const mailingList = LISTS[PRODUCT_NEWS];
		expect(await receivedEvents(2)).toEqual([
			{ eventName: 'contact.created', contactIdentity, contact },
			{ eventName: 'contact.mailingList.subscribed', contactIdentity, mailingList },
		]);
		expect(contact).toMatchObject({ seats: 4, planName: null });
	});

	it.each([
		['an update', 'PUT', '/contacts/update', {}],
		['an event', 'POST', '/events/send', { eventName: 'signup' }],
	] as const)('causes an event when %s creates it', async (_, method, path, body) => {
		await call(method, path, { email: 'nia@example.com', ...body });
		expect(await receivedEvents(1)).toMatchObject([{ eventName: 'contact.created' }]);
	});

	it('causes one event when it leaves the audience, a list or the account', async () => {
		for (const subscribed of [false, false, true]) {
			await call('PUT', '/contacts/update', { email: KIM.email, subscribed, seats: 5 });
		}
		const mailingLists = { [PRODUCT_NEWS]: false, [RELEASE_NOTES]: true };
		await call('PUT', '/contacts/update', { userId: KIM.userId, mailingLists });
		await call('POST', '/contacts/delete', { email: KIM.email });
		const [contactIdentity, mailingList] = [KIM, LISTS[PRODUCT_NEWS]];
		expect(await receivedEvents(4)).toEqual([
			{ eventName: 'contact.unsubscribed', contactIdentity },
			{ eventName: 'contact.mailingList.unsubscribed', contactIdentity, mailingList },
			{ eventName: 'contact.unsubscribed', contactIdentity },
			{ eventName: 'contact.deleted', contactIdentity },
		]);
	});

	it('causes no event for a refused call, a read or a change without effect', async () => {
		await call('POST', '/contacts/create', { email: KIM.email });
		await call('POST', '/contacts/delete', { email: 'nobody@example.com' });
		await call('POST', '/transactional', { transactionalId: WELCOME, email: KIM.email });
		await call('GET', `/contacts/find?email=${KIM.email}`);
		await call('PUT', '/contacts/update', { email: KIM.email, seats: 9 });
		await call('POST', '/events/send', { email: KIM.email, eventName: 'e' });
		emulator.happen({ event: 'testing.testEvent' });
		expect(await receivedEvents(1)).toEqual([{ eventName: 'testing.testEvent', message: 'test' }]);
		expect(emulator.deliveries).toHaveLength(1);
	});
});

describe('an email', () => {
	const email = { id: expect.stringMatching(/^cm9emu/), emailMessageId: expect.any(String) };
	const transactional = { ...email, subject: 'Service notice' };

	const sendTransactional = async (body: object) =>
		await call('POST', '/transactional', { transactionalId: NO_VARIABLES, ...body });

	it('causes events when it is sent and delivered', async () => {
		await sendTransactional({ email: 'KIM@example.com' });
		const [sent, delivered] = await receivedEvents(2);
		expect(sent).toEqual({
			eventName: 'transactional.email.sent',
			contactIdentity: KIM,
			email: transactional,
			transactionalId: NO_VARIABLES,
			transactionalName: 'Service notice',
		});
		expect(delivered).toEqual({
			eventName: 'email.delivered',
			sourceType: 'transactional',
			transactionalId: NO_VARIABLES,
			email: sent.email,
			contactIdentity: KIM,
		});
	});

	it('causes events that name the recipient, contact or not', async () => {
		await sendTransactional({ email: 'passer@example.com' });
		await sendTransactional({ email: 'Passer@example.com' });
		await sendTransactional({ email: 'new@example.com', addToAudience: true });
		const events = await receivedEvents(7);
		const identities = events.map(({ contactIdentity }) => contactIdentity as typeof KIM);
		expect(identities[0]).toMatchObject({ email: 'passer@example.com', userId: null });
		expect(identities[2].id).toBe(identities[0].id);
		expect(events[4].eventName).toBe('contact.created');
		expect(identities[5].id).toBe(emulator.contact('new@example.com')?.id);
	});

	it('bounces, which unsubscribes the contact if the bounce is hard', async () => {
		await sendTransactional({ email: KIM.email });
		const { id: emailId } = emulator.email('transactional', 0);
		for (const event of ['softBounced', 'spamReported', 'hardBounced', 'hardBounced'] as const) {
			emulator.happen({ event: `email.${event}`, emailId });
		}
		const events = await receivedEvents(7);
		expect(events.slice(2).map(({ eventName }) => eventName)).toEqual([
			'email.softBounced',
			'email.spamReported',
			'email.hardBounced',
			'contact.unsubscribed',
			'email.hardBounced',
		]);
		expect(events[4]).toEqual({
			eventName: 'email.hardBounced',
			sourceType: 'transactional',
			contactIdentity: KIM,
			transactionalId: NO_VARIABLES,
			email: { ...transactional, id: emailId },
		});
		expect(emulator.contact(KIM.email)).toMatchObject({ subscribed: false });
	});

	it.each([
		['campaign', 'campaign.email.sent'],
		['loop', 'loop.email.sent'],
	] as const)(
		'of a %s is opened and clicked, and its link unsubscribes and resubscribes',
		async (kind, event) => {
			emulator.happen({ event, email: KIM.email });
			const { id: emailId, sourceId, sourceName } = emulator.email('marketing', 0);
			for (const what of ['opened', 'clicked', 'unsubscribed', 'resubscribed'] as const) {
				emulator.happen({ event: `email.${what}`, emailId });
				if (what === 'unsubscribed') {
					expect(emulator.contact(KIM.email)).toMatchObject({ subscribed: false });
				}
			}
			expect(emulator.contact(KIM.email)).toMatchObject({ subscribed: true });
			const [sent, delivered, opened, ...rest] = await receivedEvents(7);
			expect(sent).toEqual({
				eventName: event,
				contactIdentity: KIM,
				mailingLists: [],
				[`${kind}Id`]: sourceId,
				[`${kind}Name`]: sourceName,
				email: { ...email, id: emailId, subject: sourceName },
			});
			expect(opened).toEqual({
				eventName: 'email.opened',
				sourceType: kind,
				[`${kind}Id`]: sourceId,
				email: sent.email,
				contactIdentity: KIM,
			});
			expect([delivered, ...rest].map(({ eventName }) => eventName)).toEqual([
				'email.delivered',
				'email.clicked',
				'email.unsubscribed',
				'contact.unsubscribed',
				'email.resubscribed',
			]);
		},
	);

	it('to a list has a link that unsubscribes from that list', async () => {
		const sent = { event: 'campaign.email.sent', mailingListId: PRODUCT_NEWS } as const;
		emulator.happen({ ...sent, email: KIM.email });
		const { id: emailId } = emulator.email('marketing', 0);
		emulator.happen({ event: 'email.unsubscribed', emailId });
		emulator.happen({ event: 'email.resubscribed', emailId });
		const events = await receivedEvents(6);
		expect(events[0].mailingLists).toEqual([LISTS[PRODUCT_NEWS]]);
		expect(events.slice(3).map(({ eventName }) => eventName)).toEqual([
			'contact.mailingList.unsubscribed',
			'email.resubscribed',
			'contact.mailingList.subscribed',
		]);
		expect(emulator.contact(KIM.email)).toMatchObject({ subscribed: true });
	});
});
