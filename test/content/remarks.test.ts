import { describe, expect, it } from 'vitest';

import { remarksAbout } from '../../nodes/Loops/content/remarks';

const link = (url: string) => `<Paragraph><Link href="${url}">a</Link></Paragraph>`;
const image = (url: string) => `<Image src="${url}" alt="" />`;

describe('remarks about LMX', () => {
	it.each([
		['a relative address', link('/a'), "can't open"],
		['a file', link('Other%20page%20abc.md'), "can't open"],
		['a local file', image('file:///C:/a.png'), "can't open"],
		['a server at home', link('http://localhost:2368/a'), "can't open"],
		['a name of a network', image('http://nas/a.png'), "can't open"],
		['an address in a network', link('https://192.168.0.2/a'), "can't open"],
		[
			'a signed address of AWS',
			link('https://s3.example/a?X-Amz-Expires=3600&amp;X-Amz-Signature=a'),
			'expire',
		],
		['a signed address of Azure', link('https://a.example/a?sv=1&amp;sig=a'), 'expire'],
		['a signed address of CloudFront', link('https://a.example/a?Expires=1'), 'expire'],
		['a formula', '<Paragraph>$$E = mc^2$$</Paragraph>', 'formulas as they are: $$E = mc^2$$'],
		["Ghost's placeholder", link('__GHOST_URL__/a/'), 'placeholders'],
		['a placeholder in text', '<Paragraph>{{unsubscribe_url}}</Paragraph>', 'placeholders'],
		["Mailchimp's placeholder", '<Paragraph>*|FNAME|*</Paragraph>', 'placeholders'],
		[
			'a placeholder of ERB',
			'<Paragraph>&lt;%= name %></Paragraph>',
			'placeholders as they are: <%=',
		],
		['a placeholder of Brevo', '<Paragraph>%FIRSTNAME%</Paragraph>', 'placeholders'],
		['a placeholder of Salesforce', '<Paragraph>%%name%%</Paragraph>', 'placeholders'],
		['a footnote', '<Paragraph>a[^1]</Paragraph>', 'footnotes'],
		['Markdown', '<Paragraph>💡 **a**</Paragraph>', 'Markdown'],
		['a heading of Markdown', '<Paragraph># News</Paragraph>', 'Markdown'],
		[
			'a table of Markdown',
			'<Paragraph>| a | b | |---|:--- | | 1 | 2 |</Paragraph>',
			'as it is: |---|:--- |',
		],
		['struck text of Markdown', '<Paragraph>~~5 €~~ 4 €</Paragraph>', 'as it is: ~~5 €~~'],
		['a fence of Markdown', '<Paragraph>```html</Paragraph>', 'Markdown'],
		['HTML that was escaped', '<Paragraph>&lt;h1>a&lt;/h1></Paragraph>', 'tags as they are: <h1>'],
		['JSON that was escaped', '<Paragraph>a \\"b\\"</Paragraph>', 'escapes as they are: \\"'],
		['line ends of JSON', '<Paragraph>\\n</Paragraph>', 'escapes as they are: \\n'],
		['a blank of a template', '<Paragraph>Hi [First Name],</Paragraph>', 'placeholders'],
		['a blank to fill in', '<Paragraph>[Insert link here]</Paragraph>', 'placeholders'],
		['a shortcode', '<Paragraph>[gallery ids="1,2"]</Paragraph>', 'placeholders'],
		['boxes', '<Paragraph>☐☐ a</Paragraph>', 'boxes'],
		['an image of another host', image('https://a.example/a.png'), 'images of other hosts'],
	])('name %s', (_what, lmx, words) => {
		expect(remarksAbout(lmx)).toEqual([expect.stringContaining(words)]);
	});

	it.each([
		link('https://a.example/b?c=1&amp;expired=no'),
		link('mailto:a@b.example'),
		link('{contact.link}'),
		link('https://a.example/{contact.userId}'),
		image('https://images.loops.so/a'),
		image('https://assets.loops.so/a/b.png'),
		'<Paragraph>2 ** 3 ** 4 and {contact.firstName} [1] ☐ a</Paragraph>',
		'<Paragraph>C:\\new\\tax [first] [your] [a link] issue #1 # 2 a &lt; b > c</Paragraph>',
		'<Paragraph><Code>&lt;/p></Code> is a tag</Paragraph>',
		'<CodeBlock>{{a}} [^1] **b** href="/c"</CodeBlock>',
	])('say nothing of %s', (lmx) => {
		expect(remarksAbout(lmx)).toEqual([]);
	});

	it('show each address once, and five at most', () => {
		const lmx = Array.from({ length: 20 }, (_, at) => link(`/${at % 8}`)).join('');
		expect(remarksAbout(lmx)[0]).toContain('/0, /1, /2, /3, /4, …');
	});
});
