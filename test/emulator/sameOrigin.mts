import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether the host of a request is loopback or absent, and not a foreign name that resolves to it. */
function isForLoopback({ host }: IncomingHttpHeaders): boolean {
	return !host || LOOPBACK.test(host);
}

/**
 * Whether a request comes from another page in a browser, since any page can reach this machine.
 * Other clients send neither header.
 */
function isForeign(headers: IncomingHttpHeaders): boolean {
	const { origin, host, 'sec-fetch-site': site } = headers;
	if (origin === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
	return origin !== `http://${host}`;
}

/** Why the emulator refuses a request, if it does. It also keeps nothing of that request. */
export function refusalOf({ method, headers }: IncomingMessage): string | undefined {
	if (!isForLoopback(headers)) return 'The emulator answers only requests to this machine.';
	if (method === 'GET' || !isForeign(headers)) return undefined;
	return 'Only pages of the emulator itself may change it.';
}
