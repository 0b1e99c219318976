import { readFileSync } from 'node:fs';
import type { INodePropertyOptions } from 'n8n-workflow';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { startEmulator } from '../../emulator/server.mts';
import { TRIGGER } from '../../harness/workflow.mts';
import { post } from '../../trigger/post.mts';
import { event, refused, secret } from '../../trigger/refused.mts';
import { newId, signedRequest } from '../../trigger/sign.mts';
import { jsonOf, N8nClient, type StoredCredential } from '../n8n/client.mts';
import { createSecret, publish, storeTrigger, type TriggerWorkflow } from './trigger.mts';

let client: N8nClient;
let credential: StoredCredential;

const { origin, logFile, version } = inject('n8n');
/** n8n prints after its answer. */
const PATIENCE = { timeout: 10_000 };
const log = () => readFileSync(logFile, 'utf8');

beforeAll(async () => {
	client = await N8nClient.connect(origin);
	credential = await createSecret(client, { signingSecret: secret });
});

const published = async (parameters = {}, using = credential): Promise<TriggerWorkflow> => {
	const workflow = await storeTrigger(client, { events: ['*'], ...parameters }, using);
	await publish(client, workflow);
	return workflow;
};
const executionsOf = async ({ id }: TriggerWorkflow) => await client.executions(id);

/** Waits until an execution has the status. */
const reached = async (workflow: TriggerWorkflow, status: string) => {
	const find = async () =>
		(await executionsOf(workflow)).find((execution) => execution.status === status);
	const { id } = await vi.waitUntil(find, { timeout: 20_000 });
	return await client.execution(id);
};

/** Waits for the only execution. */
const ended = async (workflow: TriggerWorkflow) => {
	const execution = await reached(workflow, 'success');
	expect(await executionsOf(workflow)).toHaveLength(1);
	return execution;
};

describe('a refused request', () => {
	let workflow: TriggerWorkflow;
	beforeAll(async () => {
		workflow = await published();
	});

	it.each(refused.map((each) => [each.row, each.name, each] as const))(
		'gets its documented status: %s: %s',
		async (_row, _name, { request, status, byN8n }) => {
			const before = log().length;
			const answer = await post(workflow.url, request());
			expect(answer.status).toBe(status);
			if (byN8n) return;
			expect(answer.body).toContain('Refused: ');
			const said = () => log().slice(before);
			const warning = `'Loops Trigger' responded to a request with ${status}: `;
			await expect.poll(said, PATIENCE).toContain(warning);
			expect(said()).not.toContain(secret.slice(6));
		},
	);

	it('starts no execution', async () => {
		expect(await executionsOf(workflow)).toEqual([]);
	});
});

describe('the trigger without a usable secret', () => {
	it.each([{ signingSecret: 'whsec_' }, { signingSecret: secret.slice(0, 16) }])(
		'refuses every signature: %j',
		async (data) => {
			const workflow = await published({}, await createSecret(client, data));
			for (const key of [secret, 'whsec_']) {
				expect((await post(workflow.url, signedRequest(key, event))).status).toBe(401);
			}
			expect(await executionsOf(workflow)).toEqual([]);
		},
	);

	it('is not published by n8n 2 without a credential, and refuses all events in n8n 1', async () => {
		const workflow = await storeTrigger(client, { events: ['*'] });
		if (version === '2.41') {
			await expect(publish(client, workflow)).rejects.toThrow('Missing required credential');
		} else {
			await publish(client, workflow);
			expect((await post(workflow.url, signedRequest(secret, event))).status).toBe(401);
		}
		expect(await executionsOf(workflow)).toEqual([]);
	});

	it('answers 500, so that Loops retries, and logs that its credential is deleted', async () => {
		const gone = await createSecret(client, { signingSecret: secret });
		const workflow = await published({}, gone);
		await client.call('DELETE', `/rest/credentials/${gone.id}`);
		const before = log().length;
		expect((await post(workflow.url, signedRequest(secret, event))).status).toBe(500);
		await expect
			.poll(() => log().slice(before), PATIENCE)
			.toMatch(/are invalid: Credential with ID .* does not exist/);
		expect(await executionsOf(workflow)).toEqual([]);
	});

	it('accepts unsigned events if Verify Signature is off', async () => {
		const workflow = await storeTrigger(client, { events: ['*'], verifySignature: false });
		await client.activate(workflow.id);
		const body = Buffer.from(JSON.stringify(event));
		const headers = { 'content-type': 'application/json' };
		const isAccepted = async () => (await post(workflow.url, { headers, body })).status === 200;
		await vi.waitUntil(isAccepted, { timeout: 10_000 });
		await ended(workflow);
	});
});

