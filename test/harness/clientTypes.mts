import ts from 'typescript';

import { root } from './repository.mts';

/** A JSON schema. */
export type Schema = Record<string, unknown>;

/** What the declarations say of a method: its arguments, and what its promise holds. */
interface MethodTypes {
	given: Schema;
	answer: Schema;
}

const FILE = `${root}test/harness/declared.ts`;
const SOURCE = `
import type { APIError, LoopsClient } from 'loops';
export type Client = LoopsClient;
export type Refusal = NonNullable<APIError['json']>;
`;

/**
 * Reads the declarations of Loops' official client with the compiler that made them.
 * @param optional names of fields that may be absent whatever the declarations say
 */
export function typesOfClient(optional: readonly string[]): {
	methods: Map<string, MethodTypes>;
	refusal: Schema;
} {
	const options: ts.CompilerOptions = {
		strict: true,
		types: [],
		lib: ['lib.es5.d.ts'],
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.Node16,
	};
	const host = ts.createCompilerHost(options);
	const { fileExists, getSourceFile } = host;
	host.fileExists = (name) => name === FILE || fileExists.call(host, name);
	host.getSourceFile = (name, version) =>
		name === FILE
			? ts.createSourceFile(name, SOURCE, version, true)
			: getSourceFile.call(host, name, version);
	const program = ts.createProgram([FILE], options, host);
	const checker = program.getTypeChecker();
	const aliases = program.getSourceFile(FILE)?.statements.filter(ts.isTypeAliasDeclaration) ?? [];
	const [client, refusal] = aliases.map((alias) => checker.getTypeAtLocation(alias));
	const schemas = new Schemas(checker, optional);
	const methods = new Map<string, MethodTypes>();
	for (const method of client.getProperties()) {
		const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
		if (!signature) continue;
		const answer = checker.getAwaitedType(signature.getReturnType());
		if (!answer) throw new Error(`${method.name} gives nothing`);
		const given = schemas.ofArguments(signature);
		methods.set(method.name, { given, answer: schemas.of(answer) });
	}
	return { methods, refusal: schemas.of(refusal) };
}

/** Makes JSON schemas of types. Objects hold no other names, as in a literal that TypeScript checks. */
class Schemas {
	constructor(
		private readonly checker: ts.TypeChecker,
		private readonly optional: readonly string[],
	) {}

	ofArguments({ parameters }: ts.Signature): Schema {
		const items = parameters.map((each) => this.of(this.checker.getTypeOfSymbol(each)));
		return items.length > 0
			? { type: 'array', items, additionalItems: false }
			: { type: 'array', maxItems: 0 };
	}

	of(type: ts.Type): Schema {
		if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
		if (type.flags & ts.TypeFlags.Void) return { not: {} };
		if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
		if (type.isUnion()) {
			const isGiven = ({ flags }: ts.Type) => !(flags & ts.TypeFlags.Undefined);
			return { anyOf: type.types.filter(isGiven).map((each) => this.of(each)) };
		}
		if (type.isLiteral()) return { const: type.value };
		if (type.flags & ts.TypeFlags.BooleanLiteral) {
			return { const: this.checker.typeToString(type) === 'true' };
		}
		if (type.flags & ts.TypeFlags.String) return { type: 'string' };
		if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
		if (this.checker.isArrayType(type)) {
			const [entry] = this.checker.getTypeArguments(type as ts.TypeReference);
			return { type: 'array', items: this.of(entry) };
		}
		if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.ofObject(type);
		throw new Error(`No schema for ${this.checker.typeToString(type)}`);
	}

	private ofObject(type: ts.Type): Schema {
		const { checker } = this;
		const properties = checker.getPropertiesOfType(type);
		const others = checker.getIndexInfosOfType(type).map((info) => this.of(info.type));
		const isRequired = ({ flags, name }: ts.Symbol) =>
			!(flags & ts.SymbolFlags.Optional) && !this.optional.includes(name);
		return {
			type: 'object',
			properties: Object.fromEntries(
				properties.map((each) => [each.name, this.of(checker.getTypeOfSymbol(each))]),
			),
			required: properties.filter(isRequired).map(({ name }) => name),
			additionalProperties: others.length > 0 ? { anyOf: others } : false,
		};
	}
}
