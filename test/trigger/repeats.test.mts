import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { payloadOf } from './payloads.mts';
import { post } from './post.mts';
import { event, secret } from './refused.mts';
import { newId, signedRequest } from './sign.mts';
import { useTrigger } from './useTrigger.mts';

const json = { 'content-type': 'application/json' };
const session = useTrigger();
const { start, send } = session;

describe('a repeated event', () => {
	it('starts no execution, even with a new signature', async () => {
		await start();
		const id = newId();
		const first = signedRequest(secret, event, { id });
		await post(session.trigger.url, first);
		const again = { status: 200, body: '{"message":"Ignored: the event was already received"}' };
		expect(await post(session.trigger.url, first)).toEqual(again);
		const timestamp = String(Math.floor(Date.now() / 1_000) + 60);
		expect(await send(event, { id, timestamp })).toEqual(again);
		expect(session.trigger.started).toHaveLength(1);
	});

	it('starts one execution if 50 copies arrive at once', async () => {
		await start();
		const id = newId();
		await Promise.all(Array.from({ length: 50 }, async () => await send(event, { id })));
		expect(session.trigger.started).toHaveLength(1);
	});

	it('starts each workflow that receives it', async () => {
		const id = newId();
		for (const workflowId of ['one', 'two']) {
			await start({ workflowId });
			await send(event, { id });
			expect(session.trigger.started).toHaveLength(1);
			await session.trigger.close();
		}
	});

	it('starts each test in the editor, and the published workflow once', async () => {
		const id = newId();
		await start({ mode: 'manual' });
		await send(event, { id });
		await send(event, { id });
		expect(session.trigger.started).toHaveLength(2);
		await session.trigger.close();
		await start();
		await send(event, { id });
		expect(session.trigger.started).toHaveLength(1);
	});

	it('starts an execution after a forged or filtered event with its ID', async () => {
		await start({ parameters: { events: ['contact.created'] } });
		const id = newId();
		const forged = { ...signedRequest(secret, event, { id }), body: Buffer.from('{}') };
		expect((await post(session.trigger.url, forged)).status).toBe(401);
		await send(payloadOf('contact.deleted'), { id });
		await send(event, { id });
		expect(session.trigger.started).toHaveLength(1);
	});

	it('starts an execution if signatures are not verified', async () => {
		await start({ parameters: { events: ['*'], verifySignature: false } });
		const id = newId();
		const forged = {
			headers: { ...json, 'webhook-id': id },
			body: Buffer.from('{"eventName":"x"}'),
		};
		await post(session.trigger.url, forged);
		expect(await send(event, { id })).toEqual({ status: 200, body: '' });
		expect(session.trigger.started).toHaveLength(2);
	});

	it('starts an execution if n8n failed to start one before', async () => {
		let isUnwell = true;
		await start({ isUnwell: () => isUnwell });
		const id = newId();
		expect((await send(event, { id })).status).toBe(500);
		isUnwell = false;
		await send(event, { id });
		await send(event, { id });
		expect(session.trigger.started).toHaveLength(1);
	});

	it.each([
		['waits', 'starts it', false, false],
		['waits', 'fails', false, true],
		['hangs up', 'starts it', true, false],
		['hangs up', 'fails', true, true],
	])(
		'gets a 503 while its first sender %s until n8n %s, then starts one execution',
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
			const first = post(session.trigger.url, request, sender.signal).catch(() => undefined);
			await arrival;
			if (hangsUp) sender.abort();
			// Lets the server notice that the sender hung up.
			await wait(50);

			const pending =
				'{"message":"Refused: n8n has not yet accepted the first delivery of this event. Loops sends it again"}';
			expect(await post(session.trigger.url, request)).toEqual({ status: 503, body: pending });
			expect(session.trigger.started).toEqual([]);
			steps.emit('outcome', fails);
			expect((await first)?.status).toBe(hangsUp ? undefined : fails ? 500 : 200);
			const seen = { status: 200, body: '{"message":"Ignored: the event was already received"}' };
			const again = await post(session.trigger.url, request);
			expect(again).toEqual(fails ? { status: 200, body: '' } : seen);
			expect(await post(session.trigger.url, request)).toEqual(seen);
			expect(session.trigger.started).toHaveLength(1);
		},
	);
});