describe('an event', () => {
	it('starts one execution with one flat item, and its repeats get a 200', async () => {
		const workflow = await published();
		const id = newId();
		const request = signedRequest(secret, event, { id });
		expect(await post(workflow.url, request)).toEqual({ status: 200, body: '' });
		const again = { status: 200, body: '{"message":"Ignored: the event was already received"}' };
		expect(await post(workflow.url, request)).toEqual(again);
		expect(await post(workflow.url, signedRequest(secret, event, { id }))).toEqual(again);

		const [item, ...more] = jsonOf(await ended(workflow), 'Loops Trigger');
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'contact.created',
			time: '2026-09-21T14:15:00.000Z',
			webhookId: id,
			email: 'kim@example.com',
			contact: event.contact,
		});
		expect(JSON.stringify(item)).not.toMatch(/signature|whsec|headers/);
	});

	it('gets a 200 if a filter ignores it', async () => {
		const workflow = await published({ events: ['contact.deleted'] });
		expect(await post(workflow.url, signedRequest(secret, event))).toEqual({
			status: 200,
			body: `{"message":"Ignored: 'Events' does not include this event"}`,
		});
		expect(await executionsOf(workflow)).toEqual([]);
	});

	it('is shown in the editor, or the reason why it was refused', async () => {
		const workflow = await storeTrigger(client, { events: ['*'] }, credential);
		const listen = async () =>
			await client.call('POST', `/rest/workflows/${workflow.id}/run`, {
				workflowData: await client.call('GET', `/rest/workflows/${workflow.id}`),
				triggerToStartFrom: { name: 'Loops Trigger' },
			});
		const forged = { ...signedRequest(secret, event), body: Buffer.from('{}') };
		await listen();
		expect((await post(workflow.testUrl, forged)).status).toBe(401);
		const { resultData } = (await reached(workflow, 'error')).data;
		expect(resultData.error?.message).toBe(
			'Refused an event: the signature does not match the signing secret in the credential',
		);

		await listen();
		expect((await post(workflow.testUrl, signedRequest(secret, event))).status).toBe(200);
		expect(jsonOf(await reached(workflow, 'success'), 'Loops Trigger')).toMatchObject([
			{ event: 'contact.created' },
		]);
	});

	it('cannot be tested in the editor without a usable secret', async () => {
		const part = await createSecret(client, { signingSecret: secret.slice(0, 16) });
		const workflow = await storeTrigger(client, { events: ['*'] }, part);
		const listening = client.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: await client.call('GET', `/rest/workflows/${workflow.id}`),
			triggerToStartFrom: { name: 'Loops Trigger' },
		});
		await expect(listening).rejects.toThrow('no credential with a usable signing secret');
	});
});

describe('the editor of the trigger', () => {
	it.each([
		[{ signingSecret: secret }, 'OK'],
		[{ signingSecret: secret.slice(6) }, 'OK'],
		[{ signingSecret: 'whsec_x' }, 'Error'],
	])('tests the secret %j: %s', async (data, status) => {
		const credentials = { ...credential, type: 'loopsEmailWebhookApi', data };
		expect(await client.call('POST', '/rest/credentials/test', { credentials })).toMatchObject({
			status,
		});
	});

	it('loads lists and emails for the filters with the API key of its credential', async () => {
		const emulator = await startEmulator({ rateLimit: 100_000 });
		try {
			const { apiKey, baseUrl } = emulator;
			const loopsEmailWebhookApi = await createSecret(client, {
				signingSecret: secret,
				apiKey,
				baseUrl,
			});
			const load = async (methodName: string, credentials: object) =>
				await client.call<INodePropertyOptions[]>('POST', '/rest/dynamic-node-parameters/options', {
					methodName,
					path: 'parameters.filters',
					nodeTypeAndVersion: { name: TRIGGER, version: 2 },
					currentNodeParameters: { events: ['*'], filters: {} },
					credentials,
				});
			expect(await load('getMailingLists', { loopsEmailWebhookApi })).toHaveLength(3);
			const emails = await load('getTransactionalEmails', { loopsEmailWebhookApi });
			expect(emails.map(({ name }) => name)).toContain('Password reset');
			expect(emails).toHaveLength(64);
			await expect(load('getMailingLists', { loopsEmailWebhookApi: credential })).rejects.toThrow(
				'To load the list, enter an API key in the credential',
			);
		} finally {
			await emulator.close();
		}
	});
});
