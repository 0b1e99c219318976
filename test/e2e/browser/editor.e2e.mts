import { beforeEach, describe, expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { chain, editFields, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import type { Editor } from './editor.mts';
import { useEditor } from './useEditor.mts';

// n8n selects the latest credential of its type for a new node, here that of the tests.
const n8n = useN8n({ keepsCredential: true });
const session = useEditor();
let editor: Editor;
beforeEach(() => ({ editor } = session));

it('a search for "send email" shows what the node does, and its first action sends one', async () => {
	const creator = await editor.searchNodes('send email');
	await creator.getByText('Send emails and manage contacts with Loops').waitFor();
	await editor.openActions(creator);
	const action = creator.getByText(/^(Send transactional email|Send event|Test API key)$/);
	expect(await action.first().innerText()).toBe('Send transactional email');
});

describe('the node', () => {
	it('has typed fields for contact properties, and mailing lists by name', async () => {
		await editor.addToNewWorkflow('Create or update contact');
		await editor.fill('Email', 'nia@example.com');
		await editor.fill('First Name', 'Nia');
		await editor.fillNumber('Seats', 12);
		await editor.choose('Is Beta', 'True');
		await editor.pickDate('Trial Ends At', '2026-12-24 09:30:00');
		await editor.addTo('Additional Fields', 'Add to List Names or IDs');
		await editor.choose('Add to List Names or IDs', 'Product news', 'Investors');

		expect(await editor.executeStep()).toBe('success');
		expect(await editor.table()).toEqual([
			['success', 'email', 'id'],
			['true', 'nia@example.com', expect.any(String)],
		]);
		expect(await editor.hints()).toEqual([]);
		expect(n8n.calls().at(-1)?.body).toEqual({
			email: 'nia@example.com',
			firstName: 'Nia',
			seats: 12,
			isBeta: true,
			trialEndsAt: '2026-12-24T09:30:00',
			mailingLists: { cm9list0productnews000002: true, cm9list0investors00000003: true },
		});
	});

	it('shows the properties of an event given by name, and warns about another case', async () => {
		await editor.addToNewWorkflow('Send event');
		await editor.enter('Event Name', 'By Name', 'PlanChanged');
		await editor.panel
			.getByText("it starts no workflow yet. Did you mean 'planChanged'?")
			.waitFor();
		await editor.fill('Email', 'kim@example.com');
		expect(await editor.executeStep()).toBe('success');
		expect(await editor.hints()).toEqual([expect.stringContaining("Did you mean 'planChanged'?")]);

		await editor.enter('Event Name', 'By Name', 'Order placed');
		await editor.fillNumber('total', 9.5);
		expect(await editor.executeStep()).toBe('success');
		expect(n8n.emulator.eventLog.at(-1)).toMatchObject({
			eventName: 'Order placed',
			eventProperties: { total: 9.5 },
		});
	});

	it('explains that it cannot show properties if an expression gives the event', async () => {
		const eventName = { __rl: true, mode: 'name', value: '={{ $json.event }}' };
		const event = chain([start, loopsNode('Loops', { ...parametersOf.sendEvent, eventName })]);
		await editor.openWorkflow(await n8n.store(event));
		await editor.openNode('Loops');
		await editor.panel.getByText('Choose the event to see its properties').waitFor();
		expect(await editor.panel.getByText('No properties found').count()).toBe(0);
		await editor.addTo('Options', 'Extra Event Properties');
		editor.reload();
	});
});

it('the node shows a single notice for an email without variables', async () => {
	n8n.emulator.reset({
		teamName: 'Plain',
		properties: [],
		mailingLists: [],
		contacts: [],
		templates: [{ id: 'cm8tx0plain000000000001a', name: 'Plain', dataVariables: [] }],
	});
	await editor.addToNewWorkflow('Send transactional email');
	await editor.fill('Recipient Email', 'kim@example.com');
	await (await editor.search('Transactional Email', 'Plain')).first().click();
	await editor.panel.getByText('This email needs no variables. Nothing is wrong.').waitFor();
	expect(await editor.panel.getByText('No variables found').count()).toBe(0);
	await editor.addTo('Options', 'Extra Data Variables');
	editor.reload();
});

it('the node links to the page of its operations', async () => {
	await editor.openWorkflow(await n8n.store(chain([start, loopsNode('Loops', {})])));
	await editor.openNode('Loops');
	const docs = editor.page.getByRole('link', { name: 'Docs' });
	expect(await docs.getAttribute('href')).toMatch(/\/docs\/operations\.md$/);
});

describe('a node behind Loops before its first run', () => {
	it.each([
		// n8n does not store default values.
		['Create or Update', {}, ['success', 'id', 'email', 'userId']],
		['Find', { operation: 'find' }, ['found', 'email', 'firstName', 'subscribed']],
		[
			'Check Suppression',
			{ operation: 'checkSuppression' },
			['isSuppressed', 'removalQuotaLimit', 'found'],
		],
	])('shows the output fields of %s', async (_name, parameters, fields) => {
		const nodes = [start, loopsNode('Loops', parameters), editFields('Next', {})];
		await editor.openWorkflow(await n8n.store(chain(nodes)));
		await editor.openNode('Next');
		expect(await editor.inputFields()).toEqual(expect.arrayContaining(fields));
		expect(n8n.emulator.requests).toEqual([]);
	});
});

// Last, since the credentials that they save are the latest then.
describe('the credential dialog', () => {
	it('accepts the right key', async () => {
		await editor.newCredential('Loops API');
		await editor.saveCredential(n8n.emulator);
		await editor.page.getByText('Connection tested successfully').waitFor();
		expect(n8n.emulator.requests.at(-1)).toMatchObject({ path: '/v1/api-key', status: 200 });
	});

	it('warns of http:// for a server elsewhere', async () => {
		await editor.newCredential('Loops API');
		const warning = editor.page.getByText('your API key is sent unencrypted');
		const baseUrl = editor.page
			.getByTestId('credential-connection-parameter')
			.filter({ hasText: 'Base URL' })
			.getByRole('textbox');
		await baseUrl.fill('http://proxy.example.com/api/v1');
		await warning.waitFor();
		await baseUrl.fill(n8n.emulator.baseUrl);
		await warning.waitFor({ state: 'detached' });
	});

	it('reports a wrong key', async () => {
		const { baseUrl } = n8n.emulator;
		await editor.newCredential('Loops API');
		await editor.saveCredential({ apiKey: 'wrong-example-key', baseUrl });
		await editor.page.getByText('More details').click();
		await editor.page
			.getByText('Loops does not accept this API key. In Loops, open Settings')
			.waitFor();
		expect(n8n.emulator.requests.at(-1)).toMatchObject({ path: '/v1/api-key', status: 401 });
	});
});
