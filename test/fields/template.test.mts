import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseTemplate } from '../../nodes/Loops/values/template';

// n8n's own parser, which n8n-workflow does not export.
const require = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { splitExpression } = require('@n8n/tournament/dist/ExpressionSplitter.js') as {
	splitExpression(text: string): Array<{ type: string; text: string; hasClosingBrackets: boolean }>;
};

const bits = ['{{', '}}', '{', '}', '\\', '\\\\', 'a', ' ', '"', ':', '\u200b'];
// n8n drops brackets at the very end.
const texts = fc
	.array(fc.constantFrom(...bits), { maxLength: 24 })
	.map((all) => `${all.join('')}.`);

describe('the parts of a template', () => {
	it('match the expressions that n8n evaluates', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const codes = splitExpression(text).filter(({ type }) => type === 'code');
				const { parts } = parseTemplate(`=${text}`);
				// One expression alone is not a template.
				if (parts.length === 0 && codes.length < 2) return;
				expect(parts).toHaveLength(codes.length);
				for (const [index, { text: code, hasClosingBrackets }] of codes.entries()) {
					const inBrackets = parts[index].slice(2, hasClosingBrackets ? -2 : undefined);
					expect(inBrackets.replace('\\}}', '}}')).toBe(code);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	it.each<[names: string[], json: string]>([
		[['{{ a }}'], '={ "{{ a }}": "{{ b }}" }'],
		[['{{ b }}', '{{ c }}'], '={ "a": {{ a }}, "x{{ b }}-{{ c }}" : 1 }'],
		[['{{ "q" }}'], '={ "a\\"b": "c:", "{{ "q" }}": "d" }'],
		[[], '={ "a": "{{ b }}: c", "d": "{{ e }}" }'],
		[[], '={{ a }}:{{ b }}'],
	])('include the expressions in names: %j in %s', (names, json) => {
		expect(parseTemplate(json).inNames).toEqual(names);
	});

	it.each(['{{', '}}', '\\', '"', '\\"', '"\\', '{{a}}', '"{{a}}', ' ', '": ', '{{a}}"  '])(
		'are found in 20,000 characters of %s',
		(bit) => {
			const text = bit.repeat(20_000 / bit.length);
			for (const each of [`=${text}`, `=x{{ ${text}`, `="${text}`]) {
				expect(parseTemplate(each).parts.join('').length).toBeLessThanOrEqual(each.length);
			}
		},
	);
});
