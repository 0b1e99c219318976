import type { IHttpRequestOptions } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { useOtherHosts } from '../harness/otherHosts.mts';

// nock uses real timers.
const loops = useEmulator({}, { time: 'real' });

useOtherHosts();

describe('the credential test', () => {
	it('accepts the right key', async () => {
		expect(await loops.testCredential()).toMatchObject({ status: 'OK' });
	});

	it('accepts spaces around key and Base URL, and trailing slashes', async () => {
		const { apiKey, baseUrl } = loops.credentials();
		const credentials = { apiKey: ` ${apiKey}\n`, baseUrl: ` ${baseUrl}// ` };
		expect(await loops.testCredential(credentials)).toMatchObject({ status: 'OK' });
		await loops.expectSuccess({ resource: 'apiKey', operation: 'test' }, [{}], { credentials });
	});

	const messageOf = async (credentials: Partial<ReturnType<typeof loops.credentials>>) => {
		const { status, message } = await loops.testCredential({
			...loops.credentials(),
			...credentials,
		});
		expect(status).toBe('Error');
		return message;
	};

	it('reports a wrong key and where to create one', async () => {
		expect(await messageOf({ apiKey: 'wrong' })).toMatch(
			/^Loops does not accept this API key\. .* Settings > API, choose Generate key/,
		);
	});

	it.each([
		['d2d5…f61f5', 5],
		['\u0430bc', 1],
		['two words', 4],
		['key\nkey', 4],
		['ключ', 1],
		['d2d561f5\u200b', 9],
		['😀', 1],
	])('names the invalid character of %j', async (apiKey, place) => {
		expect(await messageOf({ apiKey })).toBe(
			`Character ${place} of the API key is invalid. Copy the whole key again from Loops, Settings > API`,
		);
		expect(loops.emulator.requests).toEqual([]);
	});

	it.each([
		'Bearer d2d561f5',
		'bearer  d2d561f5',
		' Bearer\nd2d561f5',
		'Authorization: Bearer d2d5',
	])('asks for the key alone where %j was pasted', async (apiKey) => {
		expect(await messageOf({ apiKey })).toBe(
			"The API key begins with 'Bearer'. Enter the key without 'Bearer'",
		);
		expect(loops.emulator.requests).toEqual([]);
	});

	it.each([undefined, null, '', ' ', 'undefined', 'null'])(
		'says that there is no API key where an expression gives %j',
		async (apiKey) => {
			expect(await messageOf({ apiKey: apiKey as string })).toContain(
				'Enter a key, or check that the expression returns a key',
			);
			expect(loops.emulator.requests).toEqual([]);
		},
	);

	it.each([undefined, null])(
		"calls no address where the expression of the Base URL gives %j, not even Loops' own",
		async (baseUrl) => {
			const credentials = { baseUrl: baseUrl as unknown as string };
			const said = 'The expression in the Base URL of the Loops credential returns nothing';
			expect(await messageOf(credentials)).toContain(said);
			const using = { ...loops.credentials(), ...credentials };
			await loops.expectRefusal(parametersOf.sendEvent, said, [{}], { credentials: using });
		},
	);

	it.each(['app.loops.so/api/v1', 'ftp://app.loops.so', 'https://', 'not a url'])(
		"refuses the Base URL '%s'",
		async (baseUrl) => {
			expect(await messageOf({ baseUrl })).toContain(
				'The Base URL of the Loops credential must start with https:// or http://',
			);
		},
	);

	it.each(['user:secret@', 'user@', ':secret@'])(
		'refuses a Base URL with the login %s without quoting it',
		async (login) => {
			const baseUrl = loops.credentials().baseUrl.replace('//', `//${login}`);
			const credentials = { ...loops.credentials(), baseUrl };
			const run = await loops.run({ resource: 'apiKey', operation: 'test' }, [{}], { credentials });
			for (const text of [await messageOf({ baseUrl }), run.error?.message]) {
				expect(text).toContain(
					'The Base URL of the Loops credential contains a user name or password',
				);
			}
			expect(JSON.stringify(run.run)).not.toContain('secret');
			expect(loops.emulator.requests).toEqual([]);
		},
	);

	it("shows n8n's error code if Loops cannot be reached", async () => {
		expect(await messageOf({ baseUrl: 'http://127.0.0.1:9/api/v1' })).toBe('ECONNREFUSED');
	});

	it.each<[string, Fault, RegExp]>([
		['a 429', { kind: 'status', status: 429 }, /^Loops' rate limit is reached/],
		[
			'a 403',
			{ kind: 'status', status: 403 },
			/^Loops, or a proxy between n8n and Loops, refuses access/,
		],
		['a 502', { kind: 'html', status: 502 }, /^Loops is not available at the moment/],
		['a 404', { kind: 'html', status: 404 }, /does not respond like the Loops API/],
		['HTML', { kind: 'html', status: 200 }, /does not respond like the Loops API/],
		['other JSON', { kind: 'body', body: { ok: 1 } }, /does not respond like the Loops API/],
		[
			'a failure as JSON',
			{ kind: 'body', body: { success: false } },
			/does not respond like the Loops API/,
		],
		[
			'success as text',
			{ kind: 'body', body: { success: 'true', teamName: 'A' } },
			/does not respond like the Loops API/,
		],
		[
			'an answer without a team',
			{ kind: 'body', body: { success: true } },
			/does not respond like the Loops API/,
		],
		['a 407 of a proxy', { kind: 'html', status: 407 }, /requires a user name and password/],
		...[301, 303, 400, 405, 410].map((status): [string, Fault, RegExp] => [
			`a ${status}`,
			{ kind: 'html', status },
			/does not respond like the Loops API/,
		]),
		['a list', { kind: 'body', body: [] }, /does not respond like the Loops API/],
		['an empty answer', { kind: 'empty', status: 200 }, /does not respond like the Loops API/],
		['a redirect', { kind: 'redirect', location: '/x' }, /does not respond like the Loops API/],
	])('explains %s', async (_case, fault, message) => {
		loops.emulator.inject({ ...fault, times: 'always' });
		expect(await messageOf({})).toMatch(message);
	});
});

describe('the API key', () => {
	const host = 'https://app.loops.so';
	const key = 'nock-example-key';
	const defaultBaseUrl = String(
		source.credential.properties.find(({ name }) => name === 'baseUrl')?.default,
	);

	it('is not sent to another host after a redirect', async () => {
		nock(host)
			.get('/api/v1/api-key')
			.twice()
			.reply(302, '', { location: 'https://other.example/' });
		const other = nock('https://other.example').get('/').reply(200, { success: true });
		const credentials = { apiKey: key, baseUrl: defaultBaseUrl };
		await loops.run({ resource: 'apiKey', operation: 'test' }, [{}], { credentials });
		await loops.testCredential(credentials);
		expect(other.isDone()).toBe(false);
	});

	it.each([
		['https://loops.example:8443/v1?x#y', 'loops.example'],
		['https://relay.example/https://other.example/v1', 'relay.example'],
		['https://relay.example/v1?to=https://other.example', 'relay.example'],
	])('may go to the host of the Base URL only: %s', (baseUrl, domain) => {
		const property = source.credential.properties.find(({ name }) => name === 'allowedDomains');
		const [, pattern] = /replace\(\/(.*)\/g, ""\)/.exec(String(property?.default)) ?? [];
		expect(baseUrl.replace(new RegExp(pattern, 'g'), '')).toBe(domain);
	});

	/** What n8n's HTTP Request node sends with this credential; it writes the address into `uri`. */
	const authenticated = async (request: object) => {
		const { authenticate } = source.credential;
		if (typeof authenticate !== 'function') throw new Error('authenticate is no function');
		return await authenticate(
			{ apiKey: key, baseUrl: defaultBaseUrl },
			request as IHttpRequestOptions,
		);
	};

	it('is not sent to another host by nodes that follow redirects, such as HTTP Request', async () => {
		expect(
			await authenticated({ uri: `${host}/api/v1/x`, sendCredentialsOnCrossOriginRedirect: true }),
		).toEqual({
			uri: `${host}/api/v1/x`,
			headers: { Authorization: `Bearer ${key}` },
			sendCredentialsOnCrossOriginRedirect: false,
			useStream: false,
		});
	});

	it.each([
		{ uri: 'https://other.example/api/v1/api-key' },
		{ uri: 'http://app.loops.so/api/v1/api-key' },
		{ uri: 'https://app.loops.so:8443/api/v1/api-key' },
		{ uri: 'https://app.loops.so@other.example/' },
		{ url: '/api-key', baseURL: 'https://other.example' },
		{ url: '//other.example/', baseURL: `${host}/api/v1` },
		{ url: 'https://other.example/', baseURL: `${host}/api/v1` },
		// axios takes both for paths of the other host.
		{ url: 'https:app.loops.so/api/v1/x', baseURL: 'https://other.example' },
		{ url: ` ${host}/api/v1/x`, baseURL: 'https://other.example' },
		{ url: 'https://other.example/', uri: `${host}/api/v1/x` },
		{ uri: `${host}/api/v1/../other` },
		{ uri: `${host}/api/v10` },
		{ uri: `${host}/api/v1/api-key`, headers: { HOST: 'other.example' } },
		{ uri: `${host}/api/v1/api-key`, headers: { '\r\n\u00a0host\t': 'other.example' } },
		{ uri: `${host}/api/v1/api-key`, headers: { common: { Host: 'other.example' } } },
		{ uri: `${host}/api/v1/api-key`, headers: { get: { get: { Host: 'other.example' } } } },
		{ uri: '/api-key' },
		{},
	])('is sent to no address that does not begin with the Base URL: %j', async (request) => {
		await expect(authenticated(request)).rejects.toThrow(
			'only to addresses that begin with its Base URL',
		);
	});

	it('is not sent through a proxy that a node sets', async () => {
		const request = { uri: `${host}/api/v1/x`, proxy: 'http://other.example:3128' };
		await expect(authenticated(request)).rejects.toThrow('Remove the Proxy option');
	});
});
