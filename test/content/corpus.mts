/** How a text comes to the node: as HTML, as Markdown through n8n's Markdown node, or as plain text. */
export type Source = 'html' | 'markdown' | 'text';

/** Texts in the shapes of real ones. The words are our own. */
export const CORPUS: Array<[name: string, source: Source, content: string]> = [
	// Ghost
	[
		'Ghost: a post',
		'html',
		'<p>Hello <strong>readers</strong>,</p><h2 id="news">News</h2><figure class="kg-card kg-image-card kg-card-hascaption"><img src="https://blog.acme.example/content/images/2026/11/a.jpg" class="kg-image" alt="A cup" loading="lazy" width="2000" height="1333" srcset="https://blog.acme.example/content/images/size/w600/2026/11/a.jpg 600w"><figcaption><span style="white-space: pre-wrap;">Our cup</span></figcaption></figure>',
	],
	[
		'Ghost: a button card',
		'html',
		'<div class="kg-card kg-button-card kg-align-center"><a href="__GHOST_URL__/offer/" class="kg-btn kg-btn-accent">See the offer</a></div>',
	],
	['Ghost: members only', 'html', '<p>For all.</p><!--members-only--><p>For <em>members</em>.</p>'],
	[
		'Ghost: a bookmark',
		'html',
		'<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://other.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A title</div><div class="kg-bookmark-description">What it is</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://other.example/icon.svg" alt=""><span class="kg-bookmark-author">Other</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://other.example/t.png" alt=""></div></a></figure>',
	],
	[
		'Ghost: a video',
		'html',
		'<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/abc?feature=oembed" frameborder="0" allowfullscreen title="How we roast"></iframe></figure>',
	],
	[
		'Ghost: a toggle',
		'html',
		'<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">May I cancel?</h4><button class="kg-toggle-card-icon"><svg viewBox="0 0 24 24"><path d="M0"/></svg></button></div><div class="kg-toggle-content"><p>Yes.</p></div></div>',
	],
	// WordPress
	[
		'WordPress: blocks',
		'html',
		'<!-- wp:heading {"level":2} -->\n<h2 class="wp-block-heading">Autumn</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>It&#8217;s &#8220;open&#8221; &#8211; at&nbsp;last&hellip;</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>One<!-- wp:list -->\n<ul class="wp-block-list"><li>Inner</li></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
	],
	[
		'WordPress: a table',
		'html',
		'<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Fri</td><td>9–18</td></tr><tr><td>Sat</td><td></td></tr></tbody></table><figcaption class="wp-element-caption">In winter</figcaption></figure>',
	],
	[
		'WordPress: buttons',
		'html',
		'<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/shop">Shop</a></div></div><hr class="wp-block-separator has-alpha-channel-opacity"/>',
	],
	[
		'WordPress: a lazy image',
		'html',
		'<p><img src="data:image/gif;base64,R0lGOD" data-src="https://wp.example/a.jpg" alt="A" class="lazyload"><noscript><img src="https://wp.example/a.jpg"></noscript></p>',
	],
	[
		'WordPress: columns',
		'html',
		'<div class="wp-block-columns"><div class="wp-block-column"><h3>Left</h3><p>a</p></div><div class="wp-block-column"><h3>Right</h3><p>b</p></div></div>',
	],
	[
		'WordPress: a quote',
		'html',
		'<blockquote class="wp-block-quote"><p>Well said.</p><cite>Kim</cite></blockquote><pre class="wp-block-code"><code>echo &lt;?php {$x} ?&gt;</code></pre>',
	],
	// Other HTML
	[
		'an email of another tool',
		'html',
		'<!doctype html><html><head><title>News</title><style>a{color:red}</style></head><body style="margin:0"><div style="display:none;max-height:0">Preview</div><table role="presentation" width="100%"><tr><td align="center"><table role="presentation" width="600"><tr><td><img src="https://cdn.acme.example/logo.png" width="120" alt="Acme"></td></tr><tr><td><h1>Hi</h1><p>Text</p><a href="https://acme.example/go" style="padding:12px">Go</a></td></tr></table></td></tr></table><img src="https://t.example/o.gif" width="1" height="1"></body></html>',
	],
	[
		'Google Docs',
		'html',
		'<html><body><p class="c1"><span class="c2" style="font-weight:700">Plan</span></p><ul class="lst-1 start"><li class="c3 li-bullet-0"><span>One</span></li></ul><ul class="lst-2 start"><li class="c4"><span>Two</span></li></ul><p><span><a href="https://www.google.com/url?q=https://a.example&amp;sa=D">Link</a></span></p></body></html>',
	],
	[
		'Gmail',
		'html',
		'<div dir="ltr">Hi Kim,<div><br></div><div>See you <b>soon</b>.</div><div><br></div><div>Best,<br>Lee</div></div>',
	],
	[
		'Word',
		'html',
		"<p class=MsoNormal><b><span lang=EN-US>Title<o:p></o:p></span></b></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt'><![if !supportLists]>·&nbsp;<![endif]>Item</p>",
	],
	[
		'an editor with paragraphs in items',
		'html',
		'<ol><li><p>One</p></li><li><p>Two</p><p>more</p></li></ol><p></p><p>End</p>',
	],
	[
		'an RSS item',
		'html',
		'<![CDATA[<p>A &amp; B</p>]]><p>By <a rel="author" href="//blog.example/kim">Kim</a></p>',
	],
	[
		'definitions',
		'html',
		'<dl><dt>LMX</dt><dd>Markup of Loops</dd><dt>n8n</dt><dd><p>Workflows</p></dd></dl>',
	],
	[
		'GitHub: a rendered README',
		'html',
		'<div class="markdown-heading"><h1>Tool</h1><a id="user-content-tool" class="anchor" href="#tool"><svg class="octicon"><path d="M1"></path></svg></a></div><p><a href="https://ci.example"><img src="https://ci.example/badge.svg" alt="CI"></a> <a href="https://npm.example"><img src="https://npm.example/badge.svg" alt="npm"></a></p><div class="highlight"><pre>npm i <span class="pl-k">tool</span></pre></div><details><summary>More</summary><p>Text</p></details>',
	],
	[
		'GitHub: tasks and footnotes',
		'html',
		'<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled="" checked=""> Done</li><li class="task-list-item"><input type="checkbox" disabled=""> Open</li></ul><p>Fact<sup><a href="#user-content-fn-1" data-footnote-ref="">1</a></sup></p><section data-footnotes=""><ol><li id="user-content-fn-1"><p>Source <a href="#user-content-fnref-1">↩</a></p></li></ol></section>',
	],
	[
		'a Shopify description',
		'html',
		'<meta charset="utf-8"><p data-mce-fragment="1">Soft <i>wool</i>.</p>\n<ul data-mce-fragment="1">\n<li>100&#37; wool</li>\n<li>Size: 10&quot;</li>\n</ul>',
	],
	['HTML that is cut off', 'html', '<h2>Title</h2><p>Text <a href="https://a.example/b?c=1'],
	['a comment that does not end', 'html', '<p>Before</p><!-- after <p>gone</p>'],
	[
		'an answer of a model in HTML',
		'html',
		'<h3>1. Summary</h3>\n<p>Revenue rose by <strong>12 %</strong>&nbsp;📈</p>\n<h4>Details</h4>\n<ul>\n  <li><strong>EU:</strong> +8 %</li>\n  <li><strong>US:</strong> +20 %\n    <ul>\n      <li>mostly NY</li>\n    </ul>\n  </li>\n</ul>',
	],
	// Markdown through n8n's Markdown node
	[
		'a newsletter',
		'markdown',
		'# Weekly no. 12\n\nHi all,\n\nthis week:\n\n1. **New:** dark mode\n2. Fixes\n    - faster start\n    - fewer clicks\n\n![chart](https://img.example/c.png)\n\n---\n\nRead [more](https://acme.example/blog).\n',
	],
	[
		'Notion: a callout',
		'markdown',
		'# Notes\n\n<aside>\n💡 **Remember** the [date](Other%20page%20abc.md)\n\n</aside>\n\nText',
	],
	[
		'Notion: tasks',
		'markdown',
		'- [ ]  Write\n- [x]  Send\n\n![Untitled](Untitled.png)\n\n![](https://prod-files.example/a.png?X-Amz-Algorithm=AWS4&X-Amz-Expires=3600)',
	],
	[
		'Notion: a table',
		'markdown',
		'| Name | Status |\n| --- | --- |\n| Kim | Open |\n| Lee | Done |\n',
	],
	[
		'a README',
		'markdown',
		'<h1 align="center">\n  <img src="./logo.svg" width="200">\n  <br>\n  Tool\n</h1>\n\n[![CI](https://ci.example/b.svg)](https://ci.example)\n\n## Install\n\n```sh\nnpm i tool --set \'{"a": 1}\'\n```\n\nSee [docs](docs/README.md).',
	],
	[
		'release notes',
		'markdown',
		'## 2.0.0 (2026-11-29)\n\n### Features\n\n* **api:** add x ([#12](https://github.com/a/b/issues/12)) ([abc123](https://github.com/a/b/commit/abc123))\n\n### BREAKING CHANGES\n\n* `old()` is gone',
	],
	[
		'an answer of a model',
		'markdown',
		"**Subject:** Your trial ends\n\nHi there 👋\n\nHere are *three* tips:\n\n1. **Invite** a colleague\n2. **Connect** Slack\n3. Read the `README`\n\n> You can't break anything.\n\nBest,  \nThe Acme team",
	],
	['footnotes', 'markdown', 'A fact[^1].\n\n[^1]: The source.'],
	['a quote with a list', 'markdown', '> Points:\n>\n> - one\n> - two\n'],
	[
		'strikethrough and bare addresses',
		'markdown',
		'~~old~~ new at https://acme.example/a_b_c and kim@acme.example',
	],
	['code in a list', 'markdown', '1. Install\n\n    ```sh\n    npm i\n    ```\n\n2. Run\n'],
	[
		'Markdown with HTML',
		'markdown',
		'<details>\n<summary>More</summary>\n\n<p>Hidden <b>text</b></p>\n\n</details>\n\nLine<br/>break',
	],
	['two languages', 'markdown', '# Größe & Maß\n\nПривет, 世界! 🎉 — “quotes” … ½\n\nمرحبا'],
	// Plain text
	[
		'a letter',
		'text',
		'Hi Kim,\n\nthank you for your order.\nIt ships tomorrow: https://acme.example/t/1?x=1&y=2\n\n--\nAcme Ltd, 1 Main St\nhelp@acme.example',
	],
	[
		'a digest',
		'text',
		'TOP STORIES\r\n===========\r\n\r\n* One (https://news.example/1)\r\n* Two <https://news.example/2>\r\n\r\nUnsubscribe: www.news.example/u',
	],
	['a form', 'text', 'Name: Kim & Lee\nMessage: 5 < 6 > 4, "ok"\n\n\n\nSent from my phone'],
	[
		'an answer of a model as text',
		'text',
		'**Hello!** Here is [a link](https://acme.example/x).\n\n- one\n- two',
	],
	// Answers of models that are not quite HTML
	[
		'A model: HTML in a fence, with blanks to fill in',
		'html',
		'```html\n<h2>Dark mode 🎉</h2>\n<p>Hello [First Name],</p>\n<p>it is here.</p>\n<p>Best,<br>[Your Name]</p>\n```',
	],
	[
		'A model: an answer around a fence',
		'html',
		'Here is your newsletter:\n\n```html\n<h2>Roundup</h2>\n<p>It got faster.</p>\n```',
	],
	['A model: HTML that was escaped', 'html', '&lt;h1&gt;Hello&lt;/h1&gt;&lt;p&gt;Ready.&lt;/p&gt;'],
	[
		'A model: HTML with the escapes of JSON',
		'html',
		'<h1>Hello</h1>\\n<p>Your \\"report\\" is ready.</p>',
	],
	[
		'A model: Markdown as plain text',
		'text',
		'# Update\n\nWe have:\n\n1. **Dark mode**\n2. the [docs](https://docs.example.com)\n   - in German\n',
	],
	// Sources that say by styles or by blank lines what others say by tags
	[
		'WordPress: a post of the classic editor, as it is stored',
		'html',
		'<strong>Hello</strong> and welcome.\n\nWe meet on <em>Tuesday</em>.\nBring cake.\n\n<img class="alignnone" src="https://club.example/cake.jpg" alt="Cake" />\n\n[gallery ids="1,2,3"]\n\n<ul>\n\t<li>tea</li>\n</ul>\n\nSee you!',
	],
	[
		'Google Docs: what is copied',
		'html',
		'<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Letter</span></h1><p dir="ltr"><span style="font-weight:400">This is </span><span style="font-weight:700">important</span><span style="font-weight:400"> and </span><span style="font-style:italic">urgent</span>.</p><ul><li dir="ltr"><p dir="ltr" role="presentation"><span>First</span></p></li><ul><li dir="ltr"><p dir="ltr"><span>Nested</span></p></li></ul></ul></b>',
	],
	[
		'Ghost: a video and an episode',
		'html',
		'<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://a.example/v.mp4" width="640"></video><div class="kg-video-player-container"><button class="kg-video-play-icon"><svg></svg></button><span class="kg-video-current-time">0:00</span>/<span class="kg-video-duration">1:12</span></div></div><figcaption>The film</figcaption></figure><div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="https://a.example/e.mp3"></audio><div class="kg-audio-title">Episode 1</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>',
	],
	[
		'Notion: a database',
		'html',
		'<table class="collection-content"><thead><tr><th>Name</th><th>Tags</th></tr></thead><tbody><tr><td><a href="https://www.notion.so/Open-day-1?pvs=21">Open day</a></td><td><span class="selected-value">free</span><span class="selected-value">family</span></td></tr></tbody></table>',
	],
	[
		'a signature beside a logo, and links that lead nowhere',
		'html',
		'<p>Read <a href="#more">more</a> or <a href="#">try it</a>.</p><table><tr><td><img src="https://a.example/logo.png" width="80"></td><td><p>Kim Park<br>Sales</p><p><a href="https://a.example">a.example</a></p></td></tr></table>',
	],
	[
		'Quill: lists in lists',
		'html',
		'<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>Tools</li><li data-list="ordered" class="ql-indent-1"><span class="ql-ui" contenteditable="false"></span>Saw</li><li data-list="ordered" class="ql-indent-1">Drill</li><li data-list="bullet" class="ql-indent-2">Bits</li><li data-list="bullet">Wood</li><li data-list="checked">Bought</li><li data-list="ordered">Begin</li></ol><ul><li>Old</li><li class="ql-indent-1">Quill</li></ul>',
	],
	[
		'CKEditor: a film, and units',
		'html',
		'<figure class="media"><oembed url="https://www.youtube.com/watch?v=1"></oembed></figure><p>12 m<sup>2</sup> without CO<sub>2</sub>, the 2<sup>nd</sup> time</p>',
	],
	[
		'a digest with lists in lists',
		'text',
		'Read more [https://news.example/1]\n\n * One\n    - one a\n\t- one b\n * Two',
	],
];
