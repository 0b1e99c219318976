import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isBlank, trimmed } from '../Loops/fields/blank';

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/;

/** Of Loops. Read as base64, it would be a key, too. */
const API_KEY = /^[\da-f]{32}$/;

/** Less is a part of a secret. An empty key would let anybody sign. */
const MIN_KEY_BYTES = 16;

/** The key in a signing secret: base64, with or without `whsec_`. Undefined where there is none. */
export function signingKey(secret: unknown): Buffer | undefined {
	if (typeof secret !== 'string') return undefined;
	const base64 = trimmed(secret).replace(/^whsec_/, '');
	const key = Buffer.from(base64, 'base64');
	return BASE64.test(base64) && key.length >= MIN_KEY_BYTES ? key : undefined;
}

/** The test in the credential dialog: looks at the form, since Loops has no call to ask. */
export async function testSigningSecret(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const secret = data?.signingSecret;
	const error = (found: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: `${found}. Copy it from Loops, Settings > Webhooks: it begins with whsec_`,
	});
	if (isBlank(secret)) return error('There is no signing secret');
	if (!signingKey(secret)) return error('This is not a whole signing secret');
	if (API_KEY.test(trimmed(String(secret)))) return error('This is an API key, no signing secret');
	const found = String(secret).includes('whsec_')
		? 'This has the form of a signing secret'
		: 'This may be a signing secret, but does not begin with whsec_ as Loops shows it';
	return {
		status: 'OK',
		message: `${found}. Send a test event from Loops to see that it is the right one`,
	};
}
