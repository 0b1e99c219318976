import {
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { listTransactionalEmails } from '../Loops/account/transactionalEmails';
import { distinct } from '../Loops/methods/distinct';
import { getMailingLists as mailingLists } from '../Loops/methods/loadOptions';
import { readerFor } from '../Loops/methods/reader';

/** Mailing lists by name. */
export async function getMailingLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	needsAccount(this);
	return await mailingLists.call(this);
}

/** Published transactional emails by name. */
export async function getTransactionalEmails(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	needsAccount(this);
	const emails = await listTransactionalEmails(readerFor(this));
	const names = distinct(emails.map(({ id, name }) => ({ name, value: id })));
	return emails
		.map(({ id }, index) => ({ name: names[index], value: id }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** For a credential that it can do without, n8n itself says 'Node does not require credentials'. */
function needsAccount(context: ILoadOptionsFunctions): void {
	const node = context.getNode();
	if (node.credentials?.loopsApi) return;
	throw new NodeOperationError(node, 'To load the list, choose a Loops API credential', {
		description: 'Without one, give IDs in an expression.',
	});
}
