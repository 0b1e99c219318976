import { createHmac } from 'node:crypto';
import { expect, inject, it } from 'vitest';

import { readExample, webhookOf } from '../../harness/examples.mts';
import type { Execution } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';
import { useMailbox } from './mailbox.mts';

/** Whether the link of a form has a token in this n8n, so that nobody can guess it. */
const hasToken = inject('n8n').version === '2.41';
const TOO_OLD = /^This workflow needs n8n 2\.14 or later/;

const n8n = useN8n();
const { mails, credential } = useMailbox();

/** The status of the answer to a form. */
async function submit(url: string, fields: Record<string, string>): Promise<number> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return (await fetch(url, { method: 'POST', body: form })).status;
}

/** What a stranger does, who knows the form and counts up the number of the execution. */
const guess = async (id: string, fields: Record<string, string>) =>
	await submit(`${n8n.client.origin}/form-waiting/${id}`, fields);

/** Waits until the only execution of a workflow waits or has ended. */
async function settled(workflowId: string): Promise<Execution> {
	const statuses = async () =>
		(await n8n.client.executions(workflowId)).map(({ status }) => status);
	await expect
		.poll(statuses, { timeout: 20_000 })
		.toEqual([expect.stringMatching(/^(waiting|success|error)$/)]);
	const [{ id }] = await n8n.client.executions(workflowId);
	return await n8n.client.execution(id);
}

it('a stranger confirms nobody in double-opt-in.json', async () => {
	const workflow = readExample('double-opt-in.json');
	// The other suites publish the example itself. Without an ID, n8n 1.x adds the workflow's ID to the path.
	const path = 'guessed-sign-up';
	Object.assign(webhookOf(workflow)!, { webhookId: path }).parameters.path = path;
	const workflowId = await n8n.store(workflow);
	await n8n.client.activate(workflowId);
	await n8n.client.postToWebhook(path, { email: 'nia@example.com' });
	const { id, status, data } = await settled(workflowId);
	const answer = await guess(id, { submit: '' });
	if (hasToken) {
		expect([answer, status, (await settled(workflowId)).status]).toEqual([
			401,
			'waiting',
			'waiting',
		]);
		expect(n8n.emulator.outbox).toHaveLength(1);
	} else {
		expect(data.resultData.error?.message).toMatch(TOO_OLD);
		expect(n8n.calls()).toEqual([]);
	}
	expect(n8n.emulator.contact('nia@example.com')).toBeUndefined();
});

it('a stranger changes nobody in preference-centre.json', async () => {
	const workflow = readExample('preference-centre.json');
	for (const node of workflow.nodes) {
		if (!node.type.endsWith('.webhook')) continue;
		const path = `guessed-${String(node.parameters.path)}`;
		Object.assign(node, { webhookId: path }).parameters.path = path;
	}
	// Crypto has this credential since n8n 2.7. Before that, the workflow names no secret.
	const services: Record<string, object> = hasToken
		? { crypto: { hmacSecret: 'a long random secret' } }
		: {};
	const workflowId = await n8n.storeWith(workflow, services);
	await n8n.client.activate(workflowId);
	const email = 'kim@example.com';
	const before = n8n.emulator.contact(email);
	const expires = '9999999999';
	const signature = createHmac('sha256', '')
		.update(`preferences ${expires} ${email}`)
		.digest('hex');
	const post = n8n.client.postToWebhook('guessed-loops-preferences', {
		email,
		expires,
		signature,
		allEmail: 'no',
		forgetName: 'yes',
	});
	await expect(post).rejects.toThrow(hasToken ? ': 403 ' : ': 500 ');
	expect(n8n.emulator.contact(email)).toEqual(before);
	expect(n8n.calls()).toEqual([]);
});

it('a stranger approves no newsletter in newsletter.json', async () => {
	const workflow = readExample('newsletter.json');
	for (const node of workflow.nodes) node.disabled = false;
	const approval = workflow.nodes.find(({ name }) => name === 'Approval')!;
	const workflowId = await n8n.storeWith(workflow, { smtp: credential() });
	let answers: number[] | undefined;
	const running = n8n.client.run(workflowId, 'Release Notes', async ({ id }) => {
		const approve = { 'field-0': 'Approve' };
		const url = `${n8n.client.origin}/webhook-waiting/${id}`;
		answers ??= [
			await guess(id, approve),
			await submit(`${url}/${approval.id}?approved=true`, approve),
			await submit(`${url}?approved=true`, approve),
		];
		throw new Error('It still waits');
	});
	if (hasToken) {
		await expect(running).rejects.toThrow('It still waits');
		for (const answer of answers!) expect(answer).toBeGreaterThan(400);
		expect(n8n.emulator.content.previews).toHaveLength(1);
		expect(mails).toHaveLength(1);
	} else {
		expect((await running).data.resultData.error?.message).toMatch(TOO_OLD);
		expect(n8n.calls()).toEqual([]);
	}
	expect(n8n.emulator.content.scheduled).toEqual([]);
});
