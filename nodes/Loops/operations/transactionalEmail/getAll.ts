import { pageOf, pageOfTransactionalEmails } from '../../api/content';
import { paging, readPaged } from '../../form/paging';
import { checkbox, fieldOf } from '../../form/parameter';
import { operation } from '../base/operation';
import { transactionalEmail } from '../base/resources';

const includeDrafts = fieldOf(
	checkbox({
		displayName: 'Include Drafts',
		name: 'includeDrafts',
		description:
			'Whether to also list emails that were never published. Each email is then returned with the fields of the operation Get.',
	}),
);

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many transactional emails',
	description:
		'List the published emails with their IDs and the data variables that each one needs',
	fields: { includeDrafts, paging },
	isList: true,
	run: async ({ includeDrafts: withDrafts, paging: pages }, { get }) =>
		await readPaged(pages, async (qs) =>
			withDrafts
				? await pageOf(get, transactionalEmail.path, qs)
				: await pageOfTransactionalEmails(get, qs),
		),
});
