import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();
const secret = 'a long random secret';
const KIM = 'kim@example.com';
const LUIS = 'luis@example.com';
const RELEASE_NOTES = 'cm9list0releasenotes00001';

/** Runs the example from one of its two webhooks with the body of a request. */
async function receive(webhook: 'Link Request' | 'Preferences', body: IDataObject) {
	const example = readExample('preference-centre.json');
	const nodes = example.nodes.map((node) =>
		node.type.endsWith('.webhook') && node.name !== webhook
			? { ...node, type: 'n8n-nodes-base.noOp' }
			: node,
	);
	const workflow = { ...example, nodes, pinData: pinnedTo(webhook, [{ body }]) };
	const credentialsByName = { Crypto: { hmacSecret: secret } };
	const done = await runWorkflow(source, loops.credentials(), workflow, undefined, {
		credentialsByName,
	});
	expect(done.data.resultData.error?.message).toBeUndefined();
	return done;
}

const jsonOf = (...of: Parameters<typeof outputOf>) => outputOf(...of)[0].map(({ json }) => json);

/** What the link in an email says. */
async function linkFor(email: string): Promise<Record<string, string>> {
	await receive('Link Request', { email });
	const url = new URL(String(loops.emulator.outbox.at(-1)?.dataVariables.loginUrl));
	return Object.fromEntries(url.searchParams);
}

/** The status of the answer to a request. */
async function statusAfter(body: IDataObject): Promise<unknown> {
	const done = await receive('Preferences', body);
	return jsonOf(done, done.data.resultData.lastNodeExecuted!)[0].status;
}

const seconds = (days: number) => Math.floor(Date.now() / 1000 + days * 86_400);
const sign = (value: string, key = secret) => createHmac('sha256', key).update(value).digest('hex');

describe('Link Request', () => {
	it('emails a contact one link a day, which holds for seven days', async () => {
		const { email, expires } = await linkFor('KIM@example.com');
		expect(email).toBe(KIM);
		expect(Math.abs(Number(expires) - seconds(7))).toBeLessThan(60);
		await receive('Link Request', { email: KIM });
		expect(loops.emulator.outbox.map((each) => each.email)).toEqual([KIM]);
	});

	// n8n copies what an expression returns, which takes seconds for 30 KB of objects within objects.
	it.each([
		['no object', { a: 1 }, "'Email' is empty [item 0]"],
		['no long text', 'k'.repeat(1_000), "'Email' has 400 characters [item 0]"],
	])('has %s for an address', async (_what, email, message) => {
		const done = await receive('Link Request', { email });
		expect(jsonOf(done, 'No Link')).toMatchObject([{ error: { message } }]);
	});

	it.each(['nia@example.com', 'nia@example', '', undefined])(
		'emails nobody for %j',
		async (email) => {
			expect(jsonOf(await receive('Link Request', { email }), 'No Link')).toHaveLength(1);
			expect(loops.emulator.outbox).toEqual([]);
		},
	);
});

describe('Preferences', () => {
	it('does what the person of the link has chosen', async () => {
		const answers = { productNews: 'no', releaseNotes: 'yes', beta: 'no', forgetName: 'yes' };
		expect(await statusAfter({ ...(await linkFor(KIM)), ...answers })).toBe(200);
		expect(loops.emulator.contact(KIM)).toMatchObject({
			firstName: null,
			lastName: null,
			isBeta: false,
			planName: 'team',
			subscribed: true,
		});
		expect(loops.emulator.contact(KIM)?.mailingLists).toEqual({ [RELEASE_NOTES]: true });
	});

	it('changes nothing without an answer', async () => {
		const before = loops.emulator.contact(KIM);
		expect(await statusAfter(await linkFor(KIM))).toBe(200);
		expect(loops.emulator.contact(KIM)).toEqual(before);
	});

	it('changes only what the form offers', async () => {
		const before = loops.emulator.contact(KIM);
		const others = {
			planName: 'free',
			plan: 'free',
			userId: 'u-1',
			on: ['cm9list0investors00000003'],
			off: [RELEASE_NOTES],
			forget: ['planName'],
			subscription: 'unsubscribe',
			lists: { x: RELEASE_NOTES },
			x: 'no',
		};
		expect(await statusAfter({ ...(await linkFor(KIM)), ...others })).toBe(200);
		expect(loops.emulator.contact(KIM)).toEqual(before);
	});

	it.each<[string, (link: Record<string, string>) => IDataObject]>([
		['no link', () => ({ email: KIM })],
		['no signature', ({ email, expires }) => ({ email, expires })],
		['the link of another person', (link) => ({ ...link, email: KIM })],
		['a later expiry', (link) => ({ ...link, expires: String(seconds(30)) })],
		[
			'a link that has expired',
			({ email }) => {
				const expires = String(seconds(-1));
				return { email, expires, signature: sign(`preferences ${expires} ${email}`) };
			},
		],
		[
			'a signature without the secret',
			() => {
				const expires = String(seconds(1));
				return { email: KIM, expires, signature: sign(`preferences ${expires} ${KIM}`, '') };
			},
		],
		['values that are no text', (link) => ({ ...link, email: [KIM], signature: { length: 64 } })],
	])('answers 403 to %s, and asks Loops nothing', async (_what, of) => {
		const link = of(await linkFor('ada@example.com'));
		const asked = loops.emulator.requests.length;
		const answers = { allEmail: 'no', productNews: 'no', forgetName: 'yes' };
		expect(await statusAfter({ ...link, ...answers })).toBe(403);
		expect(loops.emulator.requests).toHaveLength(asked);
	});

	it('answers 422 or 503 if nothing was saved', async () => {
		const link = await linkFor(KIM);
		for (const other of [{ productNews: ['no'] }, { beta: 'constructor' }, { forgetName: 'on' }]) {
			expect(await statusAfter({ ...link, allEmail: 'no', ...other })).toBe(422);
		}
		expect(loops.emulator.contact(KIM)?.subscribed).toBe(true);
		loops.emulator.inject({ kind: 'status', status: 503, times: 'always' });
		expect(await statusAfter({ ...link, allEmail: 'no' })).toBe(503);
	});
});

describe('Preferences, about all email', () => {
	/** Whether Kim and Luis, who had opted out, are subscribed after this answer of both. */
	async function after(allEmail: unknown) {
		const statuses = [];
		for (const email of [KIM, LUIS]) {
			statuses.push(await statusAfter({ ...(await linkFor(email)), allEmail } as IDataObject));
		}
		const subscribed = [KIM, LUIS].map((email) => loops.emulator.contact(email)?.subscribed);
		return [...statuses, ...subscribed];
	}

	it.each([false, 'false', 'no', 'No ', 'off', '0'])('%j opts out', async (no) => {
		expect(await after(no)).toEqual([200, 200, false, false]);
	});

	it.each([true, 'true', 'yes', 'on', '', ' ', null, undefined])(
		'%j changes nothing',
		async (yes) => {
			expect(await after(yes)).toEqual([200, 200, true, false]);
		},
	);

	// n8n joins a list so slowly that 200,000 lists within a list take 4 s.
	it.each(['nein', 'subscribe', 'constructor', 2, ['no'], { no: 1 }])(
		'%j is refused',
		async (other) => {
			expect(await after(other)).toEqual([422, 422, true, false]);
		},
	);
});
