import { createHash } from 'node:crypto';
import { NodeOperationError } from 'n8n-workflow';

import { loopsBaseUrl } from '../../../credentials/LoopsApi.credentials';
import type { LoopsContext } from './request';
import { atItem } from './messages';

export interface Connection {
	apiKey: string;
	baseUrl: string;
	/** Identifies the account in shared memory, without its key. */
	id: string;
}

/** @throws NodeOperationError when the credential's Base URL isn't a URL */
export async function loopsConnection(context: LoopsContext, index?: number): Promise<Connection> {
	const credentials = await context.getCredentials('loopsApi');
	try {
		const apiKey = String(credentials.apiKey).trim();
		const baseUrl = loopsBaseUrl(credentials.baseUrl);
		const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
		return { apiKey, baseUrl, id };
	} catch (error) {
		const message = `${(error as Error).message}${atItem(index)}`;
		throw new NodeOperationError(context.getNode(), message, { itemIndex: index });
	}
}
