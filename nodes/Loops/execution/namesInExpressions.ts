/** `.name`, `["name"]`, and the names that an AI agent knows fields by. */
const NAME =
	/\.\s*([\p{L}_$][\p{L}\p{M}\p{N}_$]*)|(?:\[|\$fromAI\()\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/giu;

/** By the parameters of a node, which all items of a run share. */
const found = new WeakMap<object, ReadonlySet<string>>();

/** The names that the expressions among a node's parameters, as they were written, seem to ask for. */
export function namesIn(parameters: object): ReadonlySet<string> {
	let names = found.get(parameters);
	if (!names) {
		names = new Set(expressionsIn(parameters).flatMap(namesOf));
		found.set(parameters, names);
	}
	return names;
}

const namesOf = (expression: string): string[] =>
	[...expression.matchAll(NAME)].map(
		([, ...names]) => names.find((name) => name !== undefined) ?? '',
	);

function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
}
