import fc from 'fast-check';

/** The data of an item. */
type Data = Record<string, unknown>;

/** An expression and its result for an item, independent of n8n and the node. */
interface Part {
	expression: string;
	of: (data: Data) => unknown;
}

/** A template of constants and expressions. */
export interface Template {
	text: string;
	pieces: Array<string | Part>;
	/** How one expression joins the pieces itself. */
	writing?: (typeof WRITINGS)[number];
}

/** The required outcome for an item: sent as this text, or refused for what the message contains. */
export type ExpectedText = { sent: string } | { refusedFor: string };

const part = (expression: string, of: Part['of']): Part => ({ expression, of });
const list = (data: Data) => (Array.isArray(data.list) ? (data.list as unknown[]) : undefined);
const deep = (data: Data) => data.deep as Data | undefined;

/** The month of `when` as n8n formats it. */
function monthOf({ when }: Data): string {
	const isDay = typeof when === 'string' && /^\d{4}-\d\d-\d\d$/.test(when);
	return isDay ? when.slice(0, 7) : 'Invalid DateTime';
}

const VALUES = ['a', 'b', 'c'].flatMap((name) => [
	part(`$json.${name}`, (data) => data[name]),
	part(` $json["${name}"] `, (data) => data[name]),
	part(`{ "k": $json.${name} }.k`, (data) => data[name]),
	part(`/* } " */ $json.${name}`, (data) => data[name]),
	part(`$json.${name};`, (data) => data[name]),
	part(`(() => $json.${name})()`, (data) => data[name]),
	part(`$json.${name} ?? $json.b`, (data) => data[name] ?? data.b),
	part(`$json.${name} || "x"`, (data) => data[name] || 'x'),
	part(`$if($json.flag, $json.${name}, "")`, (data) => (data.flag ? data[name] : '')),
]);

const PARTS = fc.constantFrom(
	...VALUES,
	...VALUES,
	part('$json.deep.x', (data) => deep(data)?.x),
	part('$json.deep.x.y', (data) => (deep(data)?.x as Data | undefined)?.y),
	part('$json.list', (data) => data.list),
	part('$json.list[0]', (data) => list(data)?.[0]),
	part('$json.list.length', (data) => list(data)?.length),
	part('$json.list.join("+")', (data) => list(data)?.join('+')),
	part('$json.n * 2', ({ n }) => Number(n) * 2),
	part('1 / $json.n', ({ n }) => 1 / Number(n)),
	part('String($json.n)', ({ n }) => String(n)),
	part('`x${String($json.n)}y`', ({ n }) => `x${String(n)}y`),
	part('DateTime.fromISO($json.when).toFormat("yyyy-MM")', monthOf),
	part('new Date($json.when).getTime()', ({ when }) => new Date(when as string).getTime()),
	part('$json.flag', ({ flag }) => flag),
	part('"lit"', () => 'lit'),
	part('""', () => ''),
	part('null', () => null),
	part('7', () => 7),
);

/** Visible text without brackets that could join those of an expression. */
const CONSTANTS = fc.oneof(
	fc.constantFrom(
		...['user_', 'order-', '-', '#', 'ü', '🎉', '"', "'", '`', ';'],
		...['/*', '//', '$json.a', '=', '(', ')'],
	),
	fc.constantFrom('}', ' } ', '{ ', '\u200b.', '\n+', 'null and void', 'nullness'),
);

const WRITINGS = ['sum', 'literal', 'array'] as const;
const codeOf = (piece: string | Part) =>
	typeof piece === 'string' ? JSON.stringify(piece) : piece.expression;
const literalOf = (piece: string | Part) =>
	typeof piece === 'string' ? piece : `\${${piece.expression}}`;

/** What code joins to text in one expression. It begins with text, so that + adds no numbers. */
function written(all: Array<string | Part>, writing: (typeof WRITINGS)[number]): string {
	if (writing === 'literal') return `={{ \`${all.map(literalOf).join('')}\` }}`;
	const codes = all.map(codeOf);
	return writing === 'sum' ? `={{ ${codes.join(' + ')} }}` : `={{ [${codes.join()}].join("") }}`;
}

const REFERENCES = ['a', 'b', 'c'].flatMap((name) => [
	part(`$json.${name}`, (data) => data[name]),
	part(`$json["${name}"]`, (data) => data[name]),
]);

