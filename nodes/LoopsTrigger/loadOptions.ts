import { type ILoadOptionsFunctions, NodeOperationError } from 'n8n-workflow';

import { listTransactionalEmails } from '../Loops/api/transactionalEmails';
import { sorted } from '../Loops/editor/entries';
import { getMailingLists } from '../Loops/editor/loadOptions';
import { callerOf } from '../Loops/http/client';

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
	const emails = await listTransactionalEmails(callerOf(this));
	return sorted(emails.map(({ id, name }) => ({ name, value: id })));
}

export const loadOptions = {
	getMailingLists: withAccount(getMailingLists),
	getTransactionalEmails: withAccount(getTransactionalEmails),
};
