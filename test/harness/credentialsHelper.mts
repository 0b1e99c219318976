import { createRequire } from 'node:module';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeCredentialsDetails,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

// Why `require`: see engine.mts.
const { ICredentialsHelper } = createRequire(import.meta.url)('n8n-workflow') as typeof N8nWorkflow;

/** What n8n reads from stored data: `undefined` is the value of an expression that finds nothing. */
export const withDefaults = (
	{ properties }: ICredentialType,
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject => ({
	...Object.fromEntries(properties.map((each) => [each.name, each.default as string])),
	...data,
});

/** Provides a decrypted credential and applies its `authenticate`, like n8n's helper. */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
		/** By the name of the credential. */
		private readonly others: Record<string, ICredentialDataDecryptedObject> = {},
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) {
		if (typeof this.type.authenticate !== 'function')
			throw new Error('authenticate is no function');
		return await this.type.authenticate(credentials, options);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getDecrypted(_data: unknown, { name }: INodeCredentialsDetails) {
		return withDefaults(this.type, this.others[name] ?? this.data);
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<never> {
		throw new Error(`Not stored here: ${type} ${details.name}`);
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}
