import { type ILoadOptionsFunctions, NodeOperationError } from 'n8n-workflow';

import { listTransactionalEmails } from '../Loops/account/transactionalEmails';
import { disambiguate } from '../Loops/editor/distinct';
import { getMailingLists } from '../Loops/editor/loadOptions';
import { readerFor } from '../Loops/editor/reader';

/** The credential is optional here: without it, n8n says 'Node does not require credentials'. */
const withAccount = (load: typeof getMailingLists): typeof getMailingLists =>
	async function () {
		const node = this.getNode();
		if (node.credentials?.loopsApi) return await load.call(this);
		throw new NodeOperationError(node, 'To load the list, choose a Loops API credential', {
			description: 'Without one, give IDs in an expression.',
		});
	};

/** Published transactional emails by name. */
async function getTransactionalEmails(this: ILoadOptionsFunctions) {
	const emails = await listTransactionalEmails(readerFor(this));
	const names = disambiguate(emails.map(({ id, name }) => ({ name, value: id })));
	return emails
		.map(({ id }, index) => ({ name: names[index], value: id }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

export const loadOptions = {
	getMailingLists: withAccount(getMailingLists),
	getTransactionalEmails: withAccount(getTransactionalEmails),
};
