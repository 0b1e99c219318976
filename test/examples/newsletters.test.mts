import { readdirSync, readFileSync } from 'node:fs';
import type { IBinaryData, IDataObject, IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import type { WorkflowJson } from '../harness/workflow.mts';

const loops = useEmulator();
const folder = new URL('newsletters/', import.meta.url);
const newsletters = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

const cover: IBinaryData = {
	data: Buffer.from('a picture').toString('base64'),
	mimeType: 'image/png',
};

const example = readExample('newsletter-from-markdown.json');

/** Runs the example with these items. Each cover is downloaded. */
async function runWith(items: IDataObject[], workflow = example): Promise<IRun> {
	const pinData = {
		...pinnedTo('Markdown', items),
		'Get Cover': [{ json: {}, binary: { data: cover } }],
	};
	return await runWorkflow(source, loops.credentials(), { ...workflow, pinData });
}
const run = async (...files: string[]) => await runWith(files.map((markdown) => ({ markdown })));

/** The example as its user has set it. */
const edited = (from: string, to: string) =>
	JSON.parse(JSON.stringify(example).replace(from, to)) as WorkflowJson;

/** What the newest campaign looks like in Loops. */
function drafted() {
	const { campaigns, messages, uploads } = loops.emulator.content;
	const { emailMessageId, status } = [...campaigns.values()].at(-1)!;
	const { lmx, subject, previewText, fromName, fromEmail } = messages.get(emailMessageId)!;
	const shown = [...uploads.values()].reduce(
		(text, { finalUrl }) => text.replace(finalUrl!, 'COVER'),
		lmx,
	);
	return { status, lmx: shown, subject, previewText, fromName, fromEmail };
}

describe('newsletter from Markdown', () => {
	// Each has a shape that newsletters in public repositories have. The text is our own.
	it.each(newsletters)('drafts %s as readers should see it', async (name) => {
		const done = await run(read(name));
		expect(done.data.resultData.error?.message).toBeUndefined();
		const { status, lmx, ...head } = drafted();
		expect(status).toBe('Draft');
		await expect(`${JSON.stringify(head, null, '\t')}\n${lmx}\n`).toMatchFileSnapshot(
			`newsletters/${name.replace('.txt', '.lmx')}`,
		);
	});

	it('lists links, images and placeholders that readers cannot use', async () => {
		const done = await run(
			'# News\n\nHi %FIRSTNAME% [a](https://nas/a) ![](https://cdn.example.com/b.png) a[^1]',
		);
		const [{ json }] = outputOf(done, 'Check Email')[0];
		expect(json.remarks).toEqual([
			expect.stringContaining('https://nas/a'),
			'Readers see these placeholders as they are: %FIRSTNAME%',
			'Readers see these marks of footnotes as they are: [^1]',
			'Loops may refuse images of other hosts: https://cdn.example.com/b.png',
		]);
	});

	it('uploads the cover, and puts it above the text', async () => {
		const done = await run('---\ntitle: News\nimage: /a/b.png\n---\nHello');
		expect(outputOf(done, 'Front Matter')[0][0].json.cover).toBe('https://www.example.com/a/b.png');
		const [upload] = loops.emulator.content.uploads.values();
		expect(drafted().lmx).toBe('<Image src="COVER" alt="" />\n<Paragraph>Hello</Paragraph>');
		expect(upload.finalUrl).toMatch(/^https:/);
	});

	it('takes no tag out of the number that a list begins with', async () => {
		await run(
			`# News\n\n<ol start='3"><Button href="https://example.com">Pay</Button>'><li>a</li></ol>`,
		);
		expect(drafted().lmx).toContain('<OrderedList start="3">');
		expect(drafted().lmx).not.toContain('Button');
	});

	it.each([
		['# **Big** [news](https://a.example) #', 'Big news'],
		['News\n===', 'News'],
		['<h1 align="center">A &amp; B</h1>', 'A & B'],
		['```\n# code\n```\n\n## News', 'News'],
	])('takes the subject from the heading of %j', async (markdown, subject) => {
		await run(markdown);
		expect(drafted().subject).toBe(subject);
	});

	it("reads the Markdown in Notion's callouts, and breaks after a backslash", async () => {
		await run('# News\n\n<aside>\n💡 **a**\\\nb\n\n</aside>');
		expect(drafted().lmx).toContain('💡 <Strong>a</Strong><Br />b');
	});

	it.each([
		['nothing that could be its subject', 'Hello there'],
		['no heading with words', '# ![logo](https://example.com/logo.png)\n\nHello'],
	])('stops before it drafts a file that has %s', async (_what, markdown) => {
		const { size } = loops.emulator.content.campaigns;
		const done = await run(markdown);
		expect(done.data.resultData.error?.message).toContain('The newsletter has no subject');
		expect(loops.emulator.content.campaigns.size).toBe(size);
	});

	it.each([
		['a divider and text', '---\n\n# Hello\n\nText\n\n---\n\nMore', 'Text'],
		['a line with a colon', 'Note: read this.\n\n# Hello', 'Note: read this.'],
		['code that looks like one', '```\n---\ntitle: x\n---\n```\n\n# Hello', 'title: x'],
	])('shows the start of a file that begins with %s', async (_what, markdown, shown) => {
		await run(markdown);
		expect(drafted()).toMatchObject({ subject: 'Hello', lmx: expect.stringContaining(shown) });
	});

	it.each(['https://acme.test/blog', 'https://acme.test/blog/'])(
		'begins links and images of the page with the site %s',
		async (site) => {
			const markdown = '# News\n\n[Read](/nov) ![](./a.png)';
			await runWith([{ markdown }], edited('https://www.example.com/', site));
			const { lmx } = drafted();
			expect(lmx).toContain('<Link href="https://acme.test/nov">');
			expect(lmx).toContain('<Image src="https://acme.test/blog/a.png"');
		},
	);

	it.each(['news', 'news@acme.test'])('sends files without a sender from %s', async (address) => {
		const workflow = edited("address: 'news'", `address: '${address}'`);
		await runWith([{ markdown: '# News' }], workflow);
		expect(drafted().fromEmail).toBe('news');
	});

	it('leaves out tags and keeps characters that it does not know', async () => {
		await run('# News\n\n<constructor>a</constructor> &constructor; &#x110000; &#abc; &#233;');
		expect(drafted().lmx).toContain(
			'<Paragraph>a &amp;constructor; \ufffd &amp;#abc; é</Paragraph>',
		);
	});

	it('reads any number of tags within others', async () => {
		await run(`# News\n\n${'<b>'.repeat(20_000)}a`);
		expect(drafted().lmx).toContain('a</Strong>');
	});

	it.each([
		['an item whose text has another name', { data: '# News' }, "No field 'markdown'"],
		['a text that could take minutes', { markdown: '<!--'.repeat(25_001) }, '100,000 characters'],
	])('stops before it drafts %s', async (_what, item, said) => {
		const { size } = loops.emulator.content.campaigns;
		const done = await runWith([item]);
		expect(done.data.resultData.error?.message).toContain(said);
		expect(loops.emulator.content.campaigns.size).toBe(size);
	});

	it('makes another draft in a second run, and sends no newsletter', async () => {
		const { campaigns, previews, scheduled } = loops.emulator.content;
		const { size } = campaigns;
		await run(read('weekly-digest.txt'));
		await run(read('weekly-digest.txt'));
		expect([campaigns.size, previews.length, scheduled]).toEqual([size + 2, 2, []]);
	});
});
