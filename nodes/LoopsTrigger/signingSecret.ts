import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isBlank, trimmed } from '../Loops/fields/blank';

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/;

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
	if (signingKey(data?.signingSecret)) {
		return {
			status: 'OK',
			message:
				'This has the form of a signing secret. Send a test event from Loops to see that it is the right one',
		};
	}
	const found = isBlank(data?.signingSecret)
		? 'There is no signing secret'
		: 'This is not a whole signing secret';
	return {
		status: 'Error',
		message: `${found}. Copy it from Loops, Settings > Webhooks: it begins with whsec_`,
	};
}
