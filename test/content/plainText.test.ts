import { describe, expect, it } from 'vitest';

import { toLmx } from '../../nodes/Loops/content/toLmx';

const convert = (text: string) => toLmx(text, 'text', { label: 'Content' }).lmx;
const paragraph = (text: string) => `<Paragraph>${text}</Paragraph>`;
const link = (url: string, text = url) => `<Link href="${url}">${text}</Link>`;

describe('plain text as LMX', () => {
	it.each([
		['paragraphs and lines', 'a\nb\r\n \r\n\nc', `${paragraph('a<Br />b')}\n${paragraph('c')}`],
		[
			'markup as text',
			'a <b>b</b> & &amp; <Component componentId="c" />',
			paragraph('a &lt;b>b&lt;/b> &amp; &amp;amp; &lt;Component componentId="c" />'),
		],
		['no Markdown', '**a** _b_\n- c', paragraph('**a** _b_<Br />- c')],
		[
			'an address',
			'see https://a.example/b?c=1&d=2.',
			paragraph(`see ${link('https://a.example/b?c=1&amp;d=2')}.`),
		],
		[
			'an address in brackets',
			'(https://a.example/b_(c))',
			paragraph(`(${link('https://a.example/b_(c)')})`),
		],
		[
			'an address in square brackets, as in the plain text of Ghost',
			'A map [https://a.example/b] [kim@a.example]',
			paragraph(
				`A map [${link('https://a.example/b')}] [${link('mailto:kim@a.example', 'kim@a.example')}]`,
			),
		],
		[
			'a list in a list',
			' - a\n   - b\n\t- c\n - d',
			paragraph('- a<Br />\u00a0\u00a0- b<Br />\u00a0\u00a0\u00a0- c<Br />- d'),
		],
		[
			'an address without a scheme',
			'www.a.example!',
			paragraph(`${link('https://www.a.example', 'www.a.example')}!`),
		],
		[
			'an email address',
			'Kim <kim@a.example>, or (kim@a.example).',
			paragraph(
				`Kim &lt;${link('mailto:kim@a.example', 'kim@a.example')}>, or (${link('mailto:kim@a.example', 'kim@a.example')}).`,
			),
		],
		[
			'no address in a word',
			'xhttps://a.example a@b @c https://',
			paragraph('xhttps://a.example a@b @c https://'),
		],
		['no control characters', 'a\u0000b\u001b', paragraph('ab')],
	])('has %s', (_what, text, lmx) => {
		expect(convert(text)).toBe(lmx);
	});

	it.each([
		['HTML', '<p>a</p>'],
		['HTML', ' <!DOCTYPE html><html>'],
		['LMX', '<Paragraph>a</Paragraph>'],
	])('refuses %s', (name, text) => {
		expect(() => convert(text)).toThrow(`'Content' is ${name}, not Plain Text`);
	});

	it('refuses braces and text without characters', () => {
		expect(() => convert('a {x}')).toThrow('contains braces');
		expect(() => convert(' \n\u200b')).toThrow('no text');
	});
});
