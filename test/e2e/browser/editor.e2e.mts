import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { chain, editFields, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import { Editor, launchChromium, signIn } from './editor.mts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

const n8n = useN8n();
let browser: Browser;
let context: BrowserContext;
let editor: Editor;

beforeAll(async () => {
	browser = await launchChromium();
	context = await signIn(browser, inject('n8n').origin);
});
beforeEach(async () => {
	editor = await Editor.open(context);
});
afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') {
		const path = `${screenshots}${task.name.replace(/[^\w-]+/g, '-')}.png`;
		await editor.page.screenshot({ path, fullPage: true });
	}
	await editor.page.close();
});
afterAll(async () => await browser?.close());

describe('the credential dialog', () => {
	it('accepts the right key', async () => {
		await editor.newCredential('Loops API');
		await editor.saveCredential(n8n.emulator);
		await editor.page.getByText('Connection tested successfully').waitFor();
		expect(n8n.emulator.requests.at(-1)).toMatchObject({ path: '/v1/api-key', status: 200 });
	});

	it('says that a key is wrong', async () => {
		const { baseUrl } = n8n.emulator;
		await editor.newCredential('Loops API');
		await editor.saveCredential({ apiKey: 'wrong-example-key', baseUrl });
		await editor.page.getByText('More details').click();
		await editor.page.getByText('Loops does not accept this API key. Make a new one').waitFor();
		expect(n8n.emulator.requests.at(-1)).toMatchObject({ path: '/v1/api-key', status: 401 });
	});
});

// n8n gives a new node the latest credential of its type, which is the one of the test.
describe('the node', () => {
	it('sends the email that was chosen from the list', async () => {
		await editor.addToNewWorkflow('Send transactional email');
		const found = await editor.search('Transactional Email', 'password RES');
		await expect.poll(() => found.allInnerTexts()).toEqual(['Password reset']);
		await found.click();
		await editor.fill('firstName', 'Nia');
		await editor.fill('resetUrl', 'https://example.com/reset/1');
		await editor.fill('Email', 'nia@example.com');

		expect(await editor.executeStep()).toBe('success');
		expect(await editor.table()).toEqual([['success'], ['true']]);
		expect(n8n.emulator.outbox).toEqual([
			expect.objectContaining({
				templateName: 'Password reset',
				email: 'nia@example.com',
				dataVariables: { firstName: 'Nia', resetUrl: 'https://example.com/reset/1' },
			}),
		]);
	});

	it('has typed fields for contact properties, and mailing lists by name', async () => {
		await editor.addToNewWorkflow('Create or update contact');
		await editor.fill('Email', 'nia@example.com');
		await editor.fill('First Name', 'Nia');
		await editor.fillNumber('Seats', 12);
		await editor.choose('Is Beta', 'True');
		await editor.pickDate('Trial Ends At', '2026-12-24 09:30:00');
		await editor.addTo('Additional Fields', 'Subscribe to List Names or IDs');
		await editor.choose('Subscribe to List Names or IDs', 'Product news', 'Investors');

		expect(await editor.executeStep()).toBe('success');
		expect(await editor.table()).toEqual([
			['success', 'id'],
			['true', expect.any(String)],
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

	it('leaves the properties alone whose fields are left alone', async () => {
		await editor.addToNewWorkflow('Create or update contact');
		await editor.fill('Email', 'kim@example.com');
		await editor.fill('First Name', 'Kimberly');

		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({ email: 'kim@example.com', firstName: 'Kimberly' });
	});

	it('warns about an unknown property next to the output', async () => {
		await editor.addToNewWorkflow('Create or update contact');
		await editor.fill('Email', 'nia@example.com');
		await editor.choose('Contact Properties From', 'JSON');
		await editor.fill('Contact Properties (JSON)', '{ "plan_name": "team" }');

		expect(await editor.executeStep()).toBe('success');
		expect(await editor.table()).toEqual([
			['success', 'id'],
			['true', n8n.emulator.contact('nia@example.com')?.id],
		]);
		expect(await editor.hints()).toEqual([
			expect.stringMatching(/no contact property 'plan_name'.* Did you mean 'planName'\?/),
		]);
		expect(n8n.emulator.contact('nia@example.com')).not.toHaveProperty('plan_name');
	});
});

describe('a large account', () => {
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

	it('has a form of two screens, to which properties are added', async () => {
		await editor.addToNewWorkflow('Update contact');
		await editor.fill('Email', 'kim@example.com');
		await editor.field('First Name').waitFor();
		expect(await editor.height()).toBeLessThan(1_700);
		await editor.addField('Property33');
		await editor.fill('Property33', 'team');
		await editor.addField('Property40');
		await editor.fillNumber('Property40', 7);

		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({
			email: 'kim@example.com',
			property33: 'team',
			property40: 7,
		});
	});

	it('has an event form without properties, to which they are added', async () => {
		await editor.addToNewWorkflow('Send event');
		await editor.fill('Event Name', 'signup');
		await editor.fill('Email', 'kim@example.com');
		await editor.addField('Property33');
		await editor.fill('Property33', 'team');
		expect(await editor.height()).toBeLessThan(1_700);
		await editor.field('First Name').waitFor({ state: 'detached' });

		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({
			eventName: 'signup',
			email: 'kim@example.com',
			property33: 'team',
		});
	});
});

it('says that an email needs no variables, and nothing else', async () => {
	n8n.emulator.reset({
		teamName: 'Plain',
		properties: [],
		mailingLists: [],
		contacts: [],
		templates: [{ id: 'cm8tx0plain000000000001a', name: 'Plain', dataVariables: [] }],
	});
	await editor.addToNewWorkflow('Send transactional email');
	await editor.fill('Email', 'kim@example.com');
	expect(await editor.field('Extra Data Variables').count()).toBe(0);
	await (await editor.search('Transactional Email', 'Plain')).first().click();
	await editor.panel.getByText('This email needs no variables. Nothing is wrong.').waitFor();
	expect(await editor.panel.getByText('No variables found').count()).toBe(0);
	await editor.field('Extra Data Variables').waitFor();
});

it('leads to its section of the README', async () => {
	await editor.openWorkflow(await n8n.store(chain([start, loopsNode('Loops', {})])));
	await editor.openNode('Loops');
	const docs = editor.page.getByRole('link', { name: 'Docs' });
	expect(await docs.getAttribute('href')).toMatch(/\/n8n-nodes-loops-email#operations$/);
});

describe('the node behind one that has not run', () => {
	it.each([
		// n8n stores no value that is the default.
		['Create or Update', {}, ['success', 'id', 'email', 'userId']],
		['Find', { operation: 'find' }, ['found', 'email', 'firstName', 'subscribed']],
		['Check Suppression', { operation: 'checkSuppression' }, ['isSuppressed', 'limit', 'found']],
	])('shows what comes out of %s', async (_name, parameters, fields) => {
		const nodes = [start, loopsNode('Loops', parameters), editFields('Next', {})];
		await editor.openWorkflow(await n8n.store(chain(nodes)));
		await editor.openNode('Next');
		expect(await editor.inputFields()).toEqual(expect.arrayContaining(fields));
		expect(n8n.emulator.requests).toEqual([]);
	});
});
