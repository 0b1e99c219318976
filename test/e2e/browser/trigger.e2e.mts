import { beforeEach, expect, it } from 'vitest';

import { createSecret } from '../webhook/trigger.mts';
import { useN8n } from '../useN8n.mts';
import type { Editor } from './editor.mts';
import { useEditor } from './useEditor.mts';

const n8n = useN8n();
const session = useEditor();
let editor: Editor;
beforeEach(() => ({ editor } = session));

it('tests the form of a signing secret in the dialog of its credential', async () => {
	await editor.newCredential('Loops Webhook API');
	await editor.saveSecret('whsec_bG9vcHM');
	await editor.page.getByText('More details').click();
	await editor.page.getByText('This is not a whole signing secret. Copy it from Loops').waitFor();

	await editor.saveSecret(n8n.emulator.webhook.secret);
	await editor.page.getByText('Connection tested successfully').waitFor();
});

it('shows its URLs at once, and receives a test event that the emulator signs', async () => {
	const { emulator, client } = n8n;
	// n8n gives it to a new node.
	await createSecret(client, { signingSecret: emulator.webhook.secret });
	await editor.addToNewWorkflow('On all events');
	const production = await editor.webhookUrl('Production URL');
	const url = await editor.webhookUrl('Test URL');
	expect(production).toMatch(/\/webhook\/[\w-]{36}\/loops$/);
	expect(url).toBe(production.replace('/webhook/', '/webhook-test/'));

	await editor.listen();
	emulator.setWebhook({ url, forge: true });
	emulator.happen({ event: 'testing.testEvent' });
	await expect.poll(() => emulator.deliveries.at(-1)?.status, { timeout: 10_000 }).toBe(401);
	expect(await editor.panel.getByText('Listening for test event').isVisible()).toBe(true);

	emulator.setWebhook({ forge: false });
	const page = await editor.page.context().newPage();
	await page.goto(emulator.origin);
	await page.getByRole('button', { name: 'Send test event' }).click();
	const [head, row] = await editor.table();
	expect(head.slice(0, 3)).toEqual(['event', 'time', 'webhookId']);
	expect(row.slice(0, 3)).toEqual([
		'testing.testEvent',
		expect.any(String),
		emulator.deliveries.at(-1)?.webhookId,
	]);
	expect(emulator.deliveries.at(-1)?.status).toBe(200);
	await page.close();
});
