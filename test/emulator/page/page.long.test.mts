import { describe, expect, it } from 'vitest';
import { startUnlimited } from '../testClient.mts';
import { formOf, rowsOf, unescaped } from './reading.mts';

const { emulator, call } = await startUnlimited();
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function open(path = '/', headers: Record<string, string> = {}) {
	const response = await fetch(emulator.origin + path, {
		headers: { accept: BROWSER, ...headers },
	});
	return { response, html: await response.text() };
}

async function post(body: URLSearchParams, headers: Record<string, string> = {}) {
	return await fetch(`${emulator.origin}/__emulator/page`, {
		method: 'POST',
		redirect: 'manual',
		headers: { origin: emulator.origin, ...headers },
		body,
	});
}

async function press(button: string, texts?: Record<string, string>) {
	return await post(formOf((await open()).html, button, texts));
}

describe('a browser', () => {
	it.each(['/', '/?from=n8n', '/api', '/api/v1', '/api/v1/'])(
		'gets the page at %s, where a client gets a 404',
		async (path) => {
			const { response, html } = await open(path);
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
			expect(html).toContain('<h1>Loops emulator</h1>');
			expect(html).toContain(emulator.baseUrl);
			expect(emulator.requests).toEqual([]);
			expect((await open(path, { accept: '*/*' })).response.status).toBe(404);
			expect(emulator.requests).toHaveLength(1);
		},
	);

	it('loads nothing from other origins, and runs only inline code with a known hash', async () => {
		const { response, html } = await open();
		expect(html).not.toMatch(/(src|href|action|url\()="?'?(https?:)?\/\//);
		expect(response.headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}=';/,
		);
		expect(response.headers.get('cache-control')).toBe('no-store');
	});
});

describe('the page', () => {
	it('escapes HTML in all values and shows Unicode', async () => {
		const firstName = `</td><script>alert("1")</script> & 'é' 🎉 日本語`;
		await call('PUT', '/contacts/update', { email: `"<img>"@example.com`, firstName });
		const eventProperties = { '<i>': '<u>' };
		await call('POST', '/events/send', { eventName: '<em>', userId: 'u-77', eventProperties });
		await call('GET', '/lists?<svg>=<a>');
		emulator.inject({ kind: 'status', path: '<p>' });
		const { html } = await open();
		for (const tag of ['<script>alert', '<img>', '<em>', '<u>', '<svg>', '<p>"', '</td><script']) {
			expect(html).not.toContain(tag);
		}
		expect(html.match(/<script>/g)).toHaveLength(1);
		expect(unescaped(html)).toContain(firstName);
		expect(unescaped(html)).toContain('"<img>"@example.com');
	});
});

describe('the buttons of the page', () => {
	it('inject, show and clear faults', async () => {
		const choice = { times: 'the next 3 requests', path: '/v1/lists' };
		const answer = await press('429 Too Many Requests', choice);
		expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#faults']);
		expect(emulator.waitingFaults).toEqual([
			{ fault: { kind: 'status', status: 429, times: 3, path: '/v1/lists' }, left: 3 },
		]);
		expect((await call('GET', '/api-key')).status).toBe(200);
		expect((await call('GET', '/lists')).status).toBe(429);
		expect((await open()).html).toContain('<b>times</b> 2');
		await press('Clear faults');
		expect((await call('GET', '/lists')).status).toBe(200);
	});

	it('set the webhook or show the mistake', async () => {
		const bad = await press('Save', { url: 'loops' });
		expect(bad.status).toBe(400);
		expect(await bad.text()).toContain('<p id="message" role="status">url must be an http');
		expect(emulator.webhook.url).toBeUndefined();

		const texts = { url: 'http://127.0.0.1:9/', secret: 'whsec_MTIz', forge: 'yes', delay: '10 s' };
		expect((await press('Save', texts)).status).toBe(303);
		expect(emulator.webhook).toEqual({
			...{ url: texts.url, secret: texts.secret, forge: true, delay: 10_000 },
			...{ repeat: 0, replay: 0, retries: 0 },
		});
		const { html } = await open();
		expect(formOf(html, 'Save').toString()).toContain(encodeURIComponent(texts.url));
		emulator.setWebhook({ url: '' });
	});

	it("send events that the API can't cause", async () => {
		emulator.setWebhook({ url: 'http://127.0.0.1:9/' });
		await press('Campaign email');
		expect(rowsOf((await open()).html, 'emails')[0].slice(1, 3)).toEqual([
			...['tomas@example.com', 'Example campaign'],
		]);
		await press('email.unsubscribed');
		expect(emulator.contact('tomas@example.com')).toMatchObject({ subscribed: false });
		await press('Send test event');
		await expect
			.poll(async () =>
				rowsOf((await open()).html, 'webhook').map(([, event, as, answer]) => [event, as, answer]),
			)
			.toEqual(
				[
					'testing.testEvent',
					'contact.unsubscribed',
					'email.unsubscribed',
					'email.delivered',
					'campaign.email.sent',
				].map((event) => [event, 'event', 'connect ECONNREFUSED 127.0.0.1:9']),
			);
		emulator.setWebhook({ url: '' });
	});

	it('answer JSON to the script of the page', async () => {
		const form = new URLSearchParams({ call: 'POST /__emulator/faults', json: '{"kind":"boom"}' });
		const answer = await post(form, { accept: 'application/json' });
		expect([answer.status, await answer.json()]).toEqual([
			400,
			{ success: false, message: 'Bad "kind" of a fault.' },
		]);
		expect((await post(new URLSearchParams({ call: 'POST /nothing' }))).status).toBe(404);
		expect((await post(new URLSearchParams())).status).toBe(404);
	});
});