/** One expression that joins text itself. */
export const joining: fc.Arbitrary<Template> = fc
	.tuple(
		fc.constantFrom('user_', 'order-', 'ü', '=', '//', "'"),
		fc.array(fc.constantFrom(...REFERENCES, '-', ' + ', ') '), { minLength: 1, maxLength: 4 }),
		fc.constantFrom(...WRITINGS),
	)
	.map(([first, rest, writing]) => {
		const all = [first, ...rest];
		return { text: written(all, writing), pieces: all, writing };
	});

const pieces = fc
	.array(fc.oneof(PARTS, CONSTANTS), { minLength: 2, maxLength: 6 })
	.filter((all) => all.some((piece) => typeof piece !== 'string'));

export const template: fc.Arbitrary<Template> = pieces.map((all) => ({
	text: `=${all.map((each) => (typeof each === 'string' ? each : `{{${each.expression} }}`)).join('')}`,
	pieces: all,
}));

const NOTHING = [undefined, null, '', ' ', '\u200b\n', 'undefined', 'null', 'NaN', 'Infinity'];
const value = fc.oneof(
	fc.constantFrom<unknown>(
		...['kim', 'order-1', 'Null', 'annulled', ' padded ', '名前', '{{ 1 }}'],
	),
	fc.constantFrom<unknown>(0, 7, -3, 0.5, true, false, 2 ** 53, 34193198534492390, 1e21),
	fc.constantFrom<unknown>(...NOTHING, '[object Object]', 'Invalid DateTime', 'Invalid Date'),
	fc.constantFrom<unknown>({}, { id: 1 }, [], ['a'], [1, 2]),
);

export const data: fc.Arbitrary<Data> = fc.record(
	{
		a: value,
		b: value,
		c: value,
		deep: fc.constantFrom({ x: 'deep' }, { x: { y: 5 } }, {}),
		list: fc.constantFrom<unknown>([], ['first', 2], [null]),
		n: fc.constantFrom<unknown>(0, 1, 2.5, 'twelve'),
		when: fc.constantFrom<unknown>('2026-01-31', 'tomorrow', null),
		flag: fc.boolean(),
	},
	{ requiredKeys: [] },
);

/** Whether a part of a text identifies nothing. */
function isNothing(given: unknown): boolean {
	if (Array.isArray(given)) return given.length === 0 || given.some(isNothing);
	if (typeof given === 'object' || given === undefined) return true;
	if (typeof given === 'number') {
		return !Number.isFinite(given) || (Number.isInteger(given) && !Number.isSafeInteger(given));
	}
	return typeof given === 'string' && /^([\s\u200b]*|Invalid Date(Time)?)$/.test(given);
}

const MADE =
	/(?<![\p{L}\p{N}])(undefined|null|NaN|Invalid Date(Time)?)(?![\p{L}\p{N}])|\[object \w+\]/giu;

/** The required outcome of a template, judged by the data of the item. */
export function expectedText(
	{ pieces: all, text, writing }: Template,
	item: Data,
	isUnique: boolean,
): ExpectedText {
	const given = all.map((piece) => (typeof piece === 'string' ? piece : piece.of(item)));
	// n8n joins NaN as ''.
	const asJoined = (each: unknown) => (!writing && Number.isNaN(each) ? '' : each);
	const joined = writing && writing !== 'array' ? given.map(String) : given.map(asJoined);
	const sent = joined.join('').replace(/^[\s\u200b]+|[\s\u200b]+$/g, '');
	if (sent === '') return { refusedFor: 'is empty' };
	const nothing = all.find((piece, n) => typeof piece !== 'string' && isNothing(given[n]));
	if (nothing && !writing) return { refusedFor: (nothing as Part).expression.trim() };
	const shared = ['0', 'undefined', 'null', 'NaN', '[object Object]'];
	if (isUnique && shared.includes(sent)) return { refusedFor: "can't be" };
	const texts = JSON.stringify(item, (_name, each: unknown) =>
		typeof each === 'string' || (typeof each === 'object' && each) ? each : '',
	);
	const known = `${text} ${texts}`.toLowerCase();
	const made = sent.match(MADE)?.some((word) => !known.includes(word.toLowerCase()));
	return made ? { refusedFor: 'holds' } : { sent };
}
