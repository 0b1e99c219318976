import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import type { Credentials } from '../harness/loops.mts';
import { secret } from '../trigger/refused.mts';

/** An email whose data variables the editor can't show. */
export interface EmailWithoutFields {
	/** After 'shows no data variables if'. */
	name: string;
	transactionalId: string;
	fault?: Fault;
	hasNoCredential?: true;
}

export const EMAILS_WITHOUT_FIELDS: EmailWithoutFields[] = [
	{ name: 'no email is chosen', transactionalId: '' },
	{ name: 'an expression chooses the email', transactionalId: '={{ $json.id }}' },
	{ name: 'Loops does not list the email', transactionalId: 'unknown' },
	{ name: 'the email has none', transactionalId: 'plain' },
	{
		name: 'Loops refuses access',
		transactionalId: 'plain',
		fault: { kind: 'status', status: 403 },
	},
	{ name: 'the node has no credential', transactionalId: 'plain', hasNoCredential: true },
];

/** An event whose properties the editor can't show. */
export interface EventWithoutFields {
	/** After 'shows no event properties if'. */
	name: string;
	eventName: string;
	fault?: Fault;
}

export const EVENTS_WITHOUT_FIELDS: EventWithoutFields[] = [
	{ name: 'no event is chosen', eventName: '' },
	{ name: 'an expression chooses the event', eventName: '={{ $json.name }}' },
	{ name: 'Loops does not list the event', eventName: 'unknown' },
	{ name: 'the event has none', eventName: 'loggedOut' },
	{ name: 'Loops refuses access', eventName: 'signup', fault: { kind: 'status', status: 403 } },
];

/** What a user enters in the credential of the trigger, after 'tests'. */
export const SIGNING_SECRETS: Array<{ name: string; data: ICredentialDataDecryptedObject }> = [
	{ name: 'a signing secret', data: { signingSecret: secret } },
	{
		name: 'a signing secret without whsec_',
		data: { signingSecret: secret.slice('whsec_'.length) },
	},
	{
		name: 'a signing secret whose beginning is missing',
		data: { signingSecret: secret.slice('whsec_MfK'.length) },
	},
	{ name: 'a signing secret in quotes', data: { signingSecret: `"${secret}"` } },
	{ name: 'a signing secret behind v1', data: { signingSecret: `v1,${secret}` } },
	{ name: 'an empty signing secret', data: { signingSecret: '' } },
	{
		name: 'an API key in place of a signing secret',
		data: { signingSecret: 'd2d561f5ff80136f69b4b5a31b9fb3c9' },
	},
	{
		name: 'a previous signing secret that is too short',
		data: { signingSecret: secret, previousSigningSecret: 'whsec_a' },
	},
];

/** A credential whose test fails, or Loops' answer to it. */
export interface FailingCredential {
	/** After 'tests a credential, and'. */
	name: string;
	fault?: Fault;
	credentials?: Partial<Credentials>;
}

export const FAILING_CREDENTIALS: FailingCredential[] = [
	{ name: 'Loops does not know the API key', fault: { kind: 'status', status: 401 } },
	{ name: 'Loops refuses access', fault: { kind: 'status', status: 403 } },
	{ name: 'the rate limit is reached', fault: { kind: 'status', status: 429 } },
	{ name: 'Loops is not available', fault: { kind: 'status', status: 503 } },
	{ name: 'the Base URL is that of a web page', fault: { kind: 'html', status: 404 } },
	{ name: 'the Base URL begins with ftp://', credentials: { baseUrl: 'ftp://app.loops.so' } },
	{ name: 'the API key was copied as it is shown', credentials: { apiKey: 'd2d5…61f5' } },
];

/** What another node asks n8n to send with the credential, after 'no key is sent for'. */
export const REQUESTS_OF_OTHER_NODES: Array<{
	name: string;
	request: IHttpRequestOptions;
}> = [
	{ name: 'a request to another server', request: { url: 'https://example.com' } },
	{
		name: 'a request through a proxy',
		request: {
			url: 'https://app.loops.so/api/v1/api-key',
			proxy: { host: 'proxy.example.com', port: 3128 },
		},
	},
];
