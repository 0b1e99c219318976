import { describe, expect, it } from 'vitest';

import { readExample, requested, webhookOf } from '../../harness/examples.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const TOKEN = { name: 'X-Token', value: 'the token' };

const bodyOf = (workflow: WorkflowJson) =>
	workflow.pinData![webhookOf(workflow)!.name][0].json.body as Record<string, string>;

interface Published {
	id: string;
	/** Posts JSON with the token, or a form without it. */
	post(body: object | URLSearchParams, token?: string): Promise<Response>;
}

/** Publishes an example, and waits until n8n has registered its webhook. */
async function publish(workflow: WorkflowJson): Promise<Published> {
	const { parameters, credentials } = webhookOf(workflow)!;
	const id = await n8n.storeWith(workflow, credentials ? { httpHeaderAuth: TOKEN } : {});
	await n8n.client.activate(id);
	const url = `${n8n.client.origin}/webhook/${String(parameters.path)}`;
	// A GET starts nothing: its 404 names the method once the webhook is registered.
	await expect
		.poll(async () => await (await fetch(url)).text())
		.toContain('not registered for GET');
	return {
		id,
		post: async (body, token = TOKEN.value) =>
			await fetch(url, {
				method: 'POST',
				redirect: 'manual',
				...(body instanceof URLSearchParams
					? { body }
					: {
							body: JSON.stringify(body),
							headers: { 'content-type': 'application/json', [TOKEN.name]: token },
						}),
			}),
	};
}

const tests: Record<string, (workflow: WorkflowJson) => Promise<void>> = {
	'templates-from-git.json': async (workflow) => {
		const { post } = await publish(workflow);
		expect((await post(bodyOf(workflow), 'other')).status).toBe(403);
		expect(n8n.calls()).toEqual([]);
		const saved = await post(bodyOf(workflow));
		expect([saved.status, await saved.json()]).toEqual([
			200,
			expect.objectContaining({ published: true }),
		]);
		const refused = await post({ ...bodyOf(workflow), lmx: '<Paragraph>Hello' });
		expect(refused.status).toBe(422);
		expect(await refused.json()).toMatchObject({
			error: expect.stringContaining('Loops refused the content') as string,
		});
	},
};

describe.each(requested)('examples/%s', (file) => {
	it('answers its requests', async () => await tests[file](readExample(file)));
});
