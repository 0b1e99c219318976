import { NodeApiError, type INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { outcomeOf } from '../../nodes/Loops/http/errors';
import { requireOfCore } from '../harness/instance.mts';
import { workflowWith } from '../harness/workflow.mts';

const [, node]: INode[] = workflowWith({}).nodes;

/** What n8n's helper with a credential throws for the error of a socket. */
const thrownFor = (error: Error) => new NodeApiError(node, error as never);

const withCode = (code: string) => thrownFor(Object.assign(new Error('words'), { code }));

// The list of https://nodejs.org/api/tls.html#x509-certificate-error-codes, which is the same from
// Node.js 18 to 24, then the code for another host name and the one for reasons without a code.
it.each([
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_CRL',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'CERT_SIGNATURE_FAILURE',
	'CRL_SIGNATURE_FAILURE',
	'CERT_NOT_YET_VALID',
	'CERT_HAS_EXPIRED',
	'CRL_NOT_YET_VALID',
	'CRL_HAS_EXPIRED',
	'ERROR_IN_CERT_NOT_BEFORE_FIELD',
	'ERROR_IN_CERT_NOT_AFTER_FIELD',
	'ERROR_IN_CRL_LAST_UPDATE_FIELD',
	'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
	'OUT_OF_MEM',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_CHAIN_TOO_LONG',
	'CERT_REVOKED',
	'INVALID_CA',
	'PATH_LENGTH_EXCEEDED',
	'INVALID_PURPOSE',
	'CERT_UNTRUSTED',
	'CERT_REJECTED',
	'HOSTNAME_MISMATCH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'UNSPECIFIED',
])('a certificate with %s is never sent to, and not tried again', (code) => {
	expect(outcomeOf(withCode(code))).toMatchObject({
		networkCode: code,
		isNeverSent: true,
		isFinal: true,
		said: `${code}: words`,
	});
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'])(
	'%s is never sent, and tried again',
	(code) => {
		const outcome = outcomeOf(withCode(code));
		expect(outcome).toMatchObject({ networkCode: code, isNeverSent: true });
		expect(outcome.isFinal).toBeUndefined();
	},
);

it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'HPE_INVALID_CONSTANT'])(
	'%s may have been sent',
	(code) => {
		expect(outcomeOf(withCode(code)).isNeverSent).toBeUndefined();
	},
);

it('an error without a code may have been sent, and keeps its words', () => {
	const outcome = outcomeOf(thrownFor(new Error('Something else')));
	expect(outcome).toMatchObject({ networkCode: 'UNKNOWN', said: 'Something else' });
	expect(outcome.isNeverSent).toBe(false);
});

it('a host name that n8n blocks is never sent to', () => {
	const { SsrfBlockedHostnameError } = requireOfCore('@n8n/backend-network') as {
		SsrfBlockedHostnameError: new (host: string) => Error & { description: string };
	};
	const blocked = new SsrfBlockedHostnameError('loops.internal');
	expect(outcomeOf(thrownFor(blocked))).toMatchObject({
		isNeverSent: true,
		isFinal: true,
		said: blocked.message,
		hint: blocked.description,
	});
});
