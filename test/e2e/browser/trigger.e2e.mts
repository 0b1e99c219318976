import { beforeEach, expect, it } from 'vitest';

import { createSecret } from '../webhook/trigger.mts';
import { useN8n } from '../useN8n.mts';
import type { Editor } from './editor.mts';
import { useEditor } from './useEditor.mts';

const n8n = useN8n();
const session = useEditor();
let editor: Editor;
beforeEach(() => ({ editor } = session));

it('the credential dialog tests the form of a signing secret', async () => {
	await editor.newCredential('Loops Webhook API');
	await editor.saveSecret('whsec_bG9vcHM');
	await editor.page.getByText('More details').click();
	await editor.page
		.getByText('This is not a valid signing secret. Copy the signing secret from Loops')
		.waitFor();

	await editor.saveSecret(n8n.emulator.webhook.secret);
	await editor.page.getByText('Connection tested successfully').waitFor();
});

it('the trigger shows its URLs and receives a signed test event', async () => {
	const { emulator, client } = n8n;
	// n8n selects it for a new node.
	await createSecret(client, { signingSecret: emulator.webhook.secret });
	editor.reload();
	await editor.addToNewWorkflow('On test event');
	const production = await editor.webhookUrl('Production URL');
	const url = await editor.webhookUrl('Test URL');
	expect(production).toMatch(/\/webhook\/[\w-]{36}\/loops$/);
	expect(url).toBe(production.replace('/webhook/', '/webhook-test/'));

	await editor.listen();
	emulator.setWebhook({ url, forge: true });
	emulator.happen({ event: 'testing.testEvent' });
	const refusal =
		'Refused an event: the signature does not match the signing secret in the credential';
	const shown = editor.output.getByTestId('node-error-message');
	await shown.getByText(refusal).waitFor();
	await editor.output.getByText('Copy the signing secret from Loops').waitFor();
	expect(emulator.deliveries.at(-1)?.status).toBe(401);

	emulator.setWebhook({ forge: false });
	await editor.listen();
	emulator.happen({ event: 'campaign.email.sent', email: 'kim@example.com' });
	await shown.getByText("Ignored an event: 'Events' does not include this event").waitFor();
	// The sent email follows its event. The editor no longer listens by then and answers 404.
	const ignored = emulator.deliveries.find(
		({ event }) => event.eventName === 'campaign.email.sent',
	);
	expect(ignored?.status).toBe(200);
	await expect
		.poll(() => emulator.deliveries.filter(({ status }) => status !== undefined).length)
		.toBe(3);

	await editor.listen();
	const page = await editor.page.context().newPage();
	await page.goto(emulator.origin);
	await page.getByRole('button', { name: 'Send test event' }).click();
	const [head, row] = await editor.table();
	expect(head.slice(0, 4)).toEqual(['event', 'message', 'email', 'time']);
	expect(row.slice(0, 2)).toEqual([
		'testing.testEvent',
		expect.stringMatching(/^The signature is valid\. /),
	]);
	expect(emulator.deliveries.at(-1)?.status).toBe(200);
	await page.close();

	await editor.field('Filters').locator('xpath=..').getByTestId('collection-parameter-add').click();
	const filters = editor.page.getByRole('option').filter({ visible: true });
	await expect.poll(async () => await filters.count()).toBe(4);
	expect((await filters.allInnerTexts()).join()).not.toContain('Length');
});

it('the four steps of the form lead to events of a published workflow', async () => {
	const { emulator, client } = n8n;
	const { page, panel } = editor;
	await client.deleteCredentials('loopsEmailWebhookApi');
	editor.reload();
	await editor.addToNewWorkflow('On campaign email sent');
	expect(await panel.innerText()).toContain('Step 4: Publish the workflow');

	// Step 1
	emulator.setWebhook({ url: await editor.webhookUrl('Test URL') });
	// Step 2
	await panel.getByRole('button', { name: 'Connect to' }).click();
	await editor.saveSecret(emulator.webhook.secret);
	await panel.getByTestId('node-credentials-select').waitFor();
	// Step 3
	await editor.listen();
	emulator.happen({ event: 'testing.testEvent' });
	expect((await editor.table())[1][0]).toBe('testing.testEvent');
	// Step 4
	const url = await editor.webhookUrl('Production URL');
	await page.keyboard.press('Escape');
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByText('Now replace the test URL with the production URL in Loops').waitFor();
	emulator.setWebhook({ url });
	emulator.happen({ event: 'campaign.email.sent', email: 'kim@example.com' });
	const [, id] = /workflow\/(\w+)/.exec(page.url()) ?? [];
	await expect
		.poll(async () => (await client.executions(id)).map(({ mode, status }) => [mode, status]))
		.toContainEqual(['webhook', 'success']);
});
