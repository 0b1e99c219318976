// Two other packages with the credential types of n8n-nodes-loops, which n8n loads before and after ours.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { name } from '../../../package.json';
import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { post } from '../../trigger/post.mts';
import { event, secret } from '../../trigger/refused.mts';
import { signedRequest } from '../../trigger/sign.mts';
import { installPackage } from '../n8n/communityPackage.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import { type N8nProcess, startN8n, temporaryFolder } from '../n8n/server.mts';
import { chain, loopsNode, start } from '../nodes.mts';
import { createSecret, publish, storeTrigger } from '../webhook/trigger.mts';

const OTHERS = ['n8n-nodes-loops', 'n8n-nodes-loops-later'];

const field = (key: string) =>
	`{ displayName: '${key}', name: '${key}', type: 'string', default: '' }`;

/** The source of a credential type with one field. */
const credentialType = (type: string, className: string, key: string) => `
exports.${className} = class {
	name = '${type}';
	displayName = '${className}';
	properties = [${field(key)}];
};`;

const nodeType = `
exports.Other = class {
	description = {
		displayName: 'Other',
		name: 'other',
		group: [],
		version: 1,
		description: '',
		defaults: { name: 'Other' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'loopsApi' }, { name: 'loopsWebhookApi' }],
		properties: [],
	};
};`;

async function installOther(userFolder: string, packageName: string) {
	const folder = join(userFolder, '.n8n/nodes/node_modules', packageName);
	const files = {
		'LoopsApi.credentials.js': credentialType('loopsApi', 'LoopsApi', 'apiKey'),
		'LoopsWebhookApi.credentials.js': credentialType(
			'loopsWebhookApi',
			'LoopsWebhookApi',
			'webhookSecret',
		),
		'Other.node.js': nodeType,
	};
	const [apiFile, webhookFile, nodeFile] = Object.keys(files);
	const n8n = { n8nNodesApiVersion: 1, credentials: [apiFile, webhookFile], nodes: [nodeFile] };
	const manifest = JSON.stringify({ name: packageName, version: '1.0.0', n8n });
	await mkdir(folder, { recursive: true });
	for (const [file, text] of Object.entries({ ...files, 'package.json': manifest })) {
		await writeFile(join(folder, file), text);
	}
}

let emulator: Emulator;
let n8n: N8nProcess;
let client: N8nClient;

beforeAll(async () => {
	emulator = await startEmulator();
	const { installation, tarball } = inject('n8n');
	const userFolder = await temporaryFolder('others');
	await installPackage(tarball, userFolder);
	for (const other of OTHERS) await installOther(userFolder, other);
	n8n = await startN8n(installation, undefined, { userFolder });
	client = await N8nClient.connect(n8n.origin);
});
afterAll(async () => {
	await n8n?.stop();
	await emulator.close();
});

it('n8n loads one of the other packages before ours and one after it', async () => {
	expect([...OTHERS, name].sort()).toEqual([OTHERS[0], name, OTHERS[1]]);
	const types = (await client.nodeTypes()).map((type) => type.name);
	expect(types).toEqual(expect.arrayContaining(OTHERS.map((other) => `${other}.other`)));
});

it('keeps the Base URL of our credential, so that a test reaches the test server only', async () => {
	const credential = await client.createCredential(emulator);
	const { apiKey, baseUrl } = emulator;
	const { status } = await client.testCredential(credential, { apiKey, baseUrl });
	expect(status).toBe('OK');
	const workflow = chain([start, loopsNode('Loops', parametersOf.testApiKey)]);
	const execution = await client.run(await client.createWorkflow(workflow, credential), 'Start');
	expect(jsonOf(execution, 'Loops')).toMatchObject([{ success: true }]);
	expect(emulator.requests).toHaveLength(2);
});

it('keeps the signing secret of our trigger', async () => {
	const credential = await createSecret(client, { signingSecret: secret });
	const workflow = await storeTrigger(client, { events: ['*'] }, credential);
	await publish(client, workflow);
	expect(await post(workflow.url, signedRequest(secret, event))).toMatchObject({ status: 200 });
});
