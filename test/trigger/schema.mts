/** A JSON schema as n8n keeps them in `__schema__`. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const typeOf = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

function schemaOfAll(values: unknown[]): Schema {
	// As n8n does: null beside another type is not told.
	const types = new Set(values.map(typeOf));
	if (types.size > 1) types.delete('null');
	if (types.size !== 1) throw new Error(`No one type: ${[...types].join(', ')}`);
	const schema: Schema = { type: [...types][0] };
	const objects = values.filter((value) => typeOf(value) === 'object') as object[];
	if (objects.length > 0) {
		const names = [...new Set(objects.flatMap(Object.keys))];
		const valuesOf = (name: string) =>
			objects.filter((each) => name in each).map((each) => each[name as keyof typeof each]);
		schema.properties = Object.fromEntries(
			names.map((name) => [name, schemaOfAll(valuesOf(name))]),
		);
	}
	const entries = values.filter(Array.isArray).flat();
	if (entries.length > 0) schema.items = schemaOfAll(entries);
	return schema;
}

/** The schema of items, from what they are made of. */
export const schemaOf = (items: object[]) => ({ ...schemaOfAll(items), version: 1 });
