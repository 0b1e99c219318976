import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { TriggerSetUp } from '../harness/webhook.mts';
import { post } from './post.mts';
import { event, refused, secret } from './refused.mts';
import { signedRequest } from './sign.mts';
import { useTrigger } from './useTrigger.mts';

const session = useTrigger();
const { start, send } = session;

const byNode = refused.filter(({ byN8n }) => !byN8n);

it.each(byNode.map((each) => [each.row, each.name, each] as const))(
	'a request that Loops did not send is refused %s: %s',
	async (_row, _name, { request, status }) => {
		await start();
		const answer = await post(session.trigger.url, request());
		expect(answer.status).toBe(status);
		expect(answer.body).toMatch(/^{"message":"Refused: .+"}$/);
		expect(session.trigger.started).toEqual([]);
		expect(session.trigger.warnings).toHaveLength(1);
		const [warning] = session.trigger.warnings;
		expect(warning).toMatch(new RegExp(`^'Loops Trigger' responded to a request with ${status}: `));
		for (const text of [warning, answer.body]) {
			expect(text).not.toContain(secret.slice(6));
			expect(text).not.toContain('v1,');
		}
	},
);

describe('the trigger without a usable secret', () => {
	it.each<[string, TriggerSetUp['credential']]>([
		['no credential', undefined],
		['an empty secret', { signingSecret: '' }],
		['a secret that is just the prefix', { signingSecret: 'whsec_' }],
		['a secret that is not base64', { signingSecret: 'whsec_not-base64-not-base64-!' }],
		['a truncated secret', { signingSecret: secret.slice(0, 16) }],
		['the fields of another package', { webhookSecret: secret }],
		['a secret that is not text', { signingSecret: 1 }],
	])('refuses every signature: %s', async (_case, credential) => {
		await start({ credential });
		for (const key of [secret, 'whsec_', String(credential?.signingSecret)]) {
			expect((await post(session.trigger.url, signedRequest(key, event))).status).toBe(401);
		}
		expect(session.trigger.started).toEqual([]);
		expect(session.trigger.warnings[0]).toContain(
			'the node has no credential with a usable signing secret',
		);
	});

	it('logs why the credential cannot be read, and answers 500 so that Loops retries', async () => {
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
		expect(session.trigger.warnings[0]).toContain(cause);
		expect(session.trigger.started).toEqual([]);
	});

	it('accepts unsigned events if Verify Signature is off', async () => {
		const verifySignature = false;
		await start({ credential: undefined, parameters: { events: ['*'], verifySignature } });
		const body = Buffer.from(JSON.stringify(event));
		const headers = { 'content-type': 'application/json' };
		expect((await post(session.trigger.url, { headers, body })).status).toBe(200);
		expect(session.trigger.started).toMatchObject([{ event: 'contact.created', webhookId: null }]);
		expect((await post(session.trigger.url, { headers, body: Buffer.from('x') })).status).toBe(400);
	});

	it.each([['false'], [0], [null], ['']])(
		'verifies signatures if Verify Signature is %j',
		async (verifySignature) => {
			await start({ credential: undefined, parameters: { events: ['*'], verifySignature } });
			expect((await send()).status).toBe(401);
		},
	);
});

describe('an event of Loops', () => {
	it('starts an execution and gets an empty answer', async () => {
		await start();
		expect(await send(event, { id: 'msg_started' })).toEqual({ status: 200, body: '' });
		expect(session.trigger.started).toMatchObject([
			{ event: 'contact.created', webhookId: 'msg_started' },
		]);
		expect(session.trigger.warnings).toEqual([]);
	});

	it.each<IDataObject>([{}, { clockTolerance: 10 }, { clockTolerance: '5 min' }])(
		'is accepted up to five minutes late, also if the workflow stores the removed Clock Tolerance: %j',
		async (options) => {
			const late = (seconds: number) => ({
				timestamp: String(Math.floor(Date.now() / 1_000) - 300 - seconds),
			});
			await start({ parameters: { events: ['*'], options } });
			expect((await send(event, late(-15))).status).toBe(200);
			expect((await send(event, late(15))).status).toBe(401);
		},
	);

	it.each([
		[true, true],
		['={{ " TRUE " }}', true],
		[false, false],
		['false', false],
	])('has its payload if Include Payload is true: %j', async (includePayload, isWanted) => {
		await start({ parameters: { events: ['*'], options: { includePayload } } });
		await send();
		expect(session.trigger.started).toMatchObject([{ event: 'contact.created' }]);
		expect((session.trigger.started[0] as IDataObject).payload).toEqual(
			isWanted ? event : undefined,
		);
	});

	it('gets a 200 if a filter ignores it', async () => {
		await start({ parameters: { events: ['contact.deleted'] } });
		expect(await send()).toEqual({
			status: 200,
			body: `{"message":"Ignored: 'Events' does not include this event"}`,
		});
		expect(session.trigger.started).toEqual([]);
	});

	const filters = ['campaignsAndWorkflows', 'mailingLists', 'sourceTypes', 'transactionalEmails'];
	const nothing = [
		[],
		'',
		' , ',
		[''],
		[' ', '\u200b'],
		'={{ [] }}',
		'={{ "" }}',
		'={{ undefined }}',
		'={{ null }}',
		'={{ $json.no.such }}',
		'={{ $vars.a }},{{ $vars.b }}',
		'={{ ["x"].filter((id) => id === "y") }}',
	];
	const wrong: IDataObject[] = [
		...nothing.map((events) => ({ events })),
		...filters.flatMap((name) =>
			[...nothing, { a: 1 }].map((value) => ({ filters: { [name]: value } })),
		),
		...['', ' ', null, 'yes', 1, 0, [], '={{ $json.none }}', '={{ null }}', '={{ 1 + }}'].map(
			(includePayload) => ({ options: { includePayload } }),
		),
		{ events: { a: 1 } },
		{ events: "={{ (() => { throw new Error('x') })() }}" },
	];
	it.each(wrong.map((each) => [JSON.stringify(each), each] as const))(
		'gets a 500, so that Loops retries, if the parameters are invalid: %s',
		async (_case, parameters) => {
			await start({ parameters: { events: ['*'], ...parameters } });
			expect(await send()).toEqual({
				status: 500,
				body: '{"message":"Refused: the settings of the node are invalid"}',
			});
			expect(session.trigger.started).toEqual([]);
			expect(session.trigger.warnings).toHaveLength(1);
			const unsigned = { headers: {}, body: Buffer.from(JSON.stringify(event)) };
			expect((await post(session.trigger.url, unsigned)).status).toBe(401);
		},
	);
});
