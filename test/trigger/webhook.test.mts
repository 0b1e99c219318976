import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { startTrigger, type TriggerServer, type TriggerSetUp } from '../harness/webhook.mts';
import { payloadOf } from './payloads.mts';
import { post } from './post.mts';
import { event, refused, secret } from './refused.mts';
import { newId, signedRequest } from './sign.mts';

let trigger: TriggerServer;
afterEach(async () => await trigger.close());

const start = async (setUp: TriggerSetUp = {}) => {
	trigger = await startTrigger({
		parameters: { events: ['*'] },
		credential: { signingSecret: secret },
		...setUp,
	});
};
const send = async (body: unknown = event, options = {}) =>
	await post(trigger.url, signedRequest(secret, body, options));

describe('a request that is none of Loops', () => {
	const byNode = refused.filter(({ byN8n }) => !byN8n);

	it.each(byNode.map((each) => [each.row, each.name, each] as const))(
		'%s: %s',
		async (_row, _name, { request, status }) => {
			await start();
			const answer = await post(trigger.url, request());
			expect(answer.status).toBe(status);
			expect(answer.body).toMatch(/^{"message":"Refused: .+"}$/);
			expect(trigger.started).toEqual([]);
			expect(trigger.warnings).toHaveLength(1);
			const [warning] = trigger.warnings;
			expect(warning).toMatch(new RegExp(`^'Loops Trigger' answered a request with ${status}: `));
			for (const text of [warning, answer.body]) {
				expect(text).not.toContain(secret.slice(6));
				expect(text).not.toContain('v1,');
			}
		},
	);
});

describe('without a secret', () => {
	it.each<[string, TriggerSetUp['credential']]>([
		['no credential', undefined],
		['an empty secret', { signingSecret: '' }],
		['a secret that is only the prefix', { signingSecret: 'whsec_' }],
		['a secret that is no base64', { signingSecret: 'whsec_not-base64-not-base64-!' }],
		['a part of a secret', { signingSecret: secret.slice(0, 16) }],
		['the fields of another package', { webhookSecret: secret }],
		['a secret that is no text', { signingSecret: 1 }],
	])('%s: refused, whoever signs', async (_case, credential) => {
		await start({ credential });
		for (const key of [secret, 'whsec_', String(credential?.signingSecret)]) {
			expect((await post(trigger.url, signedRequest(key, event))).status).toBe(401);
		}
		expect(trigger.started).toEqual([]);
		expect(trigger.warnings[0]).toContain('the node has no credential with a valid signing secret');
	});

	it('says in the log why the credential could not be read, and is to be sent the event again', async () => {
		const cause = 'Credentials could not be decrypted';
		await start({
			credential: {
				get signingSecret(): string {
					throw new Error(cause);
				},
			},
		});
		const { status, body } = await send();
		expect(status).toBe(500);
		expect(body).not.toContain(cause);
		expect(trigger.warnings[0]).toContain(cause);
		expect(trigger.started).toEqual([]);
	});

	it('takes anything once verification is switched off', async () => {
		const verifySignature = false;
		await start({ credential: undefined, parameters: { events: ['*'], verifySignature } });
		const body = Buffer.from(JSON.stringify(event));
		expect((await post(trigger.url, { headers: {}, body })).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'contact.created', webhookId: null }]);
		expect((await post(trigger.url, { headers: {}, body: Buffer.from('x') })).status).toBe(400);
	});

	it.each([['false'], [0], [null], ['']])('is not off with %j', async (verifySignature) => {
		await start({ credential: undefined, parameters: { events: ['*'], verifySignature } });
		expect((await send()).status).toBe(401);
	});
});

