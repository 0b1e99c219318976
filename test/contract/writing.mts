import {
	allWith,
	Difference,
	expectAnswer,
	isRecord,
	NotChecked,
	refusal,
	refusalOr,
	success,
} from './assumption.mts';
import { createContact, expectField, find, update } from './contacts.mts';

/** What takes contacts of one's own, each under the prefix of the run. */
export const WRITING = allWith('write', [
	{
		id: 'create',
		says: 'Create answers with 200, success: true and the ID of the contact.',
		reliedOnBy: 'Contact > Create',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const body = { email: service.email('create') };
			expectAnswer(await service.call('POST', '/contacts/create', body), 200, {
				of: 'success: true and an id',
				is: (given) => isRecord(given) && given.success === true && typeof given.id === 'string',
			});
		},
	},
	{
		id: 'email-invalid',
		says: 'Create refuses text that is no email address with 400.',
		reliedOnBy: 'leaving the last word on addresses to Loops',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const body = { email: service.name('no address') };
			expectAnswer(await service.call('POST', '/contacts/create', body), 400, refusal);
		},
	},
	{
		id: 'create-conflict',
		says: 'Create refuses an email that a contact has with 409 and success: false.',
		reliedOnBy: 'Contact > Create never overwriting a contact',
		changes: { 'POST /contacts/create': 2 },
		check: async (service) => {
			const email = await createContact(service, 'conflict');
			expectAnswer(await service.call('POST', '/contacts/create', { email }), 409, refusal);
		},
	},
	{
		id: 'email-case',
		says: 'Addresses match without regard to upper and lower case.',
		source: 'guessed',
		reliedOnBy: 'keeping items about one contact in order',
		changes: { 'POST /contacts/create': 2 },
		check: async (service) => {
			const email = await createContact(service, 'case');
			const upper = email.replace('-case', '-CASE');
			expectAnswer(await service.call('POST', '/contacts/create', { email: upper }), 409);
		},
	},
	{
		id: 'email-plus',
		says: 'A plus in an address is kept, and is found where it is percent-encoded.',
		reliedOnBy: 'Contact > Find',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const email = await createContact(service, 'plus+tag');
			expectField(await find(service, email), 'email', email);
		},
	},
	{
		id: 'contact-form',
		says: 'A found contact shows its properties at the top level, and only its lists, as true.',
		reliedOnBy: 'the output of Contact > Find; looking up a lost Create',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const contact = await find(
				service,
				await createContact(service, 'form', { firstName: 'Kim' }),
			);
			expectField(contact, 'firstName', 'Kim');
			expectField(contact, 'mailingLists', {});
			expectField(contact, 'subscribed', true);
		},
	},
	{
		id: 'update-creates',
		says: 'Update makes a contact where the email is new.',
		reliedOnBy: 'Contact > Create or Update; looking first in Contact > Update',
		changes: { 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = service.email('upsert');
			expectAnswer(await update(service, { email, firstName: 'New' }), 200, success);
			expectField(await find(service, email), 'firstName', 'New');
		},
	},
	{
		id: 'update-keeps',
		says: 'Update leaves the properties alone that it is not given.',
		reliedOnBy: 'every update',
		ifNot: 'read the contact, and write all of it back',
		changes: { 'POST /contacts/create': 1, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = await createContact(service, 'keeps', { firstName: 'Kim' });
			await update(service, { email, lastName: 'Okafor' });
			expectField(await find(service, email), 'firstName', 'Kim');
		},
	},
	{
		id: 'update-links',
		says: 'Update by email and user ID writes the user ID to the contact with this email.',
		reliedOnBy: 'Contact > Create or Update by email and user ID',
		changes: { 'POST /contacts/create': 1, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = await createContact(service, 'links');
			const userId = service.name('links');
			expectAnswer(await update(service, { email, userId }), 200, success);
			expectField(await find(service, email), 'userId', userId);
		},
	},
	{
		id: 'opt-out-kept',
		says: 'A write without subscribed leaves an opt-out as it is.',
		reliedOnBy: 'no default of Subscription',
		ifNot: 'send subscribed as it was found',
		changes: { 'POST /contacts/create': 1, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = await createContact(service, 'opted-out', { subscribed: false });
			expectAnswer(await update(service, { email, firstName: 'Kim' }), 200, success);
			expectField(await find(service, email), 'subscribed', false);
		},
	},
	{
		id: 'suppression-form',
		says: 'The suppression of a contact shows isSuppressed and its email. Where there is none, its removal is refused with 400.',
		reliedOnBy: 'Contact > Check Suppression; Remove Suppression looking first',
		changes: { 'POST /contacts/create': 1, 'DELETE /contacts/suppression': 1 },
		check: async (service) => {
			const email = await createContact(service, 'suppression');
			const path = `/contacts/suppression?email=${encodeURIComponent(email)}`;
			expectAnswer(await service.call('GET', path), 200, {
				of: 'isSuppressed: false, and a contact with the email',
				is: (body) =>
					isRecord(body) &&
					body.isSuppressed === false &&
					isRecord(body.contact) &&
					body.contact.email === email,
			});
			expectAnswer(await service.call('DELETE', path), 400, refusal);
		},
	},
	{
		id: 'update-null-clears',
		says: 'null clears a property.',
		reliedOnBy: 'Clear Property, null in JSON',
		changes: { 'POST /contacts/create': 1, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = await createContact(service, 'null', { firstName: 'Kim' });
			await update(service, { email, firstName: null });
			expectField(await find(service, email), 'firstName', null);
		},
	},
	{
		id: 'update-changes-email',
		says: 'Update by user ID writes the email that comes with it.',
		reliedOnBy: 'Change Email To',
		changes: { 'POST /contacts/create': 1, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const userId = service.name('moves');
			const before = await createContact(service, 'before', { userId });
			const email = service.email('after');
			expectAnswer(await update(service, { userId, email }), 200, success);
			expectField(await find(service, email), 'userId', userId);
			if (await find(service, before)) throw new Difference('one contact', 'two');
		},
	},
	{
		id: 'update-two-contacts',
		says: 'An email and a user ID of two different contacts are refused with 400.',
		source: 'guessed',
		reliedOnBy: 'Identify Contact By email and user ID never mixing two people',
		ifNot: 'Create or Update: look both up first',
		changes: { 'POST /contacts/create': 2, 'PUT /contacts/update': 1 },
		check: async (service) => {
			const email = await createContact(service, 'first');
			const userId = service.name('second');
			await createContact(service, 'second', { userId });
			expectAnswer(await update(service, { email, userId }), 400, refusal);
		},
	},
	{
		id: 'update-user-id-unknown',
		says: 'A user ID alone that no contact has is refused with 400.',
		source: 'seen',
		reliedOnBy: 'the advice to add an email',
		changes: { 'PUT /contacts/update': 1 },
		check: async (service) => {
			const answer = await update(service, { userId: service.name('nobody') });
			expectAnswer(answer, 400, refusal);
		},
	},
	{
		id: 'property-unknown',
		says: 'A property that the account does not have is dropped, with a success.',
		reliedOnBy: 'Unknown Properties',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const email = await createContact(service, 'unknown', { noSuchProperty: 'x' });
			const contact = await find(service, email);
			if (contact && 'noSuchProperty' in contact) throw new Difference('no such field', 'one');
		},
	},
	{
		id: 'value-too-long',
		says: 'A value of more than 500 characters is refused with 400.',
		reliedOnBy: 'leaving lengths to Loops',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const body = { email: service.email('long'), firstName: 'x'.repeat(501) };
			expectAnswer(await service.call('POST', '/contacts/create', body), 400, refusal);
		},
	},
	{
		id: 'date-without-offset',
		says: 'A date without an offset is UTC, and is read back as ISO 8601.',
		source: 'guessed',
		reliedOnBy: 'looking up a lost Create that holds a date',
		changes: { 'POST /contacts/create': 1 },
		check: async (service) => {
			const { body } = await service.call('GET', '/contacts/properties?list=custom');
			const dates = (Array.isArray(body) ? body : []) as Array<{ key: string; type: string }>;
			const property = dates.find(({ type }) => type === 'date');
			if (!property) throw new NotChecked('the account has no custom property of type date');
			const email = await createContact(service, 'date', { [property.key]: '2026-03-01T12:00:00' });
			const seen = (await find(service, email))?.[property.key];
			if (Date.parse(String(seen)) !== Date.UTC(2026, 2, 1, 12)) {
				throw new Difference('2026-03-01T12:00:00.000Z', String(seen));
			}
		},
	},
	{
		id: 'list-unknown',
		says: 'A mailing list that does not exist is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'the error about Add to List',
		changes: { 'PUT /contacts/update': 1 },
		check: async (service) => {
			const mailingLists = { cm0nosuchlist000000000000: true };
			const answer = await update(service, { email: service.email('list'), mailingLists });
			expectAnswer(answer, 400, refusal);
		},
	},
	{
		id: 'delete',
		says: 'Delete answers with 200 and success: true, and then with 404 and success: false, or "Contact not found."',
		reliedOnBy: 'Contact > Delete, When Not Found',
		changes: { 'POST /contacts/create': 1, 'POST /contacts/delete': 2 },
		check: async (service) => {
			const email = await createContact(service, 'delete');
			const remove = async () => await service.call('POST', '/contacts/delete', { email });
			expectAnswer(await remove(), 200, success);
			expectAnswer(await remove(), 404, refusalOr('Contact not found.'));
		},
	},
]);
