import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { KEYS_KEPT_MS } from '../../nodes/LoopsTrigger/signingSecret';
import { startTrigger, type TriggerServer } from '../harness/webhook.mts';
import { post } from './post.mts';
import { event, refused, secret } from './refused.mts';
import { signedRequest } from './sign.mts';

const next = 'whsec_2aWQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx';
let trigger: TriggerServer;
let reads: number;
let secrets: { signingSecret: string; previousSigningSecret?: string };
/** Error with which n8n fails to read the credential. */
let failure: string | undefined;

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	reads = 0;
	failure = undefined;
	secrets = { signingSecret: secret };
	trigger = await startTrigger({
		parameters: { events: ['*'] },
		credential: {
			get signingSecret() {
				reads++;
				if (failure) throw new Error(failure);
				return secrets.signingSecret;
			},
			get previousSigningSecret() {
				return secrets.previousSigningSecret;
			},
		} as never,
	});
});
afterEach(async () => {
	vi.useRealTimers();
	await trigger.close();
});

const send = async (key: string) => (await post(trigger.url, signedRequest(key, event))).status;

it('reads the credential at most once in five seconds', async () => {
	await Promise.all(Array.from({ length: 20 }, async () => await send(secret)));
	for (let ms = 0; ms < KEYS_KEPT_MS; ms += 1_000) {
		expect([await send(secret), await send(next)]).toEqual([200, 401]);
		expect(reads).toBe(1);
		vi.advanceTimersByTime(1_000);
	}
	await send(secret);
	expect(reads).toBe(2);
});

it('does not read the credential for a request that is malformed, too large or of another time', async () => {
	const unsigned = ['A header missing', 'A time over', 'Over 1 MB'];
	const cheap = refused.filter(
		({ row, name, byN8n }) =>
			!byN8n &&
			unsigned.some((start) => row.startsWith(start)) &&
			// Node.js joins the two IDs.
			name !== 'webhook-id twice',
	);
	expect(cheap.length).toBeGreaterThan(20);
	for (const { request, status } of cheap) {
		expect((await post(trigger.url, request())).status).toBe(status);
	}
	expect(reads).toBe(0);
});

it('accepts a new secret and refuses the old one after five seconds', async () => {
	expect(await send(secret)).toBe(200);
	secrets = { signingSecret: next };
	vi.advanceTimersByTime(KEYS_KEPT_MS);
	expect([await send(secret), await send(next)]).toEqual([401, 200]);
});

it('accepts the previous secret as long as the credential has it', async () => {
	secrets = { signingSecret: next, previousSigningSecret: secret };
	expect([await send(secret), await send(next)]).toEqual([200, 200]);
	const both = signedRequest(secret, event);
	both.headers['webhook-signature'] += ' v1,AAAA';
	expect((await post(trigger.url, both)).status).toBe(200);
	secrets = { signingSecret: next };
	vi.advanceTimersByTime(KEYS_KEPT_MS);
	expect([await send(secret), await send(next)]).toEqual([401, 200]);
});

it('does not cache a failure to read the credential', async () => {
	failure = 'Credentials could not be decrypted';
	expect(await send(secret)).toBe(500);
	failure = undefined;
	expect(await send(secret)).toBe(200);
});
