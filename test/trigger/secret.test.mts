import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { type Emulator, startEmulator } from '../emulator/server.mts';
import { vector } from './sign.mts';

const { CredentialTestContext } = createRequire(import.meta.url)('n8n-core') as typeof Core;

const trigger = new LoopsTrigger();
const { credentials = [] } = trigger.description;
const { testedBy } = credentials.find(({ name }) => name === new LoopsEmailWebhookApi().name) ?? {};

/** Tests a credential like CredentialsTester of n8n. */
const test = async (data: Record<string, unknown>) =>
	await trigger.methods.credentialTest[testedBy as 'testSigningSecret'].call(
		new CredentialTestContext({} as never),
		{ id: '1', name: 'Loops Webhook', type: 'loopsEmailWebhookApi', data: data as never },
	);

it.each([
	[vector.secret, /^This looks like a signing secret\. /],
	[`  ${vector.secret}\n`, /^This looks like a signing secret\. /],
	[vector.secret.slice(6), /^This may be a signing secret, but does not begin with whsec_ /],
	['thisisnotasecretatalls', /^This may be a signing secret, but does not begin with whsec_ /],
	['whsec_d2d561f5ff80136f69b4b5a31b9fb3c9', /^This looks like a signing secret\. /],
])('the credential test accepts the signing secret %j', async (signingSecret, message) => {
	const { status, message: shown } = await test({ signingSecret });
	expect(status).toBe('OK');
	expect(shown).toMatch(message);
});

it.each([
	['', /^There is no signing secret\. .* begins with whsec_$/],
	['  ', /^There is no signing secret/],
	['whsec_', /^This is not a valid signing secret/],
	['whsec_a', /^This is not a valid signing secret/],
	[vector.secret.slice(0, 20), /^This is not a valid signing secret/],
	['whsec_bG9vcHMtZW11bGF0b3ItdGVzdC1rZXktMDEyMzQ1Njc4OQ==…', /^This is not a valid/],
	['whsec_bG9vcHMtZW11bGF0b3It dGVzdC1rZXktMDEyMzQ1Njc4OQ==', /^This is not a valid/],
	['sk_bG9vcHMtZW11bGF0b3ItdGVzdC1rZXktMDEyMzQ1Njc4OQ==', /^This is not a valid/],
	[`"${vector.secret}"`, /^The signing secret has quotes around it\. /],
	[`'${vector.secret}`, /^The signing secret has quotes around it/],
	[`v1,${vector.secret}`, /^The signing secret begins with 'v1,'/],
	['d2d561f5ff80136f69b4b5a31b9fb3c9', /^This is an API key, not a signing secret\. /],
	[' d2d561f5ff80136f69b4b5a31b9fb3c9\n', /^This is an API key, not a signing secret\. /],
	[undefined, /^There is no signing secret/],
	[7, /^This is not a valid signing secret/],
])('the credential test refuses the signing secret %j', async (signingSecret, message) => {
	const { status, message: shown } = await test({ signingSecret });
	expect(status).toBe('Error');
	expect(shown).toMatch(message);
});

it.each([
	[{}, 'OK', /^This looks like a signing secret\. /],
	[{ previousSigningSecret: ' ' }, 'OK', /^This looks like/],
	[{ previousSigningSecret: vector.secret }, 'OK', /^This looks like/],
	[{ previousSigningSecret: 'whsec_a' }, 'Error', /^The previous signing secret is not valid\. /],
])('the credential test of a valid secret with %j gives %s', async (data, status, message) => {
	const result = await test({ signingSecret: vector.secret, ...data });
	expect(result.status).toBe(status);
	expect(result.message).toMatch(message);
});

describe('the API key', () => {
	let emulator: Emulator;
	beforeAll(async () => {
		emulator = await startEmulator();
	});
	afterAll(async () => await emulator.close());
	const testKey = async (apiKey: string, baseUrl = emulator.baseUrl) =>
		await test({ signingSecret: vector.secret, apiKey, baseUrl });

	it('is tested where there is one', async () => {
		expect((await testKey(' ')).status).toBe('OK');
		expect(emulator.requests).toEqual([]);
		expect((await testKey(emulator.apiKey)).status).toBe('OK');
		expect(emulator.requests).toMatchObject([{ path: '/v1/api-key', status: 200 }]);
	});

	it.each<[string, () => Promise<{ message: string }>, RegExp]>([
		[
			'a wrong key',
			async () => await testKey('wrong-example-key'),
			/^Loops does not accept this API key\. In/,
		],
		['a key in quotes', async () => await testKey('"key"'), /^The API key is in quotes\./],
		[
			'no URL',
			async () => await testKey('key', 'loops'),
			/^The Base URL of the Loops credential must/,
		],
		[
			'nobody at the Base URL',
			async () => await testKey('key', 'http://127.0.0.1:1'),
			/ECONNREFUSED/,
		],
		[
			'another server',
			async () => {
				emulator.inject({ kind: 'html', status: 418 });
				return await testKey(emulator.apiKey);
			},
			/^The server at the Base URL does not respond like the Loops API\. /,
		],
		[
			'a page in place of an answer',
			async () => {
				emulator.inject({ kind: 'html', status: 200 });
				return await testKey(emulator.apiKey);
			},
			/^The server at the Base URL does not respond like the Loops API/,
		],
	])('is refused: %s', async (_case, tested, message) => {
		expect(await tested()).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});
});
