import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { startUnlimited } from './testClient.mts';

const { emulator, call } = await startUnlimited();

async function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
	return await new Promise((resolve) => {
		const url = `${emulator.origin}/__emulator/${path}`;
		request(url, { method, headers }, (res) => resolve(res.resume().statusCode)).end();
	});
}

describe('a request of another page', () => {
	beforeEach(() => emulator.inject({ kind: 'status', status: 418, times: 'always' }));
	const { host } = new URL(emulator.origin);

	it.each([
		['from the web', { origin: 'https://evil.example' }],
		['from a file or a sandbox', { origin: 'null' }],
		['from another local server', { origin: 'http://127.0.0.1:5678' }],
		['from this host over TLS', { origin: `https://${host}` }],
		['without an origin', { 'sec-fetch-site': 'cross-site' }],
		['under a host name of its own', { origin: 'http://evil.example', host: 'evil.example' }],
	])('%s changes nothing', async (_, headers) => {
		for (const path of ['faults', 'reset', 'webhook', 'happen']) {
			const status = await statusOf(path, headers, path === 'faults' ? 'DELETE' : 'POST');
			expect([path, status]).toEqual([path, 403]);
		}
		const { length } = emulator.requests;
		expect(await statusOf('../api/v1/contacts/create', headers, 'POST')).toBe(403);
		expect(emulator.requests).toHaveLength(length);
		expect((await call('GET', '/lists')).status).toBe(418);
	});

	it('with a host name that resolves to this address reads and changes nothing', async () => {
		emulator.clearFaults();
		const authorization = `Bearer ${emulator.apiKey}`;
		const paths = [
			'state',
			'requests',
			'webhook',
			'nothing',
			'..',
			'../api/v1/lists',
			'../__store/x',
		];
		for (const path of paths) {
			for (const host of ['evil.example', '127.0.0.1.evil.example']) {
				const headers = { host, authorization, accept: 'text/html' };
				expect([path, await statusOf(path, headers)]).toEqual([path, 403]);
			}
		}
		const { length } = emulator.requests;
		const body = { host: 'evil.example', authorization };
		expect(await statusOf('../api/v1/contacts/create', body, 'POST')).toBe(403);
		expect(emulator.requests).toHaveLength(length);
		for (const name of ['localhost:4010', 'LOCALHOST', '[::1]:1', '']) {
			expect([name, await statusOf('state', { host: name })]).toEqual([name, 200]);
		}
	});

	it('differs from one of the own page or of a client, which are accepted', async () => {
		const local = emulator.origin.replace('127.0.0.1', 'localhost');
		const headers = { origin: local, 'sec-fetch-site': 'same-origin' };
		const own = await fetch(`${local}/__emulator/faults`, { method: 'DELETE', headers });
		expect(own.status).toBe(200);
		expect((await fetch(`${emulator.origin}/__emulator/reset`, { method: 'POST' })).status).toBe(
			200,
		);
	});
});
