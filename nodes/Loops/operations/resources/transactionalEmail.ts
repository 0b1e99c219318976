import { namedLocator } from '../../form/locator';
import type { Resource } from '../base/builders';

/** A transactional email with its drafts, as the content API has it. */
export const transactionalEmail: Resource = {
	noun: 'transactional email',
	path: '/transactional-emails',
	mistakenFor: { noun: 'an email message', path: '/email-messages' },
	id: namedLocator({
		displayName: 'Transactional Email',
		name: 'transactionalId',
		description: 'Transactional email, whether it is published or not',
		search: 'searchEmailsAndDrafts',
		modes: ['list', 'name', 'id', 'url'],
		exampleName: 'Password reset',
		kind: 'transactionalEmail',
	}),
};