describe('an event of Loops', () => {
	it('starts an execution, and is answered with nothing', async () => {
		await start();
		expect(await send(event, { id: 'msg_started' })).toEqual({ status: 200, body: '' });
		expect(trigger.started).toMatchObject([{ event: 'contact.created', webhookId: 'msg_started' }]);
		expect(trigger.warnings).toEqual([]);
	});

	it('takes a secret without prefix, with blanks around it', async () => {
		await start({ credential: { signingSecret: ` ${secret.slice(6)}\n` } });
		expect((await send()).status).toBe(200);
	});

	it('takes one right signature among others, of other versions too', async () => {
		await start();
		const request = signedRequest(secret, event);
		const right = request.headers['webhook-signature'];
		request.headers['webhook-signature'] = `v1a,xyz v1,AAAA ${right} v9,x`;
		expect((await post(trigger.url, request)).status).toBe(200);
	});

	it.each<[minutes: number, given: unknown[]]>([
		[5, [undefined, '', ' ', null, '={{ "" }}', '={{ null }}', '={{ $json.none }}']],
		[10, [10, '10', '={{ 10 }}']],
		[0.5, ['={{ " 0.5 " }}']],
		[1_440, [1_440]],
	])('may be off by %d minutes where the clock tolerance is one of %j', async (minutes, given) => {
		const late = (seconds: number) => ({
			timestamp: String(Math.floor(Date.now() / 1_000) - minutes * 60 - seconds),
		});
		for (const clockTolerance of given as string[]) {
			await start({ parameters: { events: ['*'], options: { clockTolerance } } });
			expect((await send(event, late(-15))).status).toBe(200);
			expect((await send(event, late(15))).status).toBe(401);
			await trigger.close();
		}
	});

	it.each([
		[true, true],
		['={{ " TRUE " }}', true],
		[false, false],
		['false', false],
	])('brings its payload if wanted: %j', async (includePayload, isWanted) => {
		await start({ parameters: { events: ['*'], options: { includePayload } } });
		await send();
		expect(trigger.started).toMatchObject([{ event: 'contact.created' }]);
		expect((trigger.started[0] as IDataObject).payload).toEqual(isWanted ? event : undefined);
	});

	it('is answered with 200 where a filter keeps it', async () => {
		await start({ parameters: { events: ['contact.deleted'] } });
		expect(await send()).toEqual({ status: 200, body: '{"message":"Ignored: filtered out"}' });
		expect(trigger.started).toEqual([]);
	});

	const filters = ['campaignsAndWorkflows', 'mailingLists', 'sourceTypes', 'transactionalEmails'];
	const nothing = [
		...[[], '', ' , ', [''], [' ', '\u200b']],
		...['={{ [] }}', '={{ "" }}', '={{ undefined }}', '={{ null }}', '={{ $json.no.such }}'],
		...['={{ $vars.a }},{{ $vars.b }}', '={{ ["x"].filter((id) => id === "y") }}'],
	];
	const wrong: IDataObject[] = [
		...nothing.map((events) => ({ events })),
		...filters.flatMap((name) =>
			[...nothing, { a: 1 }].map((value) => ({ filters: { [name]: value } })),
		),
		...['5 min', '0', 0, -1, 1_441, true, '={{ Infinity }}', '={{ NaN }}', '={{ 1 + }}', [5]].map(
			(clockTolerance) => ({ options: { clockTolerance } }),
		),
		...['', ' ', null, 'yes', 1, 0, [], '={{ $json.none }}', '={{ null }}', '={{ 1 + }}'].map(
			(includePayload) => ({ options: { includePayload } }),
		),
		{ events: { a: 1 } },
		{ events: "={{ (() => { throw new Error('x') })() }}" },
	];
	it.each(wrong.map((each) => [JSON.stringify(each), each] as const))(
		'is to come again where the node has %s; nobody else is told',
		async (_case, parameters) => {
			await start({ parameters: { events: ['*'], ...parameters } });
			expect(await send()).toEqual({
				status: 500,
				body: '{"message":"Refused: a parameter or the credential of the node is not right"}',
			});
			expect(trigger.started).toEqual([]);
			expect(trigger.warnings).toHaveLength(1);
			const unsigned = { headers: {}, body: Buffer.from(JSON.stringify(event)) };
			expect((await post(trigger.url, unsigned)).status).toBe(401);
		},
	);
});

