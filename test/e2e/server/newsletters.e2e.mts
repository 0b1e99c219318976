import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { pinnedTo, readExample } from '../../harness/examples.mts';
import { type Execution, jsonOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const folder = new URL('../../examples/newsletters/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const newsletters = readdirSync(folder).filter((name) => name.endsWith('.txt'));

/** The author's site, which has one cover. */
const site = createServer(({ url }, response) => {
	if (url === '/cover.png') response.setHeader('content-type', 'image/png').end('a picture');
	else response.writeHead(404).end();
});
beforeAll(async () => {
	await once(site.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => site.close());

async function run(...files: string[]): Promise<Execution> {
	const workflow = readExample('newsletter-from-markdown.json');
	const { port } = site.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;
	const markdown = files.map((file) =>
		file
			.replaceAll('https://cdn.shop.example/plans.webp?v=2', `${origin}/cover.png`)
			.replaceAll('//images.lune.example/autumn.jpg', `${origin}/cover.png`)
			.replaceAll('./images/release-4-2.png', `${origin}/cover.png`),
	);
	const pinData = pinnedTo(
		'Markdown',
		markdown.map((text) => ({ markdown: text })),
	);
	return await n8n.client.run(await n8n.store({ ...workflow, pinData }), 'Markdown');
}

// Loops takes 60 content calls in a minute.
const halves = [newsletters.slice(0, 5), newsletters.slice(5)];
it.each(halves)(
	'drafts %s and four others in a run as the golden files show them',
	async (...names) => {
		const { size } = n8n.emulator.content.campaigns;
		const execution = await run(...names.map(read));
		expect(execution.data.resultData.error?.message).toBeUndefined();
		const { campaigns, messages, scheduled, uploads } = n8n.emulator.content;
		const covers = [...uploads.values()].map(({ finalUrl }) => finalUrl!);
		const shown = [...campaigns.values()].slice(size).map(({ emailMessageId }) => {
			const { lmx, subject, previewText, fromName, fromEmail } = messages.get(emailMessageId)!;
			const head = { subject, previewText, fromName, fromEmail };
			const text = covers.reduce((shown, each) => shown.replace(each, 'COVER'), lmx);
			return `${JSON.stringify(head, null, '\t')}\n${text}\n`;
		});
		const golden = names.map((name) => read(name.replace('.txt', '.lmx')));
		expect(shown.sort()).toEqual(golden.sort());
		expect(scheduled).toEqual([]);
	},
);

it('drafts nothing if the cover is not there, or the file has no subject', async () => {
	const { size } = n8n.emulator.content.campaigns;
	for (const [text, message] of [
		['---\ntitle: News\ncover: ./images/release-4-2.png/gone\n---\nHello', 'could not be found'],
		['Hello', 'The newsletter has no subject'],
	]) {
		const { data } = await run(text);
		expect(`${data.resultData.error?.message}`).toContain(message);
	}
	expect(n8n.emulator.content.campaigns.size).toBe(size);
});

it('makes another draft in a second run', async () => {
	const { size } = n8n.emulator.content.campaigns;
	for (const _ of [1, 2]) {
		const execution = await run(read('weekly-digest.txt'));
		expect(jsonOf(execution, 'Send Preview')).toHaveLength(1);
	}
	expect(n8n.emulator.content.campaigns.size).toBe(size + 2);
});
