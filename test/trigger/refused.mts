import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { payloadOf } from './payloads.mts';
import { inSeconds, newId, signatureOf, signedRequest, type WebhookRequest } from './sign.mts';

/** A request that must not start an execution. */
export interface Refused {
	/** Row of the table in README.md. */
	row: string;
	name: string;
	request(): WebhookRequest;
	status: number;
	/** n8n refuses it before the node runs. */
	byN8n?: true;
}

/** The signing secret of the nodes under test. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'whsec_2aWQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx';

/** An event that passes the filters of the nodes under test. */
export const event = payloadOf('contact.created');
const body = Buffer.from(JSON.stringify(event));
const valid = (options = {}) => signedRequest(secret, body, options);
const minutesFromNow = (minutes: number) => inSeconds(Date.now() + minutes * 60_000);

/** A valid request with changed headers; undefined removes one. */
const withHeaders =
	(changes: (now: string) => Record<string, string | string[] | undefined>) => () => {
		const timestamp = inSeconds(Date.now());
		const { headers } = valid({ timestamp });
		const all = { ...headers, ...changes(timestamp) };
		return {
			headers: Object.fromEntries(
				Object.entries(all).filter(([, value]) => value !== undefined),
			) as WebhookRequest['headers'],
			body,
		};
	};

/** The headers of a valid request, with another body. */
const withBody =
	(other: Buffer, more: Record<string, string> = {}) =>
	() => ({
		headers: { ...valid().headers, ...more },
		body: other,
	});

const asMethod =
	(method: string, sent = body) =>
	() => ({ ...valid(), method, body: sent });

/** A valid request with another signature. */
const withSignature =
	(sign: (id: string, timestamp: string, signature: string) => string) => () => {
		const { headers } = valid();
		const signature = sign(
			headers['webhook-id'],
			headers['webhook-timestamp'],
			headers['webhook-signature'],
		);
		return { headers: { ...headers, 'webhook-signature': signature }, body };
	};

const hmac = (algorithm: string, key: string | Buffer, text: string | Buffer) =>
	`v1,${createHmac(algorithm, key).update(text).digest('base64')}`;
const keyBytes = Buffer.from(secret.slice(6), 'base64');

/** A validly signed request with another time. */
const signedAt = (timestamp: () => string) => () => valid({ timestamp: timestamp() });

/** A validly signed request with another body. */
const signedBody =
	(content: string | Buffer, type = 'application/json') =>
	() =>
		signedRequest(secret, Buffer.from(content), { type });

const group = (
	row: string,
	status: number,
	cases: Record<string, () => WebhookRequest>,
): Refused[] => Object.entries(cases).map(([name, request]) => ({ row, name, request, status }));
const groupByN8n = (...of: Parameters<typeof group>) =>
	group(...of).map((each): Refused => ({ ...each, byN8n: true }));

