import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { type Execution, jsonOf } from '../n8n/client.mts';
import { chain, coreNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Runs HTTP Request with the Loops API credential. */
async function request(url: string, parameters: IDataObject = {}) {
	const http = {
		...coreNode('HTTP Request', 'httpRequest', 4.2, {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'loopsEmailApi',
			...parameters,
		}),
		credentials: { loopsEmailApi: n8n.credential },
	};
	return await n8n.run(chain([start, http]));
}

/** The error of HTTP Request, which a person who uses it reads. */
const errorOf = ({ data }: Execution) => {
	const { message, description } = data.resultData.error as Error & { description?: string };
	return `${message} ${description}`;
};

const pathOf = (origin: string) => `${origin}/api/v1/api-key`;

it('HTTP Request sends the key to addresses that begin with the Base URL', async () => {
	const execution = await request(pathOf(n8n.emulator.origin));
	expect(jsonOf(execution, 'HTTP Request')).toMatchObject([{ success: true }]);
});

it.each(['autodetect', 'file'])(
	'HTTP Request keeps the key nowhere in the execution, with the response format %s',
	async (responseFormat) => {
		const options = { response: { response: { responseFormat } } };
		const { id, status } = await request(pathOf(n8n.emulator.origin), { options });
		expect(status).toBe('success');
		const stored = await n8n.client.call('GET', `/rest/executions/${id}`);
		expect(JSON.stringify(stored).includes(n8n.emulator.apiKey)).toBe(false);
	},
);

describe('HTTP Request sends the key', () => {
	let other: Emulator;
	beforeEach(async () => {
		other = await startEmulator();
	});
	afterEach(async () => {
		expect(other.requests).toEqual([]);
		await other.close();
	});

	it('to no other host', async () => {
		const execution = await request(pathOf(other.origin.replace('127.0.0.1', 'localhost')));
		// n8n 1.123 ignores the default of allowed domains in a credential type.
		expect(errorOf(execution)).toMatch(
			/Domain not allowed|only to addresses that begin with its Base URL/,
		);
	});

	it('to no other port', async () => {
		const execution = await request(pathOf(other.origin));
		expect(errorOf(execution)).toContain('only to addresses that begin with its Base URL');
	});

	it.each([
		{ headerParameters: { parameters: [{ name: ' Host', value: 'other.example' }] } },
		{ specifyHeaders: 'json', jsonHeaders: '{ "common": { "Host": "other.example" } }' },
	])('to no other server at the same address: %j', async (headers) => {
		const parameters = { sendHeaders: true, ...headers };
		const execution = await request(pathOf(n8n.emulator.origin), parameters);
		expect(errorOf(execution)).toContain('remove a Host header');
		expect(n8n.emulator.requests).toEqual([]);
	});

	it('through no proxy that its Proxy option names', async () => {
		const execution = await request(pathOf(n8n.emulator.origin), {
			options: { proxy: other.origin },
		});
		expect(errorOf(execution)).toContain('through a proxy that a node sets');
	});
});
