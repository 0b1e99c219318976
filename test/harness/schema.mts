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

/** The paths at which n8n looks for an operation's schema, one per version of the node. */
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

/** Options that change the output. */
const OTHER_OUTPUT = ['includeInputFields', 'cursor', 'validateOnly'];

/** A JSON schema as n8n keeps them in `__schema__`. */
export interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const typeOf = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** A type, or with null; the editor shows no fields of an object that may be null. */
function typesOf(values: unknown[]): Schema['type'] {
	const types = new Set(values.map(typeOf));
	const [type = 'null', ...others] = [...types].filter((each) => each !== 'null');
	if (others.length > 0) throw new Error(`No one type: ${[...types].join(', ')}`);
	const isScalar = type !== 'object' && type !== 'array';
	return types.size > 1 && isScalar ? [type, 'null'] : type;
}

/** Assumes that an ID or a time that is null in all examples can be text. */
const schemaOf = (name: string, values: unknown[]): Schema =>
	/Id$|^timestamp$/.test(name) && values.every((value) => value === null)
		? { type: ['string', 'null'] }
		: schemaOfAll(values, MAPS.includes(name));

/** Objects whose keys are data. */
const MAPS = [
	'styles',
	'nodes',
	'contactPropertiesFallbacks',
	'eventPropertiesFallbacks',
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

/** The schema file that describes these items. */
export async function schemaFile(items: object[]): Promise<string> {
	return await prettier.format(JSON.stringify({ ...schemaOfAll(items), version: 1 }, null, '\t'), {
		...(await prettier.resolveConfig(`${root}package.json`)),
		parser: 'json',
	});
}

/** Forbids unnamed properties, except in objects without any named property. */
function closed({ properties = {}, items, ...rest }: Schema, isInner = false): object {
	const named = Object.entries(properties);
	return {
		...rest,
		// Schemas for the editor can't allow an object to be null.
		...(isInner && rest.type === 'object' && { type: ['object', 'null'] }),
		properties: Object.fromEntries(named.map(([name, each]) => [name, closed(each, true)])),
		additionalProperties: named.length === 0,
		...(items && { items: closed(items) }),
	};
}

const checks = new Map<string, ValidateFunction>();
/** One for all, since each instance compiles JSON Schema's own schema, which takes longest. */
const ajv = new Ajv({ strict: false, validateSchema: false });

function checkOf(path: string, isOpen: boolean): ValidateFunction {
	const items = closed(JSON.parse(readFileSync(path, 'utf8')) as Schema);
	return ajv.compile({
		type: 'array',
		items: isOpen ? { ...items, additionalProperties: true } : items,
	});
}

/**
 * Checks the output of the Loops node against the schema of its operation.
 * @throws Error that names the mismatch and how to update the schema
 */
export function checkOutput(parameters: IDataObject, items: IDataObject[]): void {
	const { operation, options = {} } = parameters;
	if (Object.keys(options as IDataObject).some((name) => OTHER_OUTPUT.includes(name))) return;
	const [path] = schemaPathsOf(parameters);
	if (!existsSync(path)) return;
	// Custom properties of the account appear beside built-in ones.
	const check = checks.get(path) ?? checkOf(path, operation === 'find');
	checks.set(path, check);
	const done = items.filter((item) => !('error' in item));
	if (check(done)) return;
	throw new Error(
		`${ajv.errorsText(check.errors, { dataVar: path })}: ${JSON.stringify(done)}. If it is meant, add it to test/harness/outcomes.mts, and run npx vitest run test/description/schemas.test.mts --update`,
	);
}
