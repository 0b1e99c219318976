import { createHash } from 'node:crypto';
import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';

import { loopsApiKey, loopsBaseUrl } from '../../../credentials/LoopsEmailApi.credentials';
import { Redactor } from './redact';
import type { LoopsContext } from './request';

export type CredentialType = 'loopsEmailApi' | 'loopsEmailWebhookApi';

export interface Connection {
	credentialType: CredentialType;
	baseUrl: string;
	/** Identifies the account in shared memory, without its key. */
	id: string;
	/** A copy, since a user may edit the credential for another account during the run. */
	credentials: ICredentialDataDecryptedObject;
	/** Removes the API key. */
	redactor: Redactor;
}

/** @throws NodeOperationError when the credential's Base URL isn't a URL, or its API key isn't one */
export async function loopsConnection(
	context: LoopsContext,
	credentialType: CredentialType = 'loopsEmailApi',
): Promise<Connection> {
	const credentials = await context.getCredentials(credentialType);
	try {
		const apiKey = loopsApiKey(credentials.apiKey);
		const baseUrl = loopsBaseUrl(credentials.baseUrl);
		const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
		return { credentialType, baseUrl, id, credentials, redactor: new Redactor(apiKey) };
	} catch (error) {
		throw new NodeOperationError(context.getNode(), (error as Error).message);
	}
}
