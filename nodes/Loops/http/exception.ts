import type { Outcome } from './request';

/** An exception of n8n's helpers: an error of n8n, or of axios, which wraps that of a socket. */
interface Exception {
	name?: string;
	message?: string;
	description?: string;
	code?: string;
	/** The status of an answer that was cut off, or the code of the socket. */
	httpCode?: string | null;
	syscall?: string;
	cause?: Exception;
	errors?: Exception[]; // of several addresses
	request?: { socket?: unknown }; // of axios
}

/** Codes for a connection that was never made. Others, such as EHOSTUNREACH, may also end an open one. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'];

/**
 * Codes of Node.js for a certificate that it does not accept. Node.js then closes the connection before
 * it writes the request. https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const CERTIFICATE_REFUSED = [
	...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_CRL', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
	...['UNABLE_TO_DECRYPT_CRL_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
	...['CERT_SIGNATURE_FAILURE', 'CRL_SIGNATURE_FAILURE', 'CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'],
	...['CRL_NOT_YET_VALID', 'CRL_HAS_EXPIRED', 'ERROR_IN_CERT_NOT_BEFORE_FIELD'],
	...['ERROR_IN_CERT_NOT_AFTER_FIELD', 'ERROR_IN_CRL_LAST_UPDATE_FIELD'],
	...['ERROR_IN_CRL_NEXT_UPDATE_FIELD', 'OUT_OF_MEM', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_CHAIN_TOO_LONG', 'CERT_REVOKED', 'INVALID_CA'],
	...['PATH_LENGTH_EXCEEDED', 'INVALID_PURPOSE', 'CERT_UNTRUSTED', 'CERT_REJECTED'],
	// Not in that list: the name of the host, and reasons that OpenSSL added, such as a weak signature.
	...['HOSTNAME_MISMATCH', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNSPECIFIED'],
];

const CERTIFICATE_HINT =
	"If your company's proxy inspects TLS traffic, n8n must trust the proxy's certificate. Set the environment variable NODE_EXTRA_CA_CERTS to the path of the certificate file, and restart n8n. If there is no such proxy, check the Base URL, and the clock of n8n's machine";

/** Reads what n8n's helper threw. A request counts as sent unless it certainly did not leave. */
export function outcomeOf(thrown: unknown): Outcome {
	const causes = causesOf(thrown as Exception);
	const { httpCode, code } = causes[0];
	const statusCode = Number(httpCode) || undefined;
	const networkCode = httpCode ?? code ?? 'UNKNOWN';
	const lost = { statusCode, networkCode, headers: {} };
	if (statusCode !== undefined) return lost;

	const { message = '' } = causes.at(-1) ?? {};
	const blocked = causes.find(({ name }) => name?.startsWith('SsrfBlocked'));
	if (blocked) {
		return { ...lost, isNeverSent: true, isFinal: true, said: message, hint: blocked.description };
	}
	if (CERTIFICATE_REFUSED.includes(networkCode)) {
		const said = `${networkCode}: ${message}`;
		return { ...lost, isNeverSent: true, isFinal: true, said, hint: CERTIFICATE_HINT };
	}
	const isConnecting = causes.some(({ syscall }) => syscall === 'connect');
	if (isConnecting || NEVER_CONNECTED.includes(networkCode)) return { ...lost, isNeverSent: true };
	// Other codes, such as ECONNRESET, may end an open connection.
	if (networkCode !== 'UNKNOWN') return lost;
	// An HTTPS proxy that refuses or closes the tunnel: the request never got a socket.
	const isNeverSent = causes.some(({ request }) => request && !request.socket);
	return { ...lost, isNeverSent, said: message || undefined };
}

/** An error, its cause, the cause of that, and so on. */
function causesOf(error: Exception): Exception[] {
	const cause = error.cause ?? error.errors?.[0];
	return cause ? [error, ...causesOf(cause)] : [error];
}
