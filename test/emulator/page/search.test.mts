import { beforeEach, describe, expect, it } from 'vitest';
import { NO_VARIABLES, ORDER_RECEIPT, startUnlimited } from '../testClient.mts';
import { rowsOf, unescaped } from './reading.mts';

const { emulator, call } = await startUnlimited();
beforeEach(() => emulator.reset());

async function open(query = '') {
	const headers = { accept: 'text/html' };
	return await (await fetch(`${emulator.origin}/${query}`, { headers })).text();
}

/** The number of rows in each section for a search. */
async function counts(text: string, show = '') {
	const html = await open(`?${new URLSearchParams({ q: text, show }).toString()}`);
	const sections = ['emails', 'events', 'contacts', 'patterns', 'requests'];
	return sections.map((section) => rowsOf(html, section).length);
}

const send = async (email: string, orderNumber: string, key = '') =>
	await call(
		'POST',
		'/transactional',
		{ transactionalId: ORDER_RECEIPT, email, dataVariables: { orderNumber, total: 9, items: [] } },
		key === '' ? {} : { 'idempotency-key': key },
	);

describe('the search', () => {
	it('finds entries of every kind by their text', async () => {
		await send('nia@example.com', 'A-1', 'order-A-1');
		await call('POST', '/events/send', { eventName: 'renewed', email: 'kim@example.com' });
		await call('POST', '/contacts/create', { email: 'nia@example.com', firstName: 'Nia' });
		await call('GET', '/lists');
		expect(await counts('')).toEqual([1, 1, 6, 6, 4]);
		expect(await counts('NIA@')).toEqual([1, 0, 1, 0, 2]);
		expect(await counts('renewed')).toEqual([0, 1, 0, 1, 1]);
		expect(await counts('order-a-1')).toEqual([0, 0, 0, 0, 1]);
		expect(await counts('Release notes')).toEqual([0, 0, 2, 0, 1]);
		expect(await counts('GET /v1/lists')).toEqual([0, 0, 0, 0, 1]);
	});

	it('finds entries older than those that are shown', async () => {
		for (let index = 0; index < 120; index += 1) {
			const email = `p${index}@example.com`;
			await call('POST', '/transactional', { transactionalId: NO_VARIABLES, email });
		}
		expect(await open()).toContain(
			'Emails: 120, the latest 10 are shown, newest first <a href="/?all=emails#emails-caption">Show all</a>',
		);
		expect(rowsOf(await open('?all=emails'), 'emails')).toHaveLength(100);
		expect(rowsOf(await open('?q=p7%40'), 'requests')).toHaveLength(1);
		const html = await open('?q=%40example.com');
		expect(html).toContain('Emails: 120, the latest 100 are shown, newest first');
		expect(await open('?q=p7')).toContain('Emails: 11 of 120 match, newest first');
		expect(await open('?q=nobody')).toContain('None of 5 match. <a href="/">Show all</a>');
	});

	it('filters failed requests', async () => {
		await call('GET', '/lists');
		await call('POST', '/transactional', { transactionalId: 'nope', email: 'nia@example.com' });
		emulator.inject({ kind: 'resetAfter' });
		await expect(call('GET', '/lists')).rejects.toThrow();
		const rows = rowsOf(await open('?show=failed'), 'requests');
		expect(rows.map((cells) => cells.slice(1, 3))).toEqual([
			['GET /v1/lists', 'no answer (fault: resetAfter)'],
			['POST /v1/transactional', '404 Transactional email not found.'],
		]);
		expect(await counts('transactional', 'failed')).toEqual([0, 0, 0, 0, 1]);
	});

	it.each(['"', '\\', '</title><script>', '日本語'])('finds %s literally', async (text) => {
		await call('PUT', '/contacts/update', { email: 'kim@example.com', firstName: `-${text}-` });
		expect((await counts(text))[2]).toBe(1);
		expect((await counts(`${text}x`))[2]).toBe(0);
		const html = await open(`?q=${encodeURIComponent(text)}`);
		expect(html.match(/<script>/g)).toHaveLength(1);
		const [, value = ''] = /name="q" type="search" value="(.*?)"/.exec(html) ?? [];
		expect(unescaped(value)).toBe(text);
	});
});

describe('the details of a request', () => {
	/** The details by name. */
	async function details() {
		const [, part = ''] = /<dl class="parts">(.*?)<\/dl>/s.exec(await open()) ?? [];
		const entries = [
			...part.matchAll(/<dt>(.*?)<\/dt><dd>.*?<(?:code|pre)>(.*?)<\/(?:code|pre)>/gs),
		];
		return Object.fromEntries(entries.map(([, name, text]) => [name, unescaped(text)]));
	}

	it('show its key, body and answer', async () => {
		const key = '3f2a9c0d8e7b6a5f4e3d2c1b';
		await send('nia@example.com', '<b>', key);
		const shown = await details();
		expect(Object.keys(shown)).toEqual(['Idempotency-Key', 'Body', 'Answer']);
		expect(shown['Idempotency-Key']).toBe(key);
		expect(JSON.parse(shown.Body)).toMatchObject({ dataVariables: { orderNumber: '<b>' } });
		expect(JSON.parse(shown.Answer)).toEqual({ success: true });
		expect(rowsOf(await open(), 'requests')[0][3]).toBe('3f2a9c0d8e7b …');
	});
});

it('the page explains what to do while a section is empty', async () => {
	const html = await open();
	expect(html).toContain('No emails yet. Run a workflow with Transactional Email &gt; Send.');
	expect(html).toContain('No events yet. Run a workflow with Event &gt; Send.');
	expect(html).toContain(`Base URL of a Loops credential to <code>${emulator.baseUrl}</code>`);
});
