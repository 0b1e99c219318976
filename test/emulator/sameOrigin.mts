import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether a request names this machine or nothing, rather than a name that was made to point at it. */
export function isForLoopback({ host }: IncomingHttpHeaders): boolean {
	return !host || LOOPBACK.test(host);
}

/**
 * Whether a browser sent a request for a page that isn't the emulator's: any page can reach an
 * address of this machine. What isn't a browser sends neither header.
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
	const { origin, host, 'sec-fetch-site': site } = headers;
	if (origin === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
	return origin !== `http://${host}`;
}
