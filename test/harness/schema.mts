import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv, { type ValidateFunction } from 'ajv';
import type * as Core from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import prettier from 'prettier';

import { Loops } from '../../nodes/Loops/Loops.node';
import { root } from './repository.mts';

const { resolveOutputSchemaPath } = createRequire(import.meta.url)('n8n-core') as typeof Core;

const nodeDir = `${root}nodes/Loops`;
const versions = [new Loops().description.version].flat();

/** Where n8n looks for the schemas of an operation: of each version of the node. */
export const schemaPathsOf = ({ resource, operation }: IDataObject): string[] =>
	versions.map((version) =>
		String(
			resolveOutputSchemaPath({
				nodeDir,
				version,
				resource: String(resource),
				operation: String(operation),
			}),
		),
	);

/** Options with which something else comes out. */
const OTHER_OUTPUT = ['includeInputFields', 'cursor', 'validateOnly'];

/** A JSON schema as n8n keeps them in `__schema__`. */
export interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const typeOf = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** One type, and null beside it; the editor shows no fields of an object that may be null. */
function typesOf(values: unknown[]): Schema['type'] {
	const types = new Set(values.map(typeOf));
	const [type = 'null', ...others] = [...types].filter((each) => each !== 'null');
	if (others.length > 0) throw new Error(`No one type: ${[...types].join(', ')}`);
	const isScalar = type !== 'object' && type !== 'array';
	return types.size > 1 && isScalar ? [type, 'null'] : type;
}

/** An ID or a time that is null in all examples is text elsewhere. */
const schemaOf = (name: string, values: unknown[]): Schema =>
	/Id$|^timestamp$/.test(name) && values.every((value) => value === null)
		? { type: ['string', 'null'] }
		: schemaOfAll(values, MAPS.includes(name));

/** Objects whose names are data. */
const MAPS = [
	...['styles', 'nodes', 'contactPropertiesFallbacks', 'eventPropertiesFallbacks'],
	'dataVariablesFallbacks',
];

function schemaOfAll(values: unknown[], isMap = false): Schema {
	const schema: Schema = { type: typesOf(values) };
	const objects = values.filter((value) => typeOf(value) === 'object') as object[];
	if (objects.length > 0 && !isMap) {
		const names = [...new Set(objects.flatMap(Object.keys))];
		const valuesOf = (name: string) =>
			objects.filter((each) => name in each).map((each) => each[name as keyof typeof each]);
		schema.properties = Object.fromEntries(
			names.map((name) => [name, schemaOf(name, valuesOf(name))]),
		);
	}
	const entries = values.filter(Array.isArray).flat();
	if (entries.length > 0) schema.items = schemaOfAll(entries);
	return schema;
}

/** The text of the file with the schema of items, made from what the items hold. */
export async function schemaFile(items: object[]): Promise<string> {
	return await prettier.format(JSON.stringify({ ...schemaOfAll(items), version: 1 }, null, '\t'), {
		...(await prettier.resolveConfig(`${root}package.json`)),
		parser: 'json',
	});
}

/** The schema with no other properties than it names: an object that it names none of holds anything. */
function closed({ properties = {}, items, ...rest }: Schema, isInner = false): object {
	const named = Object.entries(properties);
	return {
		...rest,
		// A schema for the editor can't say that an object may be null.
		...(isInner && rest.type === 'object' && { type: ['object', 'null'] }),
		properties: Object.fromEntries(named.map(([name, each]) => [name, closed(each, true)])),
		additionalProperties: named.length === 0,
		...(items && { items: closed(items) }),
	};
}

const checks = new Map<string, ValidateFunction>();

function checkOf(path: string, isOpen: boolean): ValidateFunction {
	const items = closed(JSON.parse(readFileSync(path, 'utf8')) as Schema);
	return new Ajv().compile({
		type: 'array',
		items: isOpen ? { ...items, additionalProperties: true } : items,
	});
}

/**
 * Holds what came out of a run of the Loops node against the schema of its operation.
 * @throws Error that says what the schema doesn't, and how to put it there
 */
export function checkOutput(parameters: IDataObject, items: IDataObject[]): void {
	const { operation, options = {} } = parameters;
	if (Object.keys(options as IDataObject).some((name) => OTHER_OUTPUT.includes(name))) return;
	const [path] = schemaPathsOf(parameters);
	if (!existsSync(path)) return;
	// Properties of the account stand beside those of every account.
	const check = checks.get(path) ?? checkOf(path, operation === 'find');
	checks.set(path, check);
	const done = items.filter((item) => !('error' in item));
	if (check(done)) return;
	throw new Error(
		`${new Ajv().errorsText(check.errors, { dataVar: path })}: ${JSON.stringify(done)}. If it is meant, add it to test/harness/outcomes.mts, and run npx vitest run test/description/schemas.test.mts --update`,
	);
}
