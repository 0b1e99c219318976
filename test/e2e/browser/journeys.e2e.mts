// Complete user journeys, from an empty canvas or an example to the state of Loops.
import { beforeEach, describe, expect, it } from 'vitest';

import { chain, coreNode, loopsNode, pinned } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import { useEditor } from './useEditor.mts';

const PATIENCE = { timeout: 20_000 };

// n8n selects the latest credential of its type for a new node, here that of the tests.
const n8n = useN8n({ keepsCredential: true });
const session = useEditor();

it('a user sends an email with variables, and sees it in the emulator', async () => {
	const { editor } = session;
	await editor.addToNewWorkflow('Send transactional email');
	const found = await editor.search('Transactional Email', 'password RES');
	await expect.poll(() => found.allInnerTexts(), PATIENCE).toEqual(['Password reset']);
	await found.click();
	await editor.fill('firstName', 'Nia');
	await editor.fill('resetUrl', 'https://example.com/reset/1');
	await editor.fill('Recipient Email', 'nia@example.com');
	expect(await editor.height()).toBeLessThanOrEqual(870);

	expect(await editor.executeStep()).toBe('success');
	expect(editor.actions).toBeLessThanOrEqual(12);
	expect(await editor.table()).toEqual([
		['success', 'deduplicated', 'email', 'transactionalId'],
		['true', 'false', 'nia@example.com', 'cm8tx0pwreset00000000002a'],
	]);
	const dataVariables = { firstName: 'Nia', resetUrl: 'https://example.com/reset/1' };
	expect(n8n.emulator.outbox).toEqual([
		expect.objectContaining({
			templateName: 'Password reset',
			email: 'nia@example.com',
			dataVariables,
		}),
	]);

	const page = await editor.page.context().newPage();
	await page.goto(n8n.emulator.origin);
	const email = page.getByRole('region', { name: 'Emails' }).locator('tbody tr');
	expect(await email.getByRole('cell').allInnerTexts()).toEqual([
		expect.stringMatching(/^\d\d:\d\d:\d\d$/),
		'nia@example.com',
		'Password reset',
		expect.stringContaining('https://example.com/reset/1'),
		'',
		'Open',
	]);
	await page.close();
});

it('a user imports rows with columns named by label', async () => {
	const { editor } = session;
	const rows = Array.from({ length: 20 }, (_, n) => ({
		Email: `row${n}@example.com`,
		'First Name': `Row ${n}`,
		Seats: String(n),
		'Is Beta': n % 2 === 0 ? 'TRUE' : 'false',
		'Trial Ends At': '2026-12-24',
		'Met In': 'Oslo',
	}));
	const parameters = { resource: 'contact', operation: 'upsert', email: '={{ $json.Email }}' };
	const nodes = [coreNode('Rows', 'manualTrigger', 1), loopsNode('Import', parameters)];
	await editor.openWorkflow(await n8n.store(pinned(chain(nodes), rows)));
	await editor.openNode('Import');
	await editor.mapAutomatically();

	expect(await editor.executeStep()).toBe('success');
	expect(await editor.table()).toHaveLength(1 + rows.length);
	// On a slow machine, another hint reports the wait for the rate limit.
	const warnings = (await editor.hints()).filter((hint) => !hint.includes('rate limit'));
	expect(warnings).toEqual(['1 input field is not mapped: Met In.']);
	for (const [n, row] of rows.entries()) {
		expect(n8n.emulator.contact(row.Email)).toMatchObject({
			firstName: `Row ${n}`,
			seats: n,
			isBeta: n % 2 === 0,
			trialEndsAt: '2026-12-24T00:00:00.000Z',
		});
	}
});

describe('with 60 contact properties in the account', () => {
	beforeEach(() => {
		n8n.emulator.reset({
			teamName: 'Grown',
			properties: Array.from({ length: 60 }, (_, n) => ({
				key: `property${n}`,
				label: `Property${n}`,
				type: n % 2 ? 'string' : 'number',
			})),
			mailingLists: [],
			contacts: [{ email: 'kim@example.com' }],
			templates: [],
		});
	});

	it('a user sets two in at most twelve actions from an empty canvas', async () => {
		const { editor } = session;
		// In a page that was used before, n8n may ask for the fields before it has set the credential.
		editor.reload();
		await editor.addToNewWorkflow('Update contact');
		await editor.fill('Email', 'kim@example.com');
		await editor.field('First Name').waitFor();
		expect(await editor.height()).toBeLessThanOrEqual(1_300);
		await editor.addField('Property33');
		await editor.fill('Property33', 'team');
		await editor.addField('Property40');
		await editor.fillNumber('Property40', 7);
		expect(editor.actions).toBeLessThanOrEqual(12);

		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({
			email: 'kim@example.com',
			property33: 'team',
			property40: 7,
		});
	});
});

it('a user validates, sends, and gets a hint when sending again', async () => {
	const { editor } = session;
	const orders = [1, 2].map((n) => ({ orderId: `A-${n}`, email: `nia${n}@example.com` }));
	const send = {
		resource: 'transactionalEmail',
		operation: 'send',
		transactionalId: { __rl: true, mode: 'id', value: 'cm8tx0welcome00000000001a' },
		email: '={{ $json.email }}',
		options: { dataVariablesJson: '{ "firstName": "Nia" }' },
	};
	const nodes = [coreNode('Orders', 'manualTrigger', 1), loopsNode('Send Receipt', send)];
	await editor.openWorkflow(await n8n.store(pinned(chain(nodes), orders)));
	await editor.openNode('Send Receipt');
	await editor.addTo('Options', 'Send Only Once');
	await editor.fillExpression('Key', '{{ $json.orderId }}');
	// It is on when it is added.
	await editor.addTo('Options', 'Validate Only');

	expect(await editor.executeStep()).toBe('success');
	await expect
		.poll(() => editor.hints(), PATIENCE)
		.toEqual(['Validate Only is on: nothing was sent. 2 ready.']);
	expect((await editor.table())[0].slice(0, 3)).toEqual(['ready', 'reasons', 'warnings']);
	expect(n8n.emulator.outbox).toEqual([]);

	await editor.toggle('Validate Only');
	expect(await editor.executeStep()).toBe('success');
	await expect.poll(() => editor.hints(), PATIENCE).toEqual([]);
	expect(n8n.emulator.outbox.map(({ email }) => email)).toEqual(orders.map(({ email }) => email));

	expect(await editor.executeStep()).toBe('success');
	await expect
		.poll(() => editor.hints(), PATIENCE)
		.toEqual([expect.stringContaining('0 sent, 2 already sent in the last 24 hours')]);
	expect(n8n.emulator.outbox).toHaveLength(2);
});
