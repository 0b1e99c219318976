import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { mailingListIds } from '../../fields/mailingLists';
import { options, validateOnly } from '../../fields/options';
import { InvalidValue } from '../../values/invalidValue';
import { contactIn, findContact, whenNotFound } from '../contact/lookUp';
import { outputOfNobody, written } from '../contact/write';
import { operation } from '../operation';
import { changeLists } from './changeLists';

export const subscribe = operation({
	value: 'subscribe',
	name: 'Subscribe Contact',
	action: 'Subscribe contact to mailing lists',
	description: 'Add a contact to one or more mailing lists. Its other lists stay as they are.',
	fields: {
		identifier: oneIdentifier,
		lists: mailingListIds,
		options: options({
			validateOnly,
			whenNotFound: whenNotFound<'create'>('error', {
				name: 'Create Contact',
				value: 'create',
				description:
					'Create a contact from the email. It is subscribed, and can start workflows in Loops.',
			}),
		}),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	needs: ({ identifier, options: { whenNotFound: policy } }) => {
		if (policy === 'create' && identifier.email === undefined) {
			throw new InvalidValue(
				"'When Not Found' can't create a contact from a user ID alone",
				"A new contact takes an email: set 'Identify Contact By' to Email, or choose another output",
			);
		}
		return { lookUp: findContact(identifier) };
	},
	plan: ({ identifier, lists, options: { whenNotFound: policy } }, { answer }) => {
		const contact = contactIn(answer);
		if (!contact && policy !== 'create') return { output: outputOfNobody(policy, identifier) };
		const hasOptedOut = contact?.subscribed === false; // contract: opted-out-list
		return {
			request: changeLists(identifier, contact, lists, true),
			warnings: hasOptedOut
				? [
						"the contact has opted out of all emails ('subscribed' is false): Loops adds it to no mailing list",
					]
				: [],
		};
	},
	output: (answer, { identifier }, _by, known) => [
		{ found: contactIn(known.answer) !== undefined, ...written(answer, identifier) },
	],
});
