import {
	type ICredentialDataDecryptedObject,
	type IHookFunctions,
	type INode,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { signingKey } from './signingSecret';

/** To read a credential costs n8n 2 as much as to take in a request. A changed secret counts after as long. */
export const KEYS_KEPT_MS = 5_000;

/** Credentials of which keys are kept at once. */
const MAX_CREDENTIALS = 100;

interface Kept {
	keys: Promise<Buffer[]>;
	until: number;
}

const kept = new Map<string, Kept>();

/** Next step where a signature can't be verified. */
export const COPY_SECRET =
	'Copy the signing secret from Loops (Settings > Webhooks) into the credential.';

/**
 * Whether the node verifies signatures. Only `false` itself switches that off, not what an imported
 * workflow may have in its place, such as an expression.
 */
export const isVerified = ({ parameters }: INode): boolean => parameters.verifySignature !== false;

/**
 * The keys in the node's credential: none without a usable secret. In the editor they are never stale.
 * @throws Error when n8n can't read the credential
 */
export async function signingKeys(context: IWebhookFunctions, node: INode): Promise<Buffer[]> {
	const credentialId = node.credentials?.loopsWebhookApi?.id;
	if (!credentialId || context.getMode() === 'manual') return await readKeys(context, node);
	const now = Date.now();
	const known = kept.get(credentialId);
	if (known && known.until > now) return await known.keys;

	if (kept.size >= MAX_CREDENTIALS) kept.clear();
	const keys = readKeys(context, node);
	kept.set(credentialId, { keys, until: now + KEYS_KEPT_MS });
	// The next request reads it again.
	keys.catch(() => kept.delete(credentialId));
	return await keys;
}

/** The node can have none, and another package may declare the credential type with other fields. */
async function readKeys(
	context: IWebhookFunctions | IHookFunctions,
	{ credentials }: INode,
): Promise<Buffer[]> {
	if (!credentials?.loopsWebhookApi) return [];
	return keysIn(await context.getCredentials('loopsWebhookApi'));
}

/** After a rotation, Loops signs with the previous secret as well for 24 hours. */
const keysIn = (data: ICredentialDataDecryptedObject): Buffer[] =>
	[signingKey(data.signingSecret), signingKey(data.previousSigningSecret)].filter(
		(key) => key !== undefined,
	);

/**
 * Lets the editor listen only with a usable secret. A published workflow starts without one: n8n would
 * hide the reason, and answer Loops with 404.
 */
export async function checkSecret(context: IHookFunctions): Promise<void> {
	const node = context.getNode();
	if (context.getActivationMode() !== 'manual' || !isVerified(node)) return;
	if ((await readKeys(context, node)).length > 0) return;
	throw new NodeOperationError(node, 'The node has no credential with a usable signing secret', {
		description: COPY_SECRET,
	});
}
