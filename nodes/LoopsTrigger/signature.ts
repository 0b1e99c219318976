import { createHmac, timingSafeEqual } from 'node:crypto';

/** A request that has the form of a signed one. */
type Claim = Exclude<ReturnType<typeof readClaim>, string>;

/** Loops' events have a few KB. */
const MAX_BYTES = 1_048_576;

/** As in the Standard Webhooks libraries. After a restart, a recorded request can be replayed for as long. */
const TOLERANCE_MS = 5 * 60_000;

/** The claim of a request, or what is wrong with its headers or body. */
export function readClaim(headers: Record<string, unknown>, body: unknown) {
	const id = headers['webhook-id'];
	const timestamp = headers['webhook-timestamp'];
	const signature = headers['webhook-signature'];
	if (!isText(id)) return 'the header webhook-id is missing';
	if (!isText(timestamp)) return 'the header webhook-timestamp is missing';
	if (!isText(signature)) return 'the header webhook-signature is missing';
	if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp is not a Unix time in seconds';
	// n8n does not keep the bytes of a multipart body.
	if (!Buffer.isBuffer(body))
		return "n8n has no raw body of the request, so the signature can't be verified";
	if (body.length > MAX_BYTES) return 'the body is larger than 1 MB';
	return { id, timestamp, signature, body };
}

/** Node.js joins a header that comes twice, some of them to an array. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether the request is signed with one of the keys (contract: webhook-signature). */
export function isSigned({ id, timestamp, signature, body }: Claim, keys: Buffer[]): boolean {
	const entries = signature.split(' ').map((entry) => Buffer.from(entry));
	return keys.some((key) => {
		const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
		// Compared as text: several base64 texts decode to the same signature.
		const expected = Buffer.from(`v1,${mac.digest('base64')}`);
		return entries.some(
			(entry) => entry.length === expected.length && timingSafeEqual(entry, expected),
		);
	});
}

/** Why the time of a request is not accepted at `now`, in ms since the epoch. */
export function staleness({ timestamp }: Claim, now: number): string | undefined {
	const ageMs = now - Number(timestamp) * 1_000;
	if (Math.abs(ageMs) <= TOLERANCE_MS) return undefined;
	return ageMs > 0
		? 'the request is too old, or the clock of n8n is fast'
		: 'the request is from the future, or the clock of n8n is slow';
}
