import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { mailingListIds } from '../../fields/mailingLists';
import { options, validateOnly } from '../../fields/options';
import { contactIn, findContact, whenNotFound } from '../contact/lookUp';
import { outputOfNobody, written } from '../contact/write';
import { operation } from '../operation';
import { changeLists } from './changeLists';

export const unsubscribe = operation({
	value: 'unsubscribe',
	name: 'Unsubscribe Contact',
	action: 'Unsubscribe contact from mailing lists',
	description:
		'Remove a contact from one or more mailing lists. Its other lists stay as they are, and so do all other emails.',
	fields: {
		identifier: oneIdentifier,
		lists: mailingListIds,
		options: options({ validateOnly, whenNotFound: whenNotFound('error') }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	needs: ({ identifier }) => ({ lookUp: findContact(identifier) }),
	plan: ({ identifier, lists, options: { whenNotFound: policy } }, { answer }) => {
		const contact = contactIn(answer);
		return contact
			? { request: changeLists(identifier, contact, lists, false) }
			: { output: outputOfNobody(policy, identifier) };
	},
	output: (answer, { identifier }) => [{ found: true, ...written(answer, identifier) }],
});
