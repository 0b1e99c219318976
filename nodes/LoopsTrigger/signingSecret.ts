import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isBlank, trimmed } from '../Loops/fields/blank';

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/;

/** Of Loops. It is valid base64 as well. */
const API_KEY = /^[\da-f]{32}$/;

/** A shorter one is a part of a secret. With an empty key, anybody could sign. */
const MIN_KEY_BYTES = 16;

/** The key in a signing secret: base64, with or without `whsec_`. Undefined if there is none. */
export function signingKey(secret: unknown): Buffer | undefined {
	if (typeof secret !== 'string') return undefined;
	const base64 = trimmed(secret).replace(/^whsec_/, '');
	const key = Buffer.from(base64, 'base64');
	return BASE64.test(base64) && key.length >= MIN_KEY_BYTES ? key : undefined;
}

/** The test in the credential dialog: checks the form, since Loops has no call to ask. */
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
	if (API_KEY.test(trimmed(String(secret)))) {
		return error('This is an API key, not a signing secret');
	}
	const previous = data?.previousSigningSecret;
	if (!isBlank(previous) && !signingKey(previous)) {
		return error('The previous signing secret is not whole');
	}
	const found = String(secret).includes('whsec_')
		? 'This has the form of a signing secret'
		: 'This may be a signing secret, but does not begin with whsec_ as Loops shows it';
	return {
		status: 'OK',
		message: `${found}. Send a test event from Loops to see whether it is the right one`,
	};
}
