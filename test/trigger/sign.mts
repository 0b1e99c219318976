import { createHmac } from 'node:crypto';

import { Webhook as StandardWebhooks } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

/** A signed request from the fact sheet, made by independent code. */
export const vector = {
	secret: 'whsec_bG9vcHMtZW11bGF0b3ItdGVzdC1rZXktMDEyMzQ1Njc4OQ==',
	id: 'msg_2zEmu0001',
	timestamp: '1790000000',
	body: '{"eventName":"testing.testEvent","eventTime":1790000000,"message":"test","webhookSchemaVersion":"1.0.0"}',
	signature: 'v1,BFB99sw90N8RoCwq+94C4vfYPbPZFsj4LxtkTvjy97Y=',
};

/** A request to a webhook; each value of a list is sent as a header of its own. */
export interface WebhookRequest {
	method?: string;
	headers: Record<string, string | string[]>;
	body: Buffer;
}

/** The input of a signature. */
interface Signed {
	secret: string;
	id: string;
	timestamp: string;
	body: Buffer;
}

/** Loops' signature: HMAC-SHA256 of ID, time and body, with the base64 behind `whsec_` as key. */
export function signatureOf({ secret, id, timestamp, body }: Signed): string {
	const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
	const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

let messages = 0;

export const newId = () => `msg_${process.pid}_${Date.now()}_${++messages}`;

export const inSeconds = (ms: number) => String(Math.floor(ms / 1_000));

/** Signs with two libraries in turn if they can: they accept only text and whole seconds. */
function libraryOrOwn({ secret, id, timestamp, body }: Signed): string {
	const text = body.toString();
	const sentAt = new Date(Number(timestamp) * 1_000);
	const isKey = /^(whsec_)?[\w+/]{16,}=*$/.test(secret);
	const isPlain = isKey && /^\d{1,12}$/.test(timestamp) && Buffer.from(text).equals(body);
	if (!isPlain || Number.isNaN(sentAt.getTime()))
		return signatureOf({ secret, id, timestamp, body });
	const Signer = messages % 2 === 0 ? Svix : StandardWebhooks;
	return new Signer(secret).sign(id, sentAt, text);
}

/** A request in the form that Loops sends. */
export function signedRequest(
	secret: string,
	body: unknown,
	{ id = newId(), timestamp = inSeconds(Date.now()), type = 'application/json' } = {},
): WebhookRequest & { headers: Record<string, string> } {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
	return {
		headers: {
			'content-type': type,
			'webhook-id': id,
			'webhook-timestamp': timestamp,
			'webhook-signature': libraryOrOwn({ secret, id, timestamp, body: bytes }),
		},
		body: bytes,
	};
}
