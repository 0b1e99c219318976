import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { type Call, callerOf, WELCOME } from '../../emulator/testClient.mts';
import { launchChromium } from './chromium.mts';

/** The page updates every 1.5 s. */
const PATIENCE = { timeout: 10_000 };
const NOWHERE = 'http://127.0.0.1:9/';

let browser: Browser;
let emulator: Emulator;
let call: Call;
let page: Page;

beforeAll(async () => {
	browser = await launchChromium();
});
beforeEach(async () => {
	emulator = await startEmulator({ rateLimit: 0 });
	call = callerOf(emulator);
	page = await browser.newPage();
	page.setDefaultTimeout(PATIENCE.timeout);
	await page.goto(emulator.origin);
});
afterEach(async () => {
	await page.close();
	await emulator.close();
});
afterAll(async () => await browser?.close());

const rows = (title: string) =>
	page.getByRole('region', { name: title }).getByRole('table').locator('tbody').getByRole('row');
const press = async (name: string) => await page.getByRole('button', { name }).first().click();

async function sendEvents(count: number, more: object = {}) {
	const event = { eventName: 'signup', userId: 'u-77', ...more };
	for (let index = 0; index < count; index += 1) await call('POST', '/events/send', event);
}

it('the page shows a sent email without a reload', async () => {
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
	const email = { transactionalId: WELCOME, email: 'kim@example.com' };
	await call('POST', '/transactional', { ...email, dataVariables: { firstName: 'Kim' } });
	const shown = rows('Emails').first();
	await shown.waitFor();
	expect(await shown.getByRole('cell').allInnerTexts()).toEqual([
		expect.stringMatching(/^\d\d:\d\d:\d\d$/),
		'kim@example.com',
		'Welcome',
		'firstName Kim',
		'',
		'Open',
	]);
	expect(await rows('Requests').first().innerText()).toContain('/v1/transactional');
	expect(problems).toEqual([]);
});

it('the page injects faults, and resets only after a confirmation', async () => {
	await page.getByLabel('Applies to').selectOption('the next 3 requests');
	await page.getByLabel('Path').selectOption('/v1/lists');
	await press('500 Internal Server Error');
	await page.getByText('Done: 500 Internal Server Error').waitFor();
	await page.getByText('Waiting for a request:').waitFor();
	const fault = { kind: 'status', status: 500, times: 3, path: '/v1/lists' };
	expect(emulator.waitingFaults).toEqual([{ fault, left: 3 }]);
	expect((await call('GET', '/lists')).status).toBe(500);
	await page.getByText('500 (fault: status)').waitFor();
	await press('Clear faults');
	await page.getByText('No faults.').waitFor();
	expect((await call('GET', '/lists')).status).toBe(200);

	await page.getByText('Reset …').click();
	await page.getByText('This deletes all requests').waitFor();
	expect(emulator.requests).not.toEqual([]);
	await press('Reset everything');
	await page.getByText('Done: Reset everything').waitFor();
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(0);
	expect([emulator.requests.length, emulator.contacts().length]).toEqual([0, 5]);
	expect(await page.getByText('This deletes all requests').isVisible()).toBe(false);
});

it('the page sets the webhook, and sends what the API can not cause', async () => {
	const url = page.getByRole('textbox', { name: 'URL' });
	await url.fill('ftp://example.com');
	await press('Save');
	await page.getByText('url must be an http').waitFor();
	expect(emulator.webhook.url).toBeUndefined();
	await url.fill(NOWHERE);
	await page.getByLabel('Wrong signature').selectOption('yes');
	await page.getByLabel('Old timestamp').selectOption('60 s');
	await press('Save');
	await page.getByText('Done: Save').waitFor();
	expect(emulator.webhook).toMatchObject({ url: NOWHERE, forge: true, replay: 60, repeat: 0 });

	await page.getByText('Send email', { exact: true }).first().click();
	await press('Campaign email');
	await page.getByText('Send webhook', { exact: true }).first().click();
	await press('email.unsubscribed');
	await press('Send test event');
	await expect.poll(() => rows('Deliveries').count(), PATIENCE).toBe(5);
	const names = ['campaign.email.sent', 'email.delivered', 'email.unsubscribed'];
	expect(emulator.deliveries.map(({ event }) => event.eventName)).toEqual([
		...names,
		'contact.unsubscribed',
		'testing.testEvent',
	]);
	expect(await rows('Deliveries').first().innerText()).toContain('event, wrong signature');
});

it('the page keeps scroll position, open details and typed text on updates', async () => {
	await sendEvents(40);
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(40);
	const body = page.locator('#request-10-details');
	await body.locator('summary').click();
	await page.getByRole('textbox', { name: 'URL' }).fill('http://localhost:5678/webhook/loops');
	await body.scrollIntoViewIfNeeded();
	const before = await body.boundingBox();
	await sendEvents(5, {
		eventProperties: { '<b>': `<img src=x onerror="document.title = 'run'">` },
	});
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(45);
	expect(await body.getAttribute('open')).toBe('');
	const after = await body.boundingBox();
	expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
	expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toContain('webhook/loops');
	expect(await page.title()).toBe('Loops emulator');
});
