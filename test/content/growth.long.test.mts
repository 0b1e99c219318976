import { expect, it } from 'vitest';

import { remarksAbout } from '../../nodes/Loops/content/remarks.ts';
import { type ContentFormat, toLmx } from '../../nodes/Loops/content/toLmx.ts';

/** What makes parsers read the same text again and again. */
const PATTERNS = [
	'<',
	'</',
	'<!--',
	'<!',
	'<?',
	'<a b="',
	"<a b='x' c=\"",
	'<a ="x>',
	'<a href="x">',
	'<b>',
	'<p>',
	'<li>',
	'<ul><li>',
	'<table><tr><td>',
	'<table role="presentation"><tr><td><h1>a',
	'<td>',
	'<script>',
	'<textarea>x</textareas',
	'<pre>',
	'<h1>a',
	'<blockquote>',
	'<img src="/a">',
	'<a href="/x">a</a> ',
	'</b>',
	'&',
	'&#',
	'&amp',
	'a@',
	'a.a',
	'www.',
	'http://a(',
	')',
	' ',
	'\n',
	'\t',
	' \n',
	'{{',
	'}} ',
	'*|',
	'__A',
	'**a',
	'](http://',
	'[a b="',
	'[your a',
	'~~a',
	'|---',
	'`',
	'\\n',
	'&lt;a ',
	'<code>',
	'\n \n',
	'<span style="font-weight:bold">',
	'<td><img>a',
	'[](',
	'[^',
	'<br>',
	'<p>\u00a0',
	'\u200b',
	'style="display:',
	'x'.repeat(50),
];
const SIZES = [25_000, 100_000];

/** The processor time in milliseconds, which other processes change less than the time on the clock. */
function costOf(run: () => unknown): number {
	const start = process.cpuUsage();
	try {
		run();
	} catch {
		// A refusal takes its time as well.
	}
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

const texts = (pattern: string, size: number) => {
	const many = pattern.repeat(size / pattern.length);
	return [many, `<p>text</p>${many}`, `${many}<p>text>`, `a ${many} "'>--></b> b`];
};

/**
 * Four times as much text takes at most ten times as long: quadratic time would be sixteen times. A busy
 * machine can make one measurement worse, but not five in a row.
 */
function expectLinear(name: string, convert: (text: string) => unknown) {
	const slow = PATTERNS.flatMap((pattern) =>
		texts(pattern, SIZES[0]).flatMap((_, at) => {
			const [small, large] = SIZES.map((size) => texts(pattern, size)[at]);
			const isSlow = Array.from({ length: 5 }).every(() => {
				const cost = costOf(() => convert(large));
				// Below this, what else the process does counts more.
				return cost > 100 && cost > 10 * costOf(() => convert(small));
			});
			return isSlow ? [`${name} ${pattern} ${at}`] : [];
		}),
	);
	expect(slow).toEqual([]);
}

it.each<ContentFormat>(['html', 'text'])('converts hostile %s in linear time', (format) => {
	expectLinear(format, (text) => toLmx(text, format, { label: 'Content', allowsVariables: true }));
});

it('reads links and placeholders of hostile LMX in linear time', () => {
	expectLinear('lmx', (text) => remarksAbout(`<Paragraph>${text}</Paragraph>`));
	expectLinear('code', (text) => remarksAbout(`<CodeBlock>${text}`.repeat(2)));
});
