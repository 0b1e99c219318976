import {
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { listTransactionalEmails } from '../Loops/api/content';
import { callerOf } from '../Loops/editor/caller';
import { mailingListOptions, sorted } from '../Loops/editor/entries';
import type { Caller } from '../Loops/http/request';
import { isBlank } from '../Loops/values/format';
import { isVerified } from './signingSecret';

/** The API key is optional, and n8n hides the credential while signatures are not verified. */
const withAccount = (load: (read: Caller) => Promise<INodePropertyOptions[]>) =>
	async function (this: ILoadOptionsFunctions) {
		const node = this.getNode();
		const hasCredential = isVerified(node) && node.credentials?.loopsEmailWebhookApi;
		const type = 'loopsEmailWebhookApi';
		if (hasCredential && !isBlank((await this.getCredentials(type)).apiKey)) {
			return await load(callerOf(this, type));
		}
		throw new NodeOperationError(node, 'To load the list, enter an API key in the credential', {
			description:
				"The node has the credential only while 'Verify Signature' is on. Without an API key, enter IDs with an expression.",
		});
	};

/** Published transactional emails by name. */
async function transactionalEmailOptions(read: Caller) {
	const emails = await listTransactionalEmails(read);
	return sorted(emails.map(({ id, name }) => ({ name, value: id })));
}

export const loadOptions = {
	getMailingLists: withAccount(mailingListOptions),
	getTransactionalEmails: withAccount(transactionalEmailOptions),
};
