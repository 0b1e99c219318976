import showdown from 'showdown';
import { expect, it } from 'vitest';

import { toLmx } from '../../nodes/Loops/content/toLmx.ts';
import { parseLmx } from '../emulator/content/lmx.mts';
import { CORPUS, type Source } from './corpus.mts';

/** As n8n's Markdown node, with the options that the example turns on. */
const markdown = new showdown.Converter({
	tables: true,
	tasklists: true,
	strikethrough: true,
	simplifiedAutoLink: true,
	ghCodeBlocks: true,
});

function convert(source: Source, content: string) {
	if (source === 'text') return toLmx(content, 'text', { label: 'Content' });
	const html = source === 'markdown' ? markdown.makeHtml(content) : content;
	return toLmx(html, 'html', { label: 'Content' });
}

it('has forty texts', () => {
	expect(CORPUS.length).toBeGreaterThanOrEqual(40);
	expect(new Set(CORPUS.map(([name]) => name)).size).toBe(CORPUS.length);
});

it.each(CORPUS)('converts %s (%s) to LMX that compiles', (_name, source, content) => {
	expect(() => parseLmx(convert(source, content).lmx)).not.toThrow();
});

it('says what each text loses', async () => {
	const shown = CORPUS.map(([name, source, content]) => {
		const { lmx, warnings } = convert(source, content);
		return [`# ${name} (${source})`, lmx, ...warnings.map((each) => `! ${each}`), ''].join('\n');
	});
	await expect(shown.join('\n')).toMatchFileSnapshot('corpus.txt');
});
