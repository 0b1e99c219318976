import { allWith, expectAnswer, NotChecked, refusal, success } from './assumption.mts';
import { made } from './contacts.mts';

/** Events, which no workflow in Loops listens for. */
export const EVENTS = allWith('write', [
	{
		id: 'event-user-id-unknown',
		says: 'An event for a user ID that no contact has is refused with 400.',
		source: 'documented',
		reliedOnBy: 'the advice to add an email',
		ifNot: 'operations/contact/write.ts: identifierRefusals',
		check: async (service) => {
			const body = { userId: service.userId('nobody'), eventName: service.userId('event') };
			expectAnswer(await service.call('POST', '/events/send', body), 400, refusal);
		},
	},
	{
		id: 'event-key-repeated',
		says: 'An event with a key of the last 24 hours gets 409 and success: false, whatever its body.',
		source: 'documented',
		reliedOnBy: 'sending events only once; repeating them after a failure',
		ifNot: 'sends/sendMessage.ts: repeatOf',
		check: async (service) => {
			const email = await made(service, 'event');
			const eventName = service.userId('event');
			const send = async (eventProperties: object) =>
				await service.call(
					'POST',
					'/events/send',
					{ email, eventName, eventProperties },
					{ 'idempotency-key': service.userId('key') },
				);
			expectAnswer(await send({ count: 1 }), 200, success);
			expectAnswer(await send({ count: 1 }), 409, refusal);
			expectAnswer(await send({ count: 2 }), 409, refusal);
		},
	},
	{
		id: 'event-makes-contact',
		says: 'An event for a new email makes the contact.',
		source: 'documented',
		reliedOnBy: 'Event > Send never failing for an email alone',
		ifNot: 'operations/contact/write.ts: identifierRefusals',
		check: async (service) => {
			const body = { email: service.email('of-event'), eventName: service.userId('event') };
			expectAnswer(await service.call('POST', '/events/send', body), 200, success);
			const query = new URLSearchParams({ email: body.email }).toString();
			expectAnswer(await service.call('GET', `/contacts/find?${query}`), 200, {
				of: 'one contact',
				is: (found) => Array.isArray(found) && found.length === 1,
			});
		},
	},
	{
		id: 'event-makes-pattern',
		says: 'An event of a new name is accepted, and listed from then on.',
		source: 'documented',
		reliedOnBy: 'looking an event up before it is sent',
		ifNot: 'account/facts.ts: event',
		check: async (service) => {
			const email = await made(service, 'pattern');
			const eventName = service.userId('pattern');
			expectAnswer(await service.call('POST', '/events/send', { email, eventName }), 200, success);
			const path = `/event-patterns/by-name/${encodeURIComponent(eventName)}`;
			expectAnswer(await service.call('GET', path), 200);
		},
	},
]);

/** What sends: one email to the recipient, if all is as assumed. */
export const SENDING = allWith('send', [
	{
		id: 'send-key-repeated',
		says: 'An email with a key of the last 24 hours gets 409 and success: false, and is not sent.',
		source: 'documented',
		reliedOnBy: 'sending emails only once; repeating them after a failure',
		ifNot: 'sends/sendMessage.ts: repeatOf',
		check: async (service) => {
			const { recipient, transactionalId } = service.settings;
			const body = { email: recipient, transactionalId };
			const key = { 'idempotency-key': service.userId('send') };
			const send = async () => await service.call('POST', '/transactional', body, key);
			const first = await send();
			if (first.status === 400) throw new NotChecked('the email needs data variables');
			expectAnswer(first, 200, success);
			expectAnswer(await send(), 409, refusal);
		},
	},
]);
