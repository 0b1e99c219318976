import { describe, expect, it } from 'vitest';

import { readExample, requested, webhookOf } from '../../harness/examples.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import { itemsOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const TOKEN = { name: 'X-Token', value: 'the token' };
const CRYPTO = { hmacSecret: 'a long random secret' };
const PRODUCT_NEWS = 'cm9list0productnews000002';

const bodyOf = (workflow: WorkflowJson) =>
	workflow.pinData![webhookOf(workflow)!.name][0].json.body as Record<string, string>;

interface Published {
	id: string;
	/** Posts JSON with the token, or a form without it. */
	post(body: object | URLSearchParams, token?: string): Promise<Response>;
}

/** Publishes an example, and waits until n8n has registered its webhook. */
async function publish(workflow: WorkflowJson): Promise<Published> {
	const { parameters } = webhookOf(workflow)!;
	const id = await n8n.storeWith(workflow, { httpHeaderAuth: TOKEN, crypto: CRYPTO });
	await n8n.client.activate(id);
	return { id, post: await posterTo(String(parameters.path)) };
}

/** Posts to a webhook of a published workflow. */
async function posterTo(path: string): Promise<Published['post']> {
	const url = `${n8n.client.origin}/webhook/${path}`;
	// A GET starts nothing: its 404 names the method once the webhook is registered.
	await expect
		.poll(async () => await (await fetch(url)).text())
		.toContain('not registered for GET');
	return async (body, token = TOKEN.value) =>
		await fetch(url, {
			method: 'POST',
			redirect: 'manual',
			...(body instanceof URLSearchParams
				? { body }
				: {
						body: JSON.stringify(body),
						headers: { 'content-type': 'application/json', [TOKEN.name]: token },
					}),
		});
}

