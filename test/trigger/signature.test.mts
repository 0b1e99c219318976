import fc from 'fast-check';
import { Webhook as StandardWebhooks } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { describe, expect, it } from 'vitest';

import { isSigned, readClaim, staleness } from '../../nodes/LoopsTrigger/signature';
import { signingKey } from '../../nodes/LoopsTrigger/signingSecret';
import { signatureOf, vector } from './sign.mts';

const TOLERANCE_MS = 5 * 60_000;
const body = Buffer.from(vector.body);
const right: Parts = { ...vector, body };
const sentAt = Number(vector.timestamp) * 1_000;

interface Parts {
	id: unknown;
	timestamp: unknown;
	signature: unknown;
	body: unknown;
}

/** The reason why the node refuses a request, or undefined. */
function problemOf({ id, timestamp, signature, body }: Parts, keys: Buffer[], now: number) {
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		'webhook-signature': signature,
	};
	const claim = readClaim(headers, body);
	if (typeof claim === 'string') return claim;
	return isSigned(claim, keys) ? staleness(claim, now) : 'not signed';
}

const keyOf = (secret: string) => signingKey(secret) as Buffer;
const check = (request: Parts, { secret = vector.secret, now = sentAt } = {}) =>
	problemOf(request, [keyOf(secret)], now);

describe('the test vector', () => {
	it('equals the result of all signers of the tests', () => {
		const { secret, id, timestamp, signature } = vector;
		expect(signatureOf({ secret, id, timestamp, body })).toBe(signature);
		for (const Signer of [Svix, StandardWebhooks]) {
			expect(new Signer(secret).sign(id, new Date(sentAt), vector.body)).toBe(signature);
		}
	});

	it('is valid with the previous secret beside a new one', () => {
		const keys = [keyOf('whsec_2aWQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx'), keyOf(vector.secret)];
		expect(problemOf(right, keys, sentAt)).toBeUndefined();
		expect(problemOf(right, [keys[0]], sentAt)).toBe('not signed');
		expect(problemOf(right, [], sentAt)).toBe('not signed');
	});

	it.each([vector.secret, vector.secret.slice(6), ` ${vector.secret}\n`])(
		'is valid with the secret %j',
		(secret) => expect(check(right, { secret })).toBeUndefined(),
	);

	it('is valid beside other signatures', () => {
		const signature = `v2,x v1,${'A'.repeat(43)}= ${vector.signature}`;
		expect(check({ ...right, signature })).toBeUndefined();
	});

	it.each([
		[-TOLERANCE_MS - 1, 'is from the future'],
		[-TOLERANCE_MS, undefined],
		[TOLERANCE_MS, undefined],
		[TOLERANCE_MS + 1, 'is too old'],
	])('%i ms after its time gives %s', (late, reason) => {
		const found = check(right, { now: sentAt + late });
		if (reason) expect(found).toContain(reason);
		else expect(found).toBeUndefined();
	});
});

const text = fc.string({ minLength: 1, unit: 'binary-ascii' });
const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 }).map((each) => Buffer.from(each));

/** Validly signed requests, with their secret. */
const signed = fc
	.record({
		key: fc.uint8Array({ minLength: 16, maxLength: 64 }),
		// With a dot, another ID and time could have the same signature.
		id: text.filter((id) => !id.includes('.')),
		seconds: fc.integer({ min: 0, max: 99_999_999_999 }),
		body: bytes,
	})
	.map(({ key, id, seconds, body: content }) => {
		const secret = `whsec_${Buffer.from(key).toString('base64')}`;
		const timestamp = String(seconds);
		const signature = signatureOf({ secret, id, timestamp, body: content });
		return { secret, now: seconds * 1_000, request: { id, timestamp, signature, body: content } };
	});

/** The text with one character replaced, inserted or deleted. */
const mutated = (given: string, at: number, by: string) => {
	const place = at % (given.length + 1);
	const options = [
		given.slice(0, place) + by + given.slice(place + 1),
		given.slice(0, place) + by + given.slice(place),
		given.slice(0, place) + given.slice(place + 1),
	];
	return fc.constantFrom(...options.filter((option) => option !== given));
};

/** A change to one header. Without spaces, which could leave the valid signature intact. */
const changed = signed.chain(({ secret, now, request }) =>
	fc
		.tuple(
			fc.constantFrom('id', 'timestamp', 'signature'),
			fc.nat(),
			text.filter((by) => !by.includes(' ')),
		)
		.chain(([part, at, by]) => mutated(request[part as 'id'], at, by).map((to) => ({ part, to })))
		.map(({ part, to }) => ({ secret, now, request: { ...request, [part]: to } })),
);

const changedBody = fc
	.tuple(signed, fc.nat(), fc.integer({ min: 1, max: 255 }))
	.map(([{ secret, now, request }, at, by]) => {
		const other = Buffer.from(request.body);
		other[at % other.length] ^= by;
		return { secret, now, request: { ...request, body: other } };
	});

describe('a signed request', () => {
	it('is valid', () => {
		fc.assert(
			fc.property(signed, ({ request, ...rest }) => check(request, rest) === undefined),
			{ numRuns: 2_000 },
		);
	});

	it('is refused after a change to its ID, time or signature', () => {
		fc.assert(
			fc.property(changed, ({ request, ...rest }) => check(request, rest) !== undefined),
			{ numRuns: 5_000 },
		);
	});

	it('is refused after a change to a byte of its body', () => {
		fc.assert(
			fc.property(changedBody, ({ request, ...rest }) => check(request, rest) !== undefined),
			{ numRuns: 5_000 },
		);
	});

	it('is refused with another secret', () => {
		fc.assert(
			fc.property(signed, signed, ({ request, now, secret }, other) => {
				fc.pre(secret !== other.secret);
				return check(request, { now, secret: other.secret }) !== undefined;
			}),
		);
	});

	it('is refused without an exception if its parts are arbitrary values', () => {
		const anything = fc.anything({ withDate: true, withBigInt: true, withTypedArray: true });
		fc.assert(
			fc.property(
				fc.record({ id: anything, timestamp: anything, signature: anything, body: anything }),
				fc.option(bytes),
				(request, key) => typeof problemOf(request, key ? [key] : [], sentAt) === 'string',
			),
		);
	});
});
