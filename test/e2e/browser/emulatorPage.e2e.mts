import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { useN8n } from '../useN8n.mts';
import { launchChromium } from './editor.mts';

/** The page looks for news every 1.5 s. */
const PATIENCE = { timeout: 10_000 };

const n8n = useN8n();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await launchChromium();
});
beforeEach(async () => {
	page = await browser.newPage();
	page.setDefaultTimeout(PATIENCE.timeout);
	await page.goto(n8n.emulator.origin);
});
afterEach(async () => await page.close());
afterAll(async () => await browser?.close());

const rows = (title: string) =>
	page.getByRole('region', { name: title }).getByRole('table').locator('tbody').getByRole('row');

it('shows the email that a workflow just sent', async () => {
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
	expect((await n8n.runLoops(parametersOf.sendEmail)).status).toBe('success');
	// By itself.
	const email = rows('Emails').first();
	await email.waitFor();
	expect(await email.getByRole('cell').allInnerTexts()).toEqual([
		expect.stringMatching(/^\d\d:\d\d:\d\d$/),
		...['kim@example.com', 'Welcome', 'firstName Kim', ''],
	]);
	expect(await rows('Requests').first().innerText()).toContain('/v1/transactional');
	expect(problems).toEqual([]);
});

it('makes faults and resets at the press of a button', async () => {
	const { emulator } = n8n;
	await page.getByLabel('Path').selectOption('/v1/transactional');
	await page.getByRole('button', { name: '500 Internal Server Error' }).click();
	await page.getByText('Done: 500 Internal Server Error').waitFor();
	await page.getByText('Waiting to strike').waitFor();
	// The node makes the call again.
	expect((await n8n.runLoops(parametersOf.sendEmail)).status).toBe('success');
	await page.getByText('500 (fault: status)').waitFor();
	await page.getByText('None waits.').waitFor();

	await page.getByRole('button', { name: 'Reset' }).click();
	await page.getByText('Done: Reset').waitFor();
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(0);
	expect(emulator.requests).toEqual([]);
});

it('keeps the place of whoever reads it, and what is being typed', async () => {
	const { emulator } = n8n;
	const post = async (path: string, body: object) =>
		await fetch(emulator.baseUrl + path, {
			method: 'POST',
			headers: { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const event = { eventName: 'signup', userId: 'u-77' };
	for (let index = 0; index < 40; index += 1) await post('/events/send', event);
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(40);

	const body = page.locator('#request-10-body');
	await body.locator('summary').click();
	await page.getByLabel('URL').fill('http://localhost:5678/webhook/loops');
	await body.scrollIntoViewIfNeeded();
	const before = await body.boundingBox();
	const names = { '<b>': `<img src=x onerror="document.title = 'run'">` };
	for (let index = 0; index < 5; index += 1) {
		await post('/events/send', { ...event, eventProperties: names });
	}
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(45);
	expect(await body.getAttribute('open')).toBe('');
	const after = await body.boundingBox();
	expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
	expect(await page.getByLabel('URL').inputValue()).toContain('webhook/loops');
	expect(await page.title()).toBe('Loops emulator');
});

it('works without JavaScript', async () => {
	const plain = await browser.newContext({ javaScriptEnabled: false });
	const still = await plain.newPage();
	await still.goto(n8n.emulator.baseUrl);
	await still.getByRole('button', { name: '429 Too Many Requests' }).click();
	await still.getByText('Waiting to strike').waitFor();
	expect(still.url()).toBe(`${n8n.emulator.origin}/#faults`);
	expect(n8n.emulator.waitingFaults).toHaveLength(1);
	await still.getByRole('link', { name: 'Refresh' }).click();
	await still.getByText('kim@example.com').waitFor();
	await plain.close();
});