/** The draft of a template, as the dashboard opens it for a person. */
async function draftOf(templateId: string) {
	const { apiKey, baseUrl, content } = n8n.emulator;
	const response = await fetch(`${baseUrl}/transactional-emails/${templateId}/draft`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}` },
	});
	const { draftEmailMessageId } = (await response.json()) as Record<string, string>;
	return content.messages.get(draftEmailMessageId)!;
}

const statusOf = async (id: string) =>
	(await n8n.client.executions(id)).map(({ status }) => status);

const tests: Record<string, (workflow: WorkflowJson) => Promise<void>> = {
	'account-deletion.json': async (workflow) => {
		const { id, post } = await publish(workflow);
		expect((await post(bodyOf(workflow), 'other')).status).toBe(403);
		expect(n8n.calls()).toEqual([]);
		const done = await post(bodyOf(workflow));
		expect([done.status, await done.json()]).toEqual([200, { deleted: true }]);
		expect(n8n.emulator.contact('ada@example.com')).toBeUndefined();
		expect((await post({ email: 'kim@example.com' })).status).toBe(502);
		expect(n8n.emulator.outbox.map(({ email }) => email)).toEqual(['ada@example.com']);
		await expect.poll(() => statusOf(id)).toEqual([]);
	},

	'double-opt-in.json': async (workflow) => {
		const { id, post } = await publish(workflow);
		const firstName = 'Nia'.repeat(2_000);
		const answer = await post(new URLSearchParams({ ...bodyOf(workflow), firstName }));
		expect([answer.status, await answer.text()]).toEqual([200, 'Please check your inbox.']);
		await expect.poll(() => statusOf(id)).toEqual(['waiting']);

		const [{ dataVariables }] = n8n.emulator.outbox;
		const url = String(dataVariables.confirmationUrl);
		for (const method of ['GET', 'HEAD', 'GET']) {
			expect((await fetch(url, { method })).status, method).toBeLessThan(500);
		}
		expect(await (await fetch(url)).text()).toContain('Confirm your subscription');
		expect(await statusOf(id)).toEqual(['waiting']);
		expect(n8n.emulator.contact('nia@example.com')).toBeUndefined();

		const confirm = async () => {
			const form = new FormData();
			form.set('submit', '');
			return (await fetch(url, { method: 'POST', body: form })).status;
		};
		expect(await confirm()).toBe(200);
		await expect.poll(() => statusOf(id)).toEqual(['success']);
		expect(n8n.emulator.contact('nia@example.com')).toMatchObject({
			subscribed: true,
			mailingLists: { [PRODUCT_NEWS]: true },
			firstName: firstName.slice(0, 100),
		});
		const made = n8n.calls().length;
		await confirm();
		expect(n8n.calls()).toHaveLength(made);
	},

	'one-time-code.json': async (workflow) => {
		const { id, post } = await publish(workflow);
		n8n.emulator.inject({ kind: 'status', status: 503, path: '/v1/transactional' });
		expect((await post(bodyOf(workflow), 'other')).status).toBe(403);
		const sent = await post(bodyOf(workflow));
		expect(n8n.emulator.outbox).toHaveLength(1);
		expect([sent.status, await sent.json()]).toEqual([200, { sent: true }]);
		expect((await post({ ...bodyOf(workflow), code: '338102' })).status).toBe(502);
		expect(n8n.emulator.outbox).toHaveLength(1);
		await expect.poll(() => statusOf(id)).toEqual([]);
	},

	'preference-centre.json': async (workflow) => {
		const { id, post } = await publish(workflow);
		const choose = await posterTo('loops-preferences');
		const answers = { productNews: 'no', releaseNotes: 'yes', beta: 'no', forgetName: 'yes' };
		const stranger = { email: 'kim@example.com', expires: '9999999999', signature: '' };
		const refused = await choose(new URLSearchParams({ ...stranger, ...answers }));
		expect([refused.status, n8n.calls()]).toEqual([403, []]);
		// n8n gives up copying such a list after seconds.
		const lists = Array.from({ length: 100_000 }, () => []);
		expect((await choose({ ...stranger, email: lists })).status).toBe(403);

		const asked = await post(new URLSearchParams(bodyOf(workflow)));
		expect([asked.status, await asked.text()]).toEqual([200, 'Please check your inbox.']);
		await expect.poll(() => n8n.emulator.outbox).toHaveLength(1);
		const { searchParams } = new URL(String(n8n.emulator.outbox[0].dataVariables.loginUrl));
		const link = Object.fromEntries(searchParams);
		const other = new URLSearchParams({ ...link, email: 'ada@example.com', ...answers });
		expect((await choose(other)).status).toBe(403);
		const saved = await choose(new URLSearchParams({ ...link, ...answers }));
		expect([saved.status, await saved.text()]).toEqual([200, 'Your choices are saved.']);
		expect(n8n.emulator.contact('kim@example.com')).toMatchObject({
			firstName: null,
			lastName: null,
			isBeta: false,
			subscribed: true,
			mailingLists: { cm9list0releasenotes00001: true },
		});
		expect(n8n.emulator.contact('ada@example.com')).toMatchObject({ firstName: 'Ada' });
		await expect.poll(() => statusOf(id)).toEqual([]);
	},

	'stripe-to-loops.json': async (workflow) => {
		// The table outlives the test.
		const [{ json }] = workflow.pinData!.Stripe;
		json.id = `evt_${Date.now()}`;
		const id = await n8n.store(workflow);
		const [first, again] = [await n8n.client.run(id, 'Stripe'), await n8n.client.run(id, 'Stripe')];
		for (const { data, status } of [first, again]) {
			expect(data.resultData.error).toBeUndefined();
			expect(status).toBe('success');
		}
		expect(itemsOf(first, 'Remember Event')).toHaveLength(1);
		expect(itemsOf(again, 'Each Event Once')).toEqual([]);
		expect(n8n.calls()).toHaveLength(1);
		expect(n8n.emulator.contact('nia@example.com')).toMatchObject({ planName: 'team' });
	},

	'templates-from-git.json': async (workflow) => {
		const { id: workflowId, post } = await publish(workflow);
		expect((await post(bodyOf(workflow), 'other')).status).toBe(403);
		expect(n8n.calls()).toEqual([]);
		const saved = await post(bodyOf(workflow));
		const { id, published } = (await saved.json()) as { id: string; published: boolean };
		expect([saved.status, published]).toEqual([200, true]);
		const draft = await draftOf(id);
		draft.subject = 'By a colleague';
		const kept = await post({ ...bodyOf(workflow), subject: 'From the repository' });
		expect(kept.status).toBe(422);
		expect(JSON.stringify(await kept.json())).toContain(
			'has unpublished changes in its draft: Subject',
		);
		expect(draft.subject).toBe('By a colleague');
		const refused = await post({ ...bodyOf(workflow), lmx: '<Paragraph>Hello', replace: true });
		expect(refused.status).toBe(422);
		expect(await refused.json()).toMatchObject({
			error: expect.stringContaining('Loops refused the content') as string,
		});
		await expect.poll(() => statusOf(workflowId)).toEqual([]);
	},

	'waitlist-form.json': async (workflow) => {
		const { post } = await publish(workflow);
		const joined = await post(new URLSearchParams(bodyOf(workflow)));
		expect([joined.status, joined.headers.get('location')]).toEqual([
			303,
			'https://www.example.com/thank-you',
		]);
		expect(n8n.emulator.contact('nia@example.com')?.mailingLists).toEqual({ [PRODUCT_NEWS]: true });
		const refused = await post(new URLSearchParams({ email: 'nia' }));
		expect([refused.status, await refused.text()]).toEqual([
			422,
			'Please check your email address.',
		]);
	},
};

// It has a file of its own.
const apart = ['post-to-campaign.json'];
describe.each(requested.filter((file) => !apart.includes(file)))('examples/%s', (file) => {
	it('answers its requests', async () => await tests[file](readExample(file)));
});
