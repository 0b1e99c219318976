import ts from 'typescript';

import { read } from '../harness/repository.mts';

/** A function or class that a file exports. */
export interface Exported {
	name: string;
	/** Types of its parameters as they are written; of a class, of all its public methods. */
	types: string[];
}

const has = (modifier: ts.SyntaxKind) => (node: ts.Node) =>
	ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === modifier);
const isExported = has(ts.SyntaxKind.ExportKeyword);
const isPrivate = has(ts.SyntaxKind.PrivateKeyword);

/** The type of a parameter; that of its default where none is written. */
function typeOf({ type, initializer }: ts.ParameterDeclaration): string {
	if (type) return type.getText().replace(/\s+/g, ' ');
	return initializer ? `= ${initializer.getText()}` : '';
}

/** The functions and classes that a file exports. */
export function exportedBy(path: string): Exported[] {
	const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
	return file.statements.filter(isExported).flatMap((statement) => {
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
				initializer && ts.isArrowFunction(initializer)
					? { name: name.getText(), types: initializer.parameters.map(typeOf) }
					: [],
			);
		}
		const functions = ts.isClassDeclaration(statement)
			? statement.members
					.filter((member) => ts.isFunctionLike(member))
					.filter((each) => !isPrivate(each))
			: [statement].filter(ts.isFunctionDeclaration);
		if (!ts.isClassDeclaration(statement) && !ts.isFunctionDeclaration(statement)) return [];
		const types = functions.flatMap(({ parameters }) => parameters.map(typeOf));
		return { name: String(statement.name?.text), types };
	});
}
