import { createHmac } from 'node:crypto';

import { Webhook as StandardWebhooks } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

/** The secret and the signature of the fact sheet: not made by code of this repository. */
export const vector = {
	secret: 'whsec_bG9vcHMtZW11bGF0b3ItdGVzdC1rZXktMDEyMzQ1Njc4OQ==',
	id: 'msg_2zEmu0001',
	timestamp: '1790000000',
	body: '{"eventName":"testing.testEvent","eventTime":1790000000,"message":"test","webhookSchemaVersion":"1.0.0"}',
	signature: 'v1,BFB99sw90N8RoCwq+94C4vfYPbPZFsj4LxtkTvjy97Y=',
};

/** A request to a webhook. A header given as a list is sent as often. */
export interface WebhookRequest {
	method?: string;
	headers: Record<string, string | string[]>;
	body: Buffer;
}

/** What a signature is about, and what it is made with. */
interface Signed {
	secret: string;
	id: string;
	timestamp: string;
	body: Buffer;
}

/** How Loops signs any bytes: HMAC-SHA256 over ID, time and body, with the decoded part behind `whsec_`. */
export function signatureOf({ secret, id, timestamp, body }: Signed): string {
	const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
	const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

let messages = 0;

/** A new ID, as each event has one. */
export const newId = () => `msg_${process.pid}_${Date.now()}_${++messages}`;

export const inSeconds = (ms: number) => String(Math.floor(ms / 1_000));

/** By the libraries in turn, as far as they can: they take text and whole seconds. */
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

/** A request as Loops sends it. */
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
