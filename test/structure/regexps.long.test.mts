import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript';
import { expect, it } from 'vitest';

import { publishedFiles, read } from '../harness/repository.mts';

const config: Linter.Config = {
	plugins: { regexp },
	rules: {
		// Repeats that can share the same text.
		'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
		'regexp/no-dupe-disjunctions': 'error',
		// A search that reads the rest of the text again from each place that it may begin at.
		'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
	},
};
const { options } = ts.convertCompilerOptionsFromJson({ target: 'ESNext', module: 'ESNext' }, '');

/** To make JavaScript of all files would take most of the time. */
function hasRegExp(node: ts.Node): boolean {
	return (
		ts.isRegularExpressionLiteral(node) ||
		(ts.isIdentifier(node) && node.text === 'RegExp') ||
		ts.forEachChild(node, (child) => hasRegExp(child) || undefined) === true
	);
}

/** The regular expressions of a source that take more than linear time, and why. */
function superLinear(source: string): string[] {
	if (!hasRegExp(ts.createSourceFile('', source, ts.ScriptTarget.Latest))) return [];
	const { outputText } = ts.transpileModule(source, { compilerOptions: options });
	// A comment switches nothing off.
	const found = new Linter().verify(outputText, config, { allowInlineConfig: false });
	return found.map(({ message }) => message);
}

it('finds regular expressions that take more than linear time', () => {
	const bad = [
		'/^a+b?a*$/.test(text)',
		'/^(?:a|a)+$/.test(text)',
		String.raw`/\s+$/.test(text)`,
		String.raw`const blank = '\\s'; new RegExp(blank + '+$').test(text)`,
		`text.replace(/<[^>]*>/g, '')`,
	];
	expect(bad.filter((source) => superLinear(source).length === 0)).toEqual([]);
});

it('finds none in nodes/ and credentials/', { timeout: 120_000 }, () => {
	const found = publishedFiles.flatMap((file) =>
		superLinear(read(file)).map((message) => `${file}: ${message}`),
	);
	expect(found).toEqual([]);
});
