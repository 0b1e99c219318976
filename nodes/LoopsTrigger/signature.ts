import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a request says of itself, as it came: nothing of it can be relied on. */
export interface SignedRequest {
	/** Headers webhook-id, webhook-timestamp (Unix seconds), webhook-signature. */
	id: unknown;
	timestamp: unknown;
	signature: unknown;
	/** The bytes of the body, as far as n8n has read them. */
	body: unknown;
}

/**
 * Why a request is not to be trusted, or undefined where it is signed with the key and as new as the
 * clocks can tell. Never names the key or a signature.
 * @param readToleranceMs gives what its time may be off, either way; asked only of what is signed
 * @param now ms since the epoch
 */
export function distrust(
	{ id, timestamp, signature, body }: SignedRequest,
	key: Buffer | undefined,
	readToleranceMs: () => number,
	now: number,
): string | undefined {
	if (!key) return 'the node has no credential with a valid signing secret';
	if (!isText(id)) return 'there is no webhook-id';
	if (!isText(timestamp)) return 'there is no webhook-timestamp';
	if (!isText(signature)) return 'there is no webhook-signature';
	if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp is no Unix time in seconds';
	// Of multipart, n8n keeps no bytes.
	if (!Buffer.isBuffer(body)) return 'the body has no bytes to verify';

	const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
	const expected = Buffer.from(`v1,${mac}`);
	// As texts: to decode them would take several texts for the same signature.
	const isSigned = signature.split(' ').some((entry) => {
		const given = Buffer.from(entry);
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
	if (!isSigned) return 'no signature matches the signing secret and the body';

	const toleranceMs = readToleranceMs();
	const ageMs = now - Number(timestamp) * 1_000;
	if (ageMs > toleranceMs) return 'the request is too old, or the clock of n8n is fast';
	if (ageMs < -toleranceMs) return 'the request is from the future, or the clock of n8n is slow';
	return undefined;
}

/** Node.js joins a header that comes twice, some to an array. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
