import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readExample, triggered, triggerOf } from '../harness/examples.mts';
import { startTrigger } from '../harness/webhook.mts';
import { payloads } from './payloads.mts';
import { post } from './post.mts';
import { secret } from './refused.mts';
import { signedRequest } from './sign.mts';

/** The events, of all 17, that start each example. */
const starting: Record<string, string[]> = {
	'bounce-to-crm.json': ['email.hardBounced', 'email.spamReported'],
	'contacts-mirror.json': [
		'contact.created',
		'contact.deleted',
		'contact.mailingList.subscribed',
		'contact.mailingList.unsubscribed',
		'contact.unsubscribed',
		'email.resubscribed',
	],
	'unsubscribes-to-table.json': ['contact.unsubscribed', 'contact.mailingList.unsubscribed'],
	'webhook-router.json': payloads.map(({ eventName }) => String(eventName)),
};

// test/e2e covers the nodes of n8n behind the trigger.
describe.each(triggered)('%s', (file) => {
	const workflow = readExample(file);
	const trigger = triggerOf(workflow);

	it('starts with its events', async () => {
		const { url, started, close } = await startTrigger({
			parameters: trigger?.parameters as IDataObject,
			credential: { signingSecret: secret },
			workflowId: file,
		});
		for (const payload of payloads) {
			expect((await post(url, signedRequest(secret, payload))).status).toBe(200);
		}
		await close();
		expect(started.map(({ event }) => event).sort()).toEqual(starting[file].toSorted());
	});

	it('verifies signatures, and contains no ID of an n8n or an account', () => {
		expect(Object.keys(trigger?.parameters ?? {})).toEqual(['events']);
		expect(trigger).not.toHaveProperty('webhookId');
		expect(trigger?.credentials).toEqual({
			loopsEmailWebhookApi: { id: 'loopsEmailWebhookApi', name: 'Loops Webhook API' },
		});
	});

	it('explains the set-up in a sticky note, and connects all its nodes', () => {
		const notes = workflow.nodes.filter(({ type }) => type.endsWith('stickyNote'));
		expect(notes.length).toBeGreaterThan(1);
		expect(String(notes[0].parameters.content)).toContain('signing secret');
		const reached = Object.values(workflow.connections).flatMap(({ main }) =>
			main.flatMap((output) => (output ?? []).map(({ node }) => node)),
		);
		const others = workflow.nodes.filter(
			(node) => !/Trigger$/.test(node.type) && !notes.includes(node),
		);
		expect(new Set(reached)).toEqual(new Set(others.map(({ name }) => name)));
	});
});
