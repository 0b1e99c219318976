import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import {
	listen,
	startTrigger,
	type TriggerServer,
	type TriggerSetUp,
} from '../harness/webhook.mts';
import { payloadOf } from './payloads.mts';
import { post } from './post.mts';
import { event, refused, secret } from './refused.mts';
import { inSeconds, signedRequest } from './sign.mts';

let trigger: TriggerServer;
afterEach(async () => await trigger?.close());

const usable = { parameters: { events: ['*'] }, credential: { signingSecret: secret } };
const start = async (setUp: TriggerSetUp = {}) => {
	trigger = await startTrigger({ ...usable, mode: 'manual', ...setUp });
};
/** The status that Loops gets, and the error that the editor shows. */
const shown = async (request = signedRequest(secret, event)) => {
	const { status } = await post(trigger.url, request);
	const [error, ...more] = trigger.thrown.splice(0);
	expect(more).toEqual([]);
	return [status, error?.message, error?.description];
};

const another = 'whsec_2aWQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx';
const copySecret = 'Copy the signing secret from Loops (Settings > Webhooks) into the credential.';
const checkFilters =
	"Loops got the response 200, so it does not send the event again. To receive such events, change 'Events' or 'Filters'.";

describe('the editor while it listens', () => {
	it.each<[reason: string, of: { setUp: TriggerSetUp; status: number; hint: string }]>([
		[
			'the signature does not match the signing secret in the credential',
			{ setUp: { credential: { signingSecret: another } }, status: 401, hint: copySecret },
		],
		[
			'the node has no credential with a usable signing secret',
			{ setUp: { credential: undefined }, status: 401, hint: copySecret },
		],
		[
			'the settings of the node are invalid',
			{ setUp: { parameters: { events: [] } }, status: 500, hint: "'Events' is empty" },
		],
	])('shows why an event was refused: %s', async (reason, { setUp, status, hint }) => {
		await start(setUp);
		expect(await shown()).toEqual([status, `Refused an event: ${reason}`, hint]);
		expect(trigger.started).toEqual([]);
	});

	it.each<[reason: string, parameters: IDataObject]>([
		["'Events' does not include this event", { events: ['email.opened'] }],
		[
			"'Mailing List Names or IDs' does not include any of the event's lists",
			{ events: ['*'], filters: { mailingLists: ['l1'] } },
		],
		[
			"no filter includes the event's campaign, workflow or transactional email",
			{ events: ['*'], filters: { campaignsAndWorkflows: 'c1' } },
		],
		[
			"'Source Types' does not include the event's source",
			{ events: ['*'], filters: { sourceTypes: ['loop'] } },
		],
	])('shows why an event was ignored: %s', async (reason, parameters) => {
		await start({ parameters });
		expect(await shown()).toEqual([200, `Ignored an event: ${reason}`, checkFilters]);
		expect(trigger.started).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['Events without it', { events: ['email.opened'] }],
		['a filter', { events: ['testing.testEvent'], filters: { mailingLists: ['l1'] } }],
	])('lets a test event past %s, which a published workflow ignores', async (_case, parameters) => {
		const test = signedRequest(secret, payloadOf('testing.testEvent'));
		await start({ parameters });
		expect(await shown(test)).toEqual([200, undefined, undefined]);
		expect(trigger.started).toMatchObject([{ event: 'testing.testEvent' }]);
		await trigger.close();
		await start({ parameters, mode: 'webhook' });
		expect((await post(trigger.url, test)).status).toBe(200);
		expect(trigger.started).toEqual([]);
	});

	it('shows what to do about a time that is too old', async () => {
		await start();
		const old = signedRequest(secret, event, { timestamp: inSeconds(Date.now() - 360_000) });
		expect(await shown(old)).toEqual([
			401,
			'Refused an event: the request is too old, or the clock of n8n is fast',
			'Check the clock of the machine that runs n8n.',
		]);
	});

	it('shows a reason and a next step for every refused request', async () => {
		await start();
		for (const { request, status } of refused.filter(({ byN8n }) => !byN8n)) {
			const [answered, message, hint] = await shown(request() as never);
			expect(answered).toBe(status);
			expect(message).toMatch(/^Refused an event: /);
			expect(hint).toMatch(/\.$/);
			expect(`${message}${hint}`).not.toContain(secret.slice(6));
		}
	});

	it('reads a changed secret at once, and shows the event', async () => {
		const credential = { signingSecret: another };
		await start({ credential });
		expect((await shown())[0]).toBe(401);
		credential.signingSecret = secret;
		expect(await shown(signedRequest(secret, payloadOf('testing.testEvent')))).toEqual([
			200,
			undefined,
			undefined,
		]);
		expect(trigger.started).toMatchObject([
			{
				event: 'testing.testEvent',
				message: expect.stringMatching(/^The signature is valid\. /) as string,
			},
		]);
	});
});

describe('the editor before it listens', () => {
	it.each<[string, TriggerSetUp]>([
		['a credential', { credential: undefined }],
		['a complete secret', { credential: { signingSecret: secret.slice(0, 16) } }],
		['the fields of our credential', { credential: { webhookSecret: secret } }],
	])('stops without %s', async (_case, setUp) => {
		await expect(listen({ ...usable, ...setUp })).rejects.toMatchObject({
			message: 'The node has no credential with a usable signing secret',
			description: copySecret,
		});
	});

	it.each<[string, TriggerSetUp]>([
		['a secret', {}],
		['the previous secret', { credential: { signingSecret: '', previousSigningSecret: secret } }],
		[
			'verification switched off',
			{ credential: undefined, parameters: { events: ['*'], verifySignature: false } },
		],
	])('starts with %s', async (_case, setUp) => {
		await expect(listen({ ...usable, ...setUp })).resolves.toBeUndefined();
	});
});
