import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IHookFunctions,
	type INode,
	type INodeCredentialTestResult,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import {
	loopsApiKey,
	loopsBaseUrl,
	problemOfTest,
} from '../../credentials/LoopsEmailApi.credentials';
import { isBlank, trimmed } from '../Loops/values/format';
import { asRecord } from '../Loops/values/parse';

/** How long keys are cached: in n8n 2, reading a credential takes as long as receiving a request. */
export const KEYS_KEPT_MS = 5_000;

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/;

/** A key of Loops' API, which is valid base64 as well. */
const API_KEY = /^[\da-f]{32}$/;

/** A shorter key was not copied whole. With an empty key, anyone could sign. */
const MIN_KEY_BYTES = 16;

/** Next step when a signature can't be verified. */
export const COPY_SECRET =
	'Copy the signing secret from Loops (Settings > Webhooks) into the credential.';

const cache = new Map<string, { keys: Promise<Buffer[]>; until: number }>();

/** The key in a signing secret: base64, with or without `whsec_`. Undefined if there is none. */
export function signingKey(secret: unknown): Buffer | undefined {
	if (typeof secret !== 'string') return undefined;
	const base64 = trimmed(secret).replace(/^whsec_/, '');
	const key = Buffer.from(base64, 'base64');
	return BASE64.test(base64) && key.length >= MIN_KEY_BYTES ? key : undefined;
}

/** Only `false` turns verification off, not an expression in an imported workflow. */
export const isVerified = ({ parameters }: INode): boolean => parameters.verifySignature !== false;

/**
 * The keys in the node's credential: none without a usable secret. In the editor they are never stale.
 * @throws Error when n8n can't read the credential
 */
export async function signingKeys(context: IWebhookFunctions, node: INode): Promise<Buffer[]> {
	const credentialId = node.credentials?.loopsEmailWebhookApi?.id;
	if (!credentialId || context.getMode() === 'manual') return await readKeys(context, node);
	const now = Date.now();
	const cached = cache.get(credentialId);
	if (cached && cached.until > now) return await cached.keys;

	if (cache.size >= 100) cache.clear();
	const keys = readKeys(context, node);
	cache.set(credentialId, { keys, until: now + KEYS_KEPT_MS });
	keys.catch(() => cache.delete(credentialId));
	return await keys;
}

async function readKeys(context: IWebhookFunctions | IHookFunctions, { credentials }: INode) {
	if (!credentials?.loopsEmailWebhookApi) return [];
	const data = await context.getCredentials('loopsEmailWebhookApi');
	// For 24 hours after a rotation, Loops signs with the previous secret as well.
	return [data.signingSecret, data.previousSigningSecret]
		.map(signingKey)
		.filter((key) => key !== undefined);
}

/**
 * Lets the editor listen only with a usable secret. A published workflow starts without one: n8n would
 * hide the reason and answer Loops with 404.
 */
export async function checkSecret(context: IHookFunctions): Promise<boolean> {
	const node = context.getNode();
	if (context.getActivationMode() !== 'manual' || !isVerified(node)) return true;
	if ((await readKeys(context, node)).length > 0) return true;
	throw new NodeOperationError(node, 'The node has no credential with a usable signing secret', {
		description: COPY_SECRET,
	});
}

/** Why Loops does not take the API key of the credential; undefined if it does, or if there is none. */
async function apiKeyProblem(
	{ helpers }: ICredentialTestFunctions,
	{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	if (isBlank(apiKey)) return undefined;
	try {
		const { statusCode, body } = (await helpers.request({
			uri: `${loopsBaseUrl(baseUrl)}/api-key`,
			headers: { Authorization: `Bearer ${loopsApiKey(apiKey)}` },
			json: true,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as { statusCode: number; body: unknown };
		return problemOfTest(statusCode, asRecord(body));
	} catch (error) {
		return (error as Error).message;
	}
}

/** The test in the credential dialog. Of the secret, it checks only the form: Loops has no call to ask. */
export async function testSigningSecret(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { signingSecret: secret, previousSigningSecret: previous } = data ?? {};
	const error = (problem: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: `${problem}. Copy the signing secret from Loops, Settings > Webhooks: it begins with whsec_`,
	});
	if (isBlank(secret)) return error('There is no signing secret');
	const text = trimmed(String(secret));
	if (/^["'`]|["'`]$/.test(text)) return error('The signing secret has quotes around it');
	if (text.startsWith('v1,')) return error("The signing secret begins with 'v1,'");
	if (!signingKey(secret)) return error('This is not a valid signing secret');
	if (API_KEY.test(text)) {
		return error('This is an API key, not a signing secret');
	}
	if (!isBlank(previous) && !signingKey(previous)) {
		return error('The previous signing secret is not valid');
	}
	const problem = await apiKeyProblem(this, data ?? {});
	if (problem) return { status: 'Error', message: problem };
	const found = String(secret).includes('whsec_')
		? 'This looks like a signing secret'
		: 'This may be a signing secret, but does not begin with whsec_ as Loops shows it';
	return { status: 'OK', message: `${found}. Send a test event from Loops to verify it` };
}