export const refused: Refused[] = [
	...group('A header missing or empty, or two IDs or times', 401, {
		'none of the headers': () => ({ headers: { 'content-type': 'application/json' }, body }),
		'no webhook-id': withHeaders(() => ({ 'webhook-id': undefined })),
		'no webhook-timestamp': withHeaders(() => ({ 'webhook-timestamp': undefined })),
		'no webhook-signature': withHeaders(() => ({ 'webhook-signature': undefined })),
		'an empty webhook-id': withHeaders(() => ({ 'webhook-id': '' })),
		'an empty webhook-timestamp': withHeaders(() => ({ 'webhook-timestamp': '' })),
		'an empty webhook-signature': withHeaders(() => ({ 'webhook-signature': '' })),
		'webhook-id twice': withHeaders(() => ({ 'webhook-id': ['msg_1', 'msg_2'] })),
		'webhook-timestamp twice': withHeaders((now) => ({ 'webhook-timestamp': [now, now] })),
		'the headers of Svix': () => {
			const { headers } = valid();
			const renamed = Object.entries(headers).map(([name, value]) => [
				name.replace('webhook-', 'svix-'),
				value,
			]);
			return { headers: Object.fromEntries(renamed) as WebhookRequest['headers'], body };
		},
	}),
	...group("A time over 5 minutes from n8n's clock, or not in Unix seconds", 401, {
		milliseconds: signedAt(() => String(Date.now())),
		'a date': signedAt(() => new Date().toISOString()),
		'a negative number': signedAt(() => `-${inSeconds(Date.now())}`),
		'a fraction': signedAt(() => `${inSeconds(Date.now())}.5`),
		'a hexadecimal number': signedAt(() => `0x${Math.floor(Date.now() / 1_000).toString(16)}`),
		'thirty digits': signedAt(() => '9'.repeat(30)),
		'an exponent': signedAt(() => '1.79e9'),
		'a sign': signedAt(() => `+${inSeconds(Date.now())}`),
		words: signedAt(() => 'now'),
		'six minutes old': signedAt(() => minutesFromNow(-6)),
		'six minutes ahead': signedAt(() => minutesFromNow(6)),
		'two days old': signedAt(() => minutesFromNow(-2_880)),
		'two days ahead': signedAt(() => minutesFromNow(2_880)),
		'from 1970': signedAt(() => '0'),
		'from the year 33,000': signedAt(() => '999999999999'),
	}),
	...group('No valid signature of ID, time and body', 401, {
		'another secret': () => signedRequest(otherSecret, body),
		'an empty key': withSignature((id, time) =>
			hmac('sha256', '', Buffer.concat([Buffer.from(`${id}.${time}.`), body])),
		),
		'a key that is the secret as text': withSignature((id, time) =>
			hmac('sha256', secret, Buffer.concat([Buffer.from(`${id}.${time}.`), body])),
		),
		'SHA-1': withSignature((id, time) => hmac('sha1', keyBytes, `${id}.${time}.${body}`)),
		'SHA-512': withSignature((id, time) => hmac('sha512', keyBytes, `${id}.${time}.${body}`)),
		'the body alone is signed': withSignature(() => hmac('sha256', keyBytes, body)),
		'another body': withBody(Buffer.from(JSON.stringify({ ...event, eventTime: 1 }))),
		'the event with other whitespace': withBody(Buffer.from(JSON.stringify(event, null, 1))),
		'the ID of another event': withHeaders(() => ({ 'webhook-id': newId() })),
		'an old request with a new time': () => ({
			headers: {
				...valid({ timestamp: minutesFromNow(-60) }).headers,
				'webhook-timestamp': minutesFromNow(0),
			},
			body,
		}),
		'no version': withSignature((_id, _time, signature) => signature.slice(3)),
		'another version': withSignature((_id, _time, signature) => signature.replace('v1', 'v2')),
		'the asymmetric version': withSignature((_id, _time, signature) =>
			signature.replace('v1', 'v1a'),
		),
		hexadecimal: withSignature(
			(_id, _time, signature) => `v1,${Buffer.from(signature.slice(3), 'base64').toString('hex')}`,
		),
		'url-safe base64': withSignature(
			(_id, _time, signature) => `${signature.slice(0, 3)}-_${signature.slice(5)}`,
		),
		'upper case': withSignature((_id, _time, signature) => signature.toUpperCase()),
		'the valid one behind a tab': withSignature((_id, _time, signature) => `v1,x\t${signature}`),
		'without padding': withSignature((_id, _time, signature) => signature.replace('=', '')),
		'cut off': withSignature((_id, _time, signature) => signature.slice(0, -4)),
		'with a comma behind it': withSignature((_id, _time, signature) => `${signature},`),
		'a hundred wrong ones': withSignature((id, time) =>
			Array(100)
				.fill(signatureOf({ secret: otherSecret, id, timestamp: time, body }))
				.join(' '),
		),
	}),
	...group('Over 1 MB, or of a type that n8n keeps no bytes of, such as multipart', 401, {
		'one byte too large': () =>
			signedRequest(secret, Buffer.from(JSON.stringify(event).padEnd(2 ** 20 + 1))),
		'2 MB, not signed': withBody(Buffer.from(JSON.stringify(event).padEnd(2 ** 21))),
		'a well-formed multipart form': signedBody(
			'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
			'multipart/form-data; boundary=x',
		),
		'an event as octet-stream': signedBody(body, 'application/octet-stream'),
		'an event as an image': signedBody(body, 'image/png'),
		'an event without a type': () => {
			const { 'content-type': _type, ...headers } = valid().headers;
			return { headers, body };
		},
	}),
	...group('Signed, but no event in JSON and UTF-8', 400, {
		'a list': signedBody('[]'),
		'a list of events': signedBody(JSON.stringify([event])),
		text: signedBody('"contact.created"'),
		'a number': signedBody('1'),
		null: signedBody('null'),
		'no eventName': signedBody('{"event":"contact.created"}'),
		'an inherited eventName': signedBody('{"__proto__":{"eventName":"contact.created"}}'),
		'eventName is a number': signedBody('{"eventName":1}'),
		'eventName is a list': signedBody('{"eventName":["contact.created"]}'),
		'eventName is an object': signedBody('{"eventName":{"0":"contact.created"}}'),
		'eventName is null': signedBody('{"eventName":null}'),
		'the event within another object': signedBody(JSON.stringify({ data: event })),
		'two events': signedBody(Buffer.concat([body, Buffer.from('\n'), body]), 'text/plain'),
		'an event with a brace behind it': signedBody(`${body}}`, 'text/plain'),
		'eventName is empty': signedBody('{"eventName":""}'),
		'no body': signedBody(''),
		'invalid UTF-8': signedBody(
			Buffer.concat([Buffer.from('{"eventName":"'), Buffer.from([0xff]), Buffer.from('"}')]),
			'text/plain',
		),
		'UTF-16': signedBody(
			Buffer.from(body.toString(), 'utf16le'),
			'application/json; charset=utf-16le',
		),
		'a form': signedBody('eventName=contact.created', 'application/x-www-form-urlencoded'),
		XML: signedBody('<eventName>contact.created</eventName>', 'application/xml'),
		'malformed JSON as text': signedBody('{"eventName":', 'text/plain'),
		'deeply nested': signedBody('['.repeat(50_000) + ']'.repeat(50_000)),
	}),
	...groupByN8n('Malformed JSON or XML, an unknown charset', 422, {
		'malformed JSON': signedBody('{"eventName":'),
		'malformed JSON, not signed': () => ({
			headers: { 'content-type': 'application/json' },
			body: Buffer.from('{'),
		}),
		'malformed XML': signedBody('<eventName>', 'application/xml'),
		'an unknown charset': signedBody(body, 'application/json; charset=klingon'),
	}),
	...groupByN8n('Over `N8N_PAYLOAD_SIZE_MAX` (16 MB), or damaged compression', 500, {
		'17 MB': signedBody(JSON.stringify({ ...event, padding: 'x'.repeat(17 * 2 ** 20) })),
		'not gzip': withHeaders(() => ({ 'content-encoding': 'gzip' })),
		'a bomb of 100 MB': withBody(gzipSync(Buffer.alloc(100 * 2 ** 20)), {
			'content-encoding': 'gzip',
		}),
		'truncated gzip': withBody(gzipSync(body).subarray(0, 20), { 'content-encoding': 'gzip' }),
	}),
	...groupByN8n('GET, HEAD, PUT, PATCH, DELETE', 404, {
		GET: asMethod('GET', Buffer.alloc(0)),
		HEAD: asMethod('HEAD', Buffer.alloc(0)),
		PUT: asMethod('PUT'),
		PATCH: asMethod('PATCH'),
		DELETE: asMethod('DELETE', Buffer.alloc(0)),
	}),
	...groupByN8n('OPTIONS', 204, {
		OPTIONS: asMethod('OPTIONS', Buffer.alloc(0)),
	}),
	...groupByN8n('Another HTTP method', 500, {
		TRACE: asMethod('TRACE', Buffer.alloc(0)),
		PROPFIND: asMethod('PROPFIND'),
	}),
];
