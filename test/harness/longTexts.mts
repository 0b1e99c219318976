/** Repeated text, and text before it; an end that does not match follows. */
const REPEATED = [
	...[
		'.',
		' ',
		'_',
		'-',
		'@',
		'<',
		'{{',
		'[',
		'"',
		"'",
		'`',
		'\\',
		'/',
		',',
		'\n',
		'0',
		'7',
		'a',
		'A',
	],
	// Zero width, a combining mark, two marks in the wrong order, an emoji.
	...['\u200b', '\u0301', '\u0301\u0323', '🎉'],
	// Near matches: tags, addresses, numbers, JSON, names, part of an API key.
	...[
		'<head',
		'<style>',
		'<a ',
		'a@b.',
		'1e',
		'1.',
		'-1,',
		'\\"',
		'["',
		'.a',
		'undefine',
		'0123456',
	],
];
const BEGUN = [
	...[
		['a', ' '],
		['1', '_'],
		['1', ' '],
		['a@', '.'],
		['1', '0'],
		['a', '\u0301\u0323'],
	],
	...[
		['2026-01-01T00:00:00.', '7'],
		['https:/', '/'],
		['"', '\\"'],
		['https://a', '\u0301\u0323'],
	],
];

/** Functions that make a text of about a size, by its content. */
export const longTexts = new Map<string, (size: number) => string>(
	[...REPEATED.map((unit) => ['', unit]), ...BEGUN].flatMap(([before, unit]) =>
		['!', '2', '@']
			.slice(0, before ? 3 : 1)
			.map((end) => [
				`${before}${unit}…${end}`,
				(size) => before + unit.repeat(Math.ceil(size / unit.length)) + end,
			]),
	),
);

/** Functions that make a list of names, one per line; some are Unicode forms of each other. */
export const longLists = new Map<string, (size: number) => string>(
	['n', 'Plan Name ', '_'].map((name) => [
		`${name}…`,
		(size) => Array.from({ length: size / 16 }, (_, n) => `${name}${n}`).join('\n\n'),
	]),
);
