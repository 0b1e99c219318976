import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

import { root } from '../harness/repository.mts';

/** A text in the sources that a user may read at run time. */
export interface Prose {
	/** File and line. */
	at: string;
	/** Its fixed parts: a template has several. */
	parts: string[];
}

/** Texts of the form, which the editor shows before a run. */
const OF_FORM = [
	'action',
	'activationMessage',
	'description',
	'displayName',
	'eventTriggerDescription',
	'hint',
	'hints',
	'documentationUrl',
	'name',
	'placeholder',
	'exampleName',
	'subtitle',
	'triggerPanel',
	'builderHint',
	'searchHint',
	'propertyHint',
];

/** All prose in the sources, except texts of the form. */
export function proseOf(folders: string[]): Prose[] {
	return folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			// The names and words of other platforms are no texts of ours.
			.filter((name) => name.endsWith('.ts') && !name.endsWith('optOutTable.ts'))
			.flatMap((name) => proseIn(join(root, folder, name))),
	);
}

function proseIn(path: string): Prose[] {
	const source = ts.createSourceFile(
		path,
		readFileSync(path, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: Prose[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		const isProperty = ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
		if (isProperty && OF_FORM.includes(node.name.getText())) return;
		const parts = textsOf(node).filter(isProse);
		if (parts.length > 0) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({ at: `${relative(root, path)}:${line + 1}`, parts });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

function textsOf(node: ts.Node): string[] {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
	if (!ts.isTemplateExpression(node)) return [];
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** At least two words in a row. */
const isProse = (text: string) => /[a-z]{2,}[,.:;]? +['"]?[a-z]{2,}/i.test(text);

/** The texts of a form at any depth, since functions make some of its labels. */
export const inForm = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap(inForm)
		: [String(value)];
