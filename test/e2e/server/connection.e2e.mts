import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as toEmulator } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { makeCertificates } from '../../harness/certificates.mts';
import { parametersOf } from '../../harness/operations.mts';
import { N8nClient } from '../n8n/client.mts';
import { type N8nProcess, removeFolder, startN8n, temporaryFolder } from '../n8n/server.mts';
import { chain, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** A company's network: a proxy that shows its own certificate, and an n8n that trusts it. */
let tlsProxy: Server;
let trusting: N8nProcess;
let client: N8nClient;
let folder: string;
beforeAll(async () => {
	const { root, UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate } = makeCertificates();
	tlsProxy = createServer(certificate, (request, response) => {
		const { method, url, headers } = request;
		const forwarded = toEmulator(`${n8n.emulator.origin}${url}`, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		request.pipe(forwarded);
	}).listen(0);
	await once(tlsProxy, 'listening');

	folder = await temporaryFolder('ca');
	const file = join(folder, 'ca.pem');
	await writeFile(file, root);
	const { installation, tarball } = inject('n8n');
	trusting = await startN8n(installation, tarball, {
		env: {
			NODE_EXTRA_CA_CERTS: file,
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
		},
	});
	client = await N8nClient.connect(trusting.origin);
});
afterAll(async () => {
	await trusting?.stop();
	tlsProxy?.close();
	await removeFolder(folder);
});

/** Sends an event with a credential, and returns the error of the execution. */
async function send(at: N8nClient, data: Record<string, string>) {
	const credential = await at.createOther('loopsEmailApi', {
		apiKey: n8n.emulator.apiKey,
		baseUrl: n8n.emulator.baseUrl,
		...data,
	});
	const workflow = chain([start, loopsNode('Loops', parametersOf.sendEvent)]);
	const execution = await at.run(await at.createWorkflow(workflow, credential), 'Start');
	return execution.data.resultData.error as { message: string; description: string } | undefined;
}

const behindProxy = () => ({
	baseUrl: `https://localhost:${(tlsProxy.address() as AddressInfo).port}/api/v1`,
});

it("a company's TLS proxy is named, and works once n8n trusts its certificate", async () => {
	expect(await send(n8n.client, behindProxy())).toMatchObject({
		message: expect.stringContaining(
			`n8n can't reach ${new URL(behindProxy().baseUrl).host} (UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unable to get local issuer certificate`,
		),
		description: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
	});
	expect(n8n.emulator.requests).toEqual([]);

	expect(await send(client, behindProxy())).toBeUndefined();
	expect(n8n.emulator.eventLog).toHaveLength(1);
});

it("n8n's protection from requests to internal addresses is told in its own words", async () => {
	expect(await send(client, {})).toMatchObject({
		message: expect.stringContaining('The request was blocked because'),
		description: expect.stringContaining('ask your n8n administrator'),
	});
	expect(n8n.emulator.requests).toEqual([]);
});

it.each([
	['apiKey', 'The Loops credential has no API key'],
	['baseUrl', 'The expression in the Base URL of the Loops credential returns nothing'],
])('an expression for %s that finds nothing is named', async (field, said) => {
	const error = await send(n8n.client, { [field]: '={{ $vars.nothing }}' });
	expect(error?.message).toContain(said);
	expect(n8n.emulator.requests).toEqual([]);
});