describe('the same event again', () => {
	it('starts nothing, signed anew or not', async () => {
		await start();
		const id = newId();
		const first = signedRequest(secret, event, { id });
		await post(trigger.url, first);
		const again = { status: 200, body: '{"message":"Ignored: received before"}' };
		expect(await post(trigger.url, first)).toEqual(again);
		const timestamp = String(Math.floor(Date.now() / 1_000) + 60);
		expect(await send(event, { id, timestamp })).toEqual(again);
		expect(trigger.started).toHaveLength(1);
	});

	it('starts one execution where many arrive at once', async () => {
		await start();
		const id = newId();
		await Promise.all(Array.from({ length: 50 }, async () => await send(event, { id })));
		expect(trigger.started).toHaveLength(1);
	});

	it('is another one for another workflow', async () => {
		const id = newId();
		for (const workflowId of ['one', 'two']) {
			await start({ workflowId });
			await send(event, { id });
			expect(trigger.started).toHaveLength(1);
			await trigger.close();
		}
	});

	it('is shown again in the editor, which does not count for the published workflow', async () => {
		const id = newId();
		await start({ mode: 'manual' });
		await send(event, { id });
		await send(event, { id });
		expect(trigger.started).toHaveLength(2);
		await trigger.close();
		await start();
		await send(event, { id });
		expect(trigger.started).toHaveLength(1);
	});

	it('is not remembered before it is verified, nor where it is filtered out', async () => {
		await start({ parameters: { events: ['contact.created'] } });
		const id = newId();
		const forged = { ...signedRequest(secret, event, { id }), body: Buffer.from('{}') };
		expect((await post(trigger.url, forged)).status).toBe(401);
		await send(payloadOf('contact.deleted'), { id });
		await send(event, { id });
		expect(trigger.started).toHaveLength(1);
	});

	it('is not remembered where nobody has signed its ID', async () => {
		await start({ parameters: { events: ['*'], verifySignature: false } });
		const id = newId();
		const forged = { headers: { 'webhook-id': id }, body: Buffer.from('{"eventName":"x"}') };
		await post(trigger.url, forged);
		expect(await send(event, { id })).toEqual({ status: 200, body: '' });
		expect(trigger.started).toHaveLength(2);
	});

	it('starts an execution where n8n could not start one before', async () => {
		let isUnwell = true;
		await start({ isUnwell: () => isUnwell });
		const id = newId();
		expect((await send(event, { id })).status).toBe(500);
		isUnwell = false;
		await send(event, { id });
		await send(event, { id });
		expect(trigger.started).toHaveLength(1);
	});

	it.each([
		['who waits', 'starts it', false, false],
		['who waits', 'fails', false, true],
		['who hangs up', 'starts it', true, false],
		['who hangs up', 'fails', true, true],
	])(
		'of one %s until n8n %s: 503 meanwhile, and runs once',
		async (_who, _does, hangsUp, fails) => {
			const steps = new EventEmitter();
			const arrival = once(steps, 'arrival');
			let isUnwell = async () => {
				isUnwell = async () => false;
				steps.emit('arrival');
				return (await once(steps, 'outcome'))[0] as boolean;
			};
			await start({ isUnwell: async () => await isUnwell() });
			const request = signedRequest(secret, event);
			const sender = new AbortController();
			const first = post(trigger.url, request, sender.signal).catch(() => undefined);
			await arrival;
			if (hangsUp) sender.abort();
			// For the server to see it.
			await wait(50);

			const pending = '{"message":"Refused: n8n has not yet started this event"}';
			expect(await post(trigger.url, request)).toEqual({ status: 503, body: pending });
			expect(trigger.started).toEqual([]);
			steps.emit('outcome', fails);
			expect((await first)?.status).toBe(hangsUp ? undefined : fails ? 500 : 200);
			const seen = { status: 200, body: '{"message":"Ignored: received before"}' };
			const again = await post(trigger.url, request);
			expect(again).toEqual(fails ? { status: 200, body: '' } : seen);
			expect(await post(trigger.url, request)).toEqual(seen);
			expect(trigger.started).toHaveLength(1);
		},
	);
});
