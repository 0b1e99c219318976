import { allWith, expectAnswer, NotChecked, refusal, refusalOr, success } from './assumption.mts';
import { createContact } from './contacts.mts';

/** Events, which no workflow in Loops listens for. */
export const EVENTS = allWith('write', [
	{
		id: 'event-user-id-unknown',
		says: 'An event for a user ID that no contact has is refused with 400.',
		reliedOnBy: 'the advice to add an email',
		changes: { 'POST /events/send': 1 },
		leaves: 'an event if Loops accepts the unknown user ID',
		check: async (service) => {
			const body = { userId: service.name('nobody'), eventName: service.name('event') };
			expectAnswer(await service.call('POST', '/events/send', body), 400, refusal);
		},
	},
	{
		id: 'event-key-repeated',
		says: 'An event with a key of the last 24 hours gets 409 and success: false, whatever its body.',
		reliedOnBy: 'sending events only once; repeating them after a failure',
		changes: { 'POST /contacts/create': 1, 'POST /events/send': 3 },
		leaves: 'an event',
		check: async (service) => {
			const email = await createContact(service, 'event');
			const eventName = service.name('event');
			const send = async (eventProperties: object) =>
				await service.call(
					'POST',
					'/events/send',
					{ email, eventName, eventProperties },
					{ 'idempotency-key': service.name('key') },
				);
			expectAnswer(await send({ count: 1 }), 200, success);
			expectAnswer(await send({ count: 1 }), 409, refusal);
			expectAnswer(await send({ count: 2 }), 409, refusal);
		},
	},
	{
		id: 'event-makes-contact',
		says: 'An event for a new email makes the contact.',
		reliedOnBy: 'Event > Send never failing for an email alone',
		changes: { 'POST /events/send': 1 },
		leaves: 'the same event',
		check: async (service) => {
			const body = { email: service.email('of-event'), eventName: service.name('event') };
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
		reliedOnBy: 'looking an event up before it is sent',
		changes: { 'POST /contacts/create': 1, 'POST /events/send': 1 },
		leaves: 'a second event',
		check: async (service) => {
			const email = await createContact(service, 'pattern');
			const eventName = service.name('pattern');
			expectAnswer(await service.call('POST', '/events/send', { email, eventName }), 200, success);
			const path = `/event-patterns/by-name/${encodeURIComponent(eventName)}`;
			expectAnswer(await service.call('GET', path), 200);
		},
	},
	{
		id: 'event-property-null',
		says: 'null as an event property is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'refusing null in an event property first',
		ifNot: 'Event Properties: let null through, or leave it out',
		changes: { 'POST /contacts/create': 1, 'POST /events/send': 1 },
		leaves: 'a third event if null is accepted',
		check: async (service) => {
			const email = await createContact(service, 'null-event');
			const body = { email, eventName: service.name('null'), eventProperties: { plan: null } };
			expectAnswer(await service.call('POST', '/events/send', body), 400, refusal);
		},
	},
]);

/** What sends: one email to the recipient if all is as assumed, at most four if not. */
export const SENDING = allWith('send', [
	{
		id: 'send-key-repeated',
		says: 'An email with a key of the last 24 hours gets 409 and success: false, and is not sent.',
		reliedOnBy: 'sending emails only once; repeating them after a failure',
		changes: { 'POST /transactional': 2 },
		leaves: 'an email to the recipient, a second one if Loops forgets the key',
		check: async (service) => {
			const { recipient, transactionalId } = service.settings;
			const body = { email: recipient, transactionalId };
			const key = { 'idempotency-key': service.name('send') };
			const send = async () => await service.call('POST', '/transactional', body, key);
			const first = await send();
			if (first.status === 400) throw new NotChecked('the email needs data variables');
			expectAnswer(first, 200, success);
			expectAnswer(await send(), 409, refusal);
		},
	},
	{
		id: 'data-variable-null',
		says: 'null as a data variable is refused with 400, and nothing is sent.',
		source: 'guessed',
		reliedOnBy: 'refusing null in a data variable first',
		ifNot: 'Data Variables: let null through, or leave it out',
		changes: { 'POST /transactional': 1 },
		leaves: 'another email to the recipient if null is accepted',
		check: async (service) => {
			const { recipient, transactionalId } = service.settings;
			const dataVariables = { [service.name('variable')]: null };
			const key = { 'idempotency-key': service.name('null') };
			const body = { email: recipient, transactionalId, dataVariables };
			expectAnswer(await service.call('POST', '/transactional', body, key), 400, refusal);
		},
	},
	{
		id: 'transactional-unknown',
		says: 'An email that does not exist gets 404 with success: false, or "Transactional email not found.", and nothing is sent.',
		reliedOnBy: 'the message about an unknown Transactional Email',
		changes: { 'POST /transactional': 1 },
		leaves: 'another email to the recipient if the unknown email is sent',
		check: async (service) => {
			const body = {
				transactionalId: 'cm0nosuchemail00000000000',
				email: service.settings.recipient,
			};
			const unknown = refusalOr('Transactional email not found.', 'Transactional email not found');
			expectAnswer(await service.call('POST', '/transactional', body), 404, unknown);
		},
	},
]);
