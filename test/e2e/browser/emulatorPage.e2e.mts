import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { useN8n } from '../useN8n.mts';
import { launchChromium } from './editor.mts';

/** The page updates every 1.5 s. */
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

async function post(path: string, body: object, headers: Record<string, string> = {}) {
	const { baseUrl, apiKey } = n8n.emulator;
	await fetch(baseUrl + path, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
}

const rows = (title: string) =>
	page.getByRole('region', { name: title }).getByRole('table').locator('tbody').getByRole('row');

it('the page shows a sent email without a reload', async () => {
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
	expect((await n8n.runLoops(parametersOf.sendEmail)).status).toBe('success');
	const email = rows('Emails').first();
	await email.waitFor();
	expect(await email.getByRole('cell').allInnerTexts()).toEqual([
		expect.stringMatching(/^\d\d:\d\d:\d\d$/),
		...['kim@example.com', 'Welcome', 'firstName Kim', '', 'Open'],
	]);
	expect(await rows('Requests').first().innerText()).toContain('/v1/transactional');
	expect(problems).toEqual([]);
});

it('the page injects faults, and resets only after a confirmation', async () => {
	const { emulator } = n8n;
	await page.getByLabel('Path').selectOption('/v1/transactional');
	await page.getByRole('button', { name: '500 Internal Server Error' }).click();
	await page.getByText('Done: 500 Internal Server Error').waitFor();
	await page.getByText('Waiting for a request:').waitFor();
	// The node retries the call.
	expect((await n8n.runLoops(parametersOf.sendEmail)).status).toBe('success');
	await page.getByText('500 (fault: status)').waitFor();
	await page.getByText('No faults.').waitFor();

	await page.getByText('Reset …').click();
	await page.getByText('This deletes all requests').waitFor();
	expect(emulator.requests).not.toEqual([]);
	await page.getByRole('button', { name: 'Reset everything' }).click();
	await page.getByText('Done: Reset everything').waitFor();
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(0);
	expect(emulator.requests).toEqual([]);
	expect(await page.getByText('This deletes all requests').isVisible()).toBe(false);
});

it('the page keeps scroll position, open details and typed text on updates', async () => {
	await page.goto(`${n8n.emulator.origin}/?all=requests`);
	const event = { eventName: 'signup', userId: 'u-77' };
	for (let index = 0; index < 40; index += 1) await post('/events/send', event);
	await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(40);

	const body = page.locator('#request-10-details');
	await body.locator('summary').click();
	await page.getByRole('textbox', { name: 'URL' }).fill('http://localhost:5678/webhook/loops');
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
	expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toContain('webhook/loops');
	expect(await page.title()).toBe('Loops emulator');
});

it('the page searches, copies and navigates among 500 requests on desktop and phone', async () => {
	const key = (index: number) => `key-${index}-${'0123456789abcdef'.repeat(4)}`;
	for (let index = 0; index < 500; index += 1) {
		const event = { eventName: 'signup', email: `kim${index}@example.com` };
		await post(
			'/events/send',
			{ ...event, eventProperties: { plan: '<b>team</b>'.repeat(20) } },
			{
				'idempotency-key': key(index),
			},
		);
	}
	for (const size of [
		{ width: 1280, height: 900 },
		{ width: 390, height: 844 },
	]) {
		await page.setViewportSize(size);
		await page.goto(n8n.emulator.origin);
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.getByRole('link', { name: 'Requests' }).click();
		const title = page.getByRole('heading', { name: 'Requests' });
		const navigation = page.getByRole('navigation');
		// The heading must not be below the sticky navigation.
		const bottom = async () => {
			const box = await navigation.boundingBox();
			return (box?.y ?? -1) + (box?.height ?? 0);
		};
		await expect.poll(bottom, PATIENCE).toBeLessThan(100);
		expect((await title.boundingBox())?.y).toBeGreaterThan(await bottom());

		await page.getByRole('searchbox', { name: 'Search' }).fill(key(7));
		await expect.poll(() => rows('Requests').count(), PATIENCE).toBe(1);
		await rows('Requests').getByText('Show').click();
		await page.getByRole('button', { name: 'Copy Idempotency-Key' }).click();
		await page.getByText('Copied.').waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key(7));
		expect(await rows('Requests').innerText()).toMatch(/Answer\s+\{\s+"success": true/);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);

		await page.getByRole('combobox', { name: 'Requests' }).selectOption('failed');
		await page.getByText('None of 500 match.').first().waitFor();
	}
});
