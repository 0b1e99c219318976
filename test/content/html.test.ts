import { describe, expect, it } from 'vitest';

import { toLmx } from '../../nodes/Loops/content/toLmx';
import { ItemRefused } from '../../nodes/Loops/values/itemRefused';

const convert = (html: string, allowsVariables = false) =>
	toLmx(html, 'html', { label: 'Content', allowsVariables });
const paragraph = (text: string) => `<Paragraph>${text}</Paragraph>`;

describe('HTML as LMX', () => {
	it.each([
		['a heading', '<h1>Hi <em>you</em></h1>', '<H1>Hi <Em>you</Em></H1>'],
		['a small heading', '<h4>Hi</h4>', paragraph('<Strong>Hi</Strong>')],
		['a break', 'a<br>b', paragraph('a<Br />b')],
		['many breaks', 'a<br><br><br><br>b', paragraph('a<Br /><Br />b')],
		['breaks around text', '<p><br>a<br></p>', paragraph('a')],
		['blanks at a tag', 'a <b> b </b>c', paragraph('a <Strong>b</Strong> c')],
		['no tags in each other twice', '<b><strong>a</strong></b>', paragraph('<Strong>a</Strong>')],
		['tags that overlap', '<b>a<i>b</b>c</i>', paragraph('<Strong>a<Em>b</Em></Strong>c')],
		[
			'emphasis that a style says',
			'<span style="font-weight:700;font-style:italic">a</span> <span style="text-decoration: line-through">b</span> <font style="font-weight: bold">c</font> <span style="text-decoration:underline">d</span>',
			paragraph(
				'<Strong><Em>a</Em></Strong> <Strike>b</Strike> <Strong>c</Strong> <Underline>d</Underline>',
			),
		],
		[
			"no bold text where Google Docs' style says that it is not bold",
			'<b style="font-weight:normal" id="docs-internal-guid-1"><p>a <span style="font-weight:700">b</span></p></b>',
			paragraph('a <Strong>b</Strong>'),
		],
		[
			'a tag around blocks',
			'<b><p>a</p><p>b</p></b>',
			`${paragraph('<Strong>a</Strong>')}\n${paragraph('<Strong>b</Strong>')}`,
		],
		['no empty tag', '<p><b> </b></p>a<p>&nbsp;</p>', paragraph('a')],
		['a paragraph without its end', '<p>a<p>b', `${paragraph('a')}\n${paragraph('b')}`],
		[
			'entities once',
			'a &amp;lt; b &amp; c &lt; d &euro; &#8364; &#x20AC; &#150;',
			paragraph('a &amp;lt; b &amp; c &lt; d € € € –'),
		],
		['an unknown entity', '&constructor; &#0;', paragraph('&amp;constructor; \ufffd')],
		['a lone <', 'a < b <3 c', paragraph('a &lt; b &lt;3 c')],
		[
			'raised digits',
			'10<sup>2</sup> m<sup>2</sup>, CO<sub>2</sub>, 2<sup>nd</sup> <constructor>1</constructor>',
			paragraph('10² m², CO₂, 2nd 1'),
		],
		[
			"paragraphs of WordPress' classic editor",
			'<strong>a</strong>\nb\n\nc <em>d</em>\n \ne<ul><li>f\n\ng</li></ul>',
			`${paragraph('<Strong>a</Strong> b')}\n${paragraph('c <Em>d</Em>')}\n${paragraph('e')}\n<UnorderedList><ListItem>f g</ListItem></UnorderedList>`,
		],
		['blank lines that mean nothing', '<p>a</p>b\n\nc', `${paragraph('a')}\n${paragraph('b c')}`],
		[
			"no controls of Ghost's players",
			'<p>a</p><div class="kg-audio-player">0:00</div>',
			paragraph('a'),
		],
		[
			'words that only a style keeps apart',
			'<span class="kg-bookmark-author">a</span><span class="kg-bookmark-publisher">b</span>',
			paragraph('a b'),
		],
		['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '<Quote>a<Br /><Br />b</Quote>'],
		['a divider', 'a<hr/>b', `${paragraph('a')}\n<Divider />\n${paragraph('b')}`],
		[
			'code',
			'<pre><code>if (a &lt; b) {\n\t{c}\n}</code></pre>',
			'<CodeBlock>if (a &lt; b) {\n\t{c}\n}</CodeBlock>',
		],
		[
			'a list',
			'<ol start="3"><li>a<li>b</ol>',
			'<OrderedList start="3"><ListItem>a</ListItem><ListItem>b</ListItem></OrderedList>',
		],
		[
			'a list in a list',
			'<ul><li>a<ol><li>b<li><p>c</ol></ul>',
			'<UnorderedList><ListItem>a<Br />\u00a0\u00a0\u00a01. b<Br />\u00a0\u00a0\u00a02. c</ListItem></UnorderedList>',
		],
		[
			'code in a list',
			'<ol><li>a<pre>b</pre>c<li>d</ol>',
			`<OrderedList><ListItem>a</ListItem></OrderedList>\n<CodeBlock>b</CodeBlock>\n${paragraph('c')}\n<OrderedList start="2"><ListItem>d</ListItem></OrderedList>`,
		],
		[
			'tasks',
			'<ul><li><input type="checkbox" checked> <p>a</p></ul>',
			'<UnorderedList><ListItem>☑ a</ListItem></UnorderedList>',
		],
		[
			'a table',
			'<table><tr><th>a<th>b<tr><td><p>1</p><td>2</table>',
			paragraph('<Strong>a</Strong> | <Strong>b</Strong><Br />1 | 2'),
		],
		[
			'a line for each row of a table',
			'<table><tr><td>a<br>b<td>1<tr><td>c<td>2</table>',
			paragraph('a b | 1<Br />c | 2'),
		],
		[
			'a table that places an image beside text',
			'<table><tr><td><img src="https://images.loops.so/a"><td>a<br>b</table>',
			`<Image src="https://images.loops.so/a" alt="" />\n${paragraph('a<Br />b')}`,
		],
		[
			'a table that places blocks',
			'<table role="presentation"><tr><td><h1>a</h1><td><p>b</table>',
			`<H1>a</H1>\n${paragraph('b')}`,
		],
		[
			'a link',
			'<a href="https://a.example/?b=1&amp;c=2">a</a>',
			paragraph('<Link href="https://a.example/?b=1&amp;c=2">a</Link>'),
		],
		[
			'a link around a heading',
			'<a href="https://a.example"><h2>a</h2></a>',
			'<H2><Link href="https://a.example">a</Link></H2>',
		],
		['a link within the page', '<a href="#a">a</a>', paragraph('a')],
		[
			'addresses that begin with that of the page',
			'<base href="https://a.example/b/"><a href="/c">a</a> <a href="d e">b</a> <a href="{contact.x}">c</a><img src="//images.loops.so/a">',
			`${paragraph(
				'<Link href="https://a.example/c">a</Link> <Link href="https://a.example/b/d%20e">b</Link> <Link href="{contact.x}">c</Link>',
			)}\n<Image src="https://images.loops.so/a" alt="" />`,
		],
		[
			'an address of no page',
			'<base href="/b"><a href="/c">a</a>',
			paragraph('<Link href="/c">a</Link>'),
		],
		[
			'an image in a link',
			'<a href="https://a.example"><img src="https://images.loops.so/a b" alt="&quot;" width="120"></a>',
			'<Image src="https://images.loops.so/a%20b" alt="&quot;" href="https://a.example" width="120" />',
		],
		[
			'an image in text',
			'<p>a <img src="https://images.loops.so/a"> b</p>',
			`${paragraph('a b')}\n<Image src="https://images.loops.so/a" alt="" />`,
		],
		[
			'nothing that browsers hide',
			'<head><title>t</title><style>p{}</style></head><script>x</script><!-- c --><!--[if mso]>m<![endif]-->a',
			paragraph('a'),
		],
		['no fence of Markdown around all of it', '```html\n<p>a</p>\n```\n', paragraph('a')],
		["a comment that n8n's Markdown node has broken", 'a <!-- b > c --&gt; d', paragraph('a d')],
		['a ">" in an attribute', '<p title="a>b" class=\'c>d\'>e</p>', paragraph('e')],
		[
			'quotes that do not pair',
			'<p title=it\'s class=">a</p>b',
			`${paragraph('a')}\n${paragraph('b')}`,
		],
	])('has %s', (_what, html, lmx) => {
		expect(convert(html, true).lmx).toBe(lmx);
	});

	it.each([
		'Component componentId="c"',
		'Style themeId="s"',
		'Section href="https://a.example"',
		'Columns',
		'Icon name="x"',
	])('lets no <%s> of a stranger through', (tag) => {
		expect(convert(`<p>a</p><${tag} /><p>b <${tag}>c</p>`).lmx).not.toContain(
			`<${tag.split(' ')[0]}`,
		);
		expect(convert(`<p>&lt;${tag} /></p>`).lmx).toContain(`&lt;${tag} />`);
	});

	it('reads any number of tags in each other', () => {
		expect(convert(`${'<b>'.repeat(20_000)}a`).lmx).toBe(paragraph('<Strong>a</Strong>'));
		expect(convert(`${'<ul><li>'.repeat(5_000)}a`).lmx).toContain('a</ListItem>');
	});

	it('names all that is lost in one warning', () => {
		const html =
			'<table><tr><td>a<td>b</table><details><summary>c</summary>d</details><foo>e</foo><h5>f</h5><h5>g</h5><iframe src="https://v.example/1" title="Film"></iframe><svg><text>h</text></svg><p style="display: none">i</p><a href="javascript:j()">k</a><img src="data:image/png;base64,x">';
		const { lmx, warnings } = convert(html);
		expect(warnings).toEqual([
			'LMX has no tag for table, details, foo, h5 (2), so only the text is kept. The email leaves out iframe, svg, hidden text, the address of a link with javascript:, img without an address',
		]);
		expect(lmx).toContain('<Link href="https://v.example/1">Film</Link>');
		expect(lmx).not.toMatch(/javascript|data:|>[hi]</);
	});

	it('names links that lead nowhere in an email', () => {
		const html =
			'<a href="#">a</a> <a href="#b">b</a> <a href="#c">c</a> <a name="d">d</a> <a href="#e"></a>';
		expect(convert(html)).toEqual({
			lmx: paragraph('a b c d'),
			warnings: [
				'The email leaves out a link without an address, the address of a link within the page (2)',
			],
		});
	});

	it('warns where the part for members begins', () => {
		expect(convert('<p>a</p><!--members-only--><p>b</p>').warnings).toEqual([
			expect.stringContaining('"members-only"'),
		]);
	});
});

describe('braces', () => {
	it.each([
		'a {x} b',
		'a {contact.firstName}',
		'<a href="https://a.example/{x}">a</a>',
		'<img src="https://images.loops.so/a" alt="{x}">',
		'<code>{x}</code>',
		'{{unsubscribe_url}}',
		'{',
		'&#123;x}',
	])('refuses %s, which Loops would read as a variable', (html) => {
		expect(() => convert(html)).toThrow(ItemRefused);
		expect(() => convert(html)).toThrow(/contains braces/);
	});

	it.each([
		'{x}',
		'{{contact.x}',
		'{contact.x',
		'{data.x y}',
		'<img src="https://images.loops.so/{contact.x}">',
	])('refuses %s also where variables are kept', (html) => {
		expect(() => convert(html, true)).toThrow(/contains braces/);
	});

	it('keeps variables where an option says so', () => {
		const html =
			'<a href="https://a.example/{contact.userId}">{contact.firstName} {event.a} {data.b}</a>';
		expect(convert(html, true).lmx).toBe(
			paragraph(
				'<Link href="https://a.example/{contact.userId}">{contact.firstName} {event.a} {data.b}</Link>',
			),
		);
	});

	it('names three of the braces', () => {
		expect(() => convert('<p>{a}</p><p>{a}</p><p>{{< b >}}</p><p>{c}</p><p>{d}</p>')).toThrow(
			/: \{a\}, \{\{< b >\}\}, \{c\}, …$/,
		);
	});

	it('keeps braces in a block of code, and a closing one', () => {
		expect(convert('<pre>{x}</pre><p>:-}</p>').warnings).toEqual([]);
	});
});

it.each([
	['LMX', '<Paragraph>a</Paragraph>'],
	['LMX', '\n<Component componentId="c" /><p>a</p>'],
	['LMX', '<Style themeId="s" /><H1>a</H1>'],
	['LMX', '<H1>a</H1>\n<Button href="https://a.example">b</Button>'],
	['LMX', '<Image src="https://a.example/b.png" /><Paragraph>a</Paragraph>'],
	['MJML', '<mjml><mj-body></mj-body></mjml>'],
])('refuses %s', (name, content) => {
	expect(() => convert(content)).toThrow(`'Content' is ${name}, not HTML`);
});

it("refuses Confluence's storage format, whose links and code no HTML reader shows", () => {
	const page =
		'<p>See <ac:link><ri:page ri:content-title="Plan"/><ac:plain-text-link-body><![CDATA[the plan]]></ac:plain-text-link-body></ac:link></p>';
	expect(() => convert(page)).toThrow("'Content' is in Confluence's storage format, not HTML");
});

it.each(['<p> </p>', '<!-- a -->', '<script>a</script>', '<img>'])(
	'refuses %s, which shows nothing',
	(html) => {
		expect(() => convert(html)).toThrow("'Content' has no text and no image");
	},
);
