import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { takeContradictions } from '../../harness/contradictions.mts';
import { source, useEmulator } from '../../harness/loops.mts';
import { everyOperation } from '../../harness/operations.mts';

const VALUE = '={{ $json.v }}';

/** Texts that once blocked n8n for seconds, or have a megabyte. */
const LONG = {
	dots: `a@${'.'.repeat(100_000)}@`,
	blanks: `a${' '.repeat(100_000)}b`,
	digits: `${'1'.repeat(40_000)}a`,
	joints: `1${'_'.repeat(40_000)}2`,
	accents: `a${'\u0301\u0323'.repeat(50_000)}`,
	zeros: `1${'0'.repeat(100_000)}1`,
	words: 'word '.repeat(200_000),
	names: Array.from({ length: 20_000 }, (_, n) => `name${n}`).join(),
	json: JSON.stringify({ planName: '\\"'.repeat(100_000) }),
};

type Given = [field: string, parameters: IDataObject];

/** The parameters that give a field the value, and each field within it. */
function giving(field: INodeProperties, path: string): Given[] {
	const { name, type, options = [] } = field;
	const within = (
		make: (parameters: IDataObject) => unknown,
		entries: INodeProperties[],
	): Given[] =>
		entries
			.flatMap((entry) => giving(entry, `${path} > ${entry.displayName}`))
			.map(([at, parameters]) => [at, { [name]: make(parameters) } as IDataObject]);
	const given = (...values: unknown[]): Given[] =>
		values.map((value, n) => [n ? `${path} ${n + 1}` : path, { [name]: value } as IDataObject]);

	switch (type) {
		case 'notice':
			return [];
		case 'collection':
			return within((entry) => entry, options as INodeProperties[]);
		case 'fixedCollection':
			return (options as Array<{ name: string; values: INodeProperties[] }>).flatMap((group) =>
				within((row) => ({ [group.name]: [row] }), group.values),
			);
		case 'resourceLocator':
			return given({ __rl: true, mode: field.modes?.at(-1)?.name, value: VALUE }, VALUE);
		case 'assignmentCollection':
			return given(
				...['string', 'number', 'boolean', 'array', 'object'].map((kind) => ({
					assignments: [{ id: '1', name: 'v', type: kind, value: VALUE }],
				})),
				{ assignments: [{ id: '1', name: VALUE, type: 'string', value: 'a' }] },
			);
		case 'resourceMapper':
			return given(
				...['planName', 'seats', 'isBeta', 'trialEndsAt'].map((property) => ({
					mappingMode: 'defineBelow',
					value: { [property]: VALUE },
				})),
				{ mappingMode: 'autoMapInputData', value: null },
			);
		default:
			return given(VALUE);
	}
}

const properties = source.node.description.properties;

/** All fields of an operation, with the parameters that show them. */
function fieldsOf({ resource, operation, ...others }: IDataObject): Given[] {
	return properties.flatMap((field) => {
		const {
			resource: resources,
			operation: operations,
			...shown
		} = field.displayOptions?.show ?? {};
		if (!resources?.includes(String(resource)) || !operations?.includes(String(operation)))
			return [];
		// A field that is shown twice, for a choice and for an expression, is read alike.
		const chosen = Object.entries(shown)
			.map(([name, choices]) => [name, choices?.[0]])
			.filter(([, choice]) => typeof choice !== 'object');
		return giving(field, field.displayName).map(
			([path, parameters]): Given => [
				path,
				{
					userId: 'user_1',
					...others,
					...Object.fromEntries(chosen),
					...parameters,
					resource,
					operation,
				},
			],
		);
	});
}

/** Operations share the code that reads a field of one name, except for Email. */
const allFields = new Map(
	everyOperation.flatMap(([name, parameters]) =>
		fieldsOf(parameters).map(([path, given]) => [
			path === 'Email' ? `${path} of ${name}` : path,
			given,
		]),
	),
);

/** Tests one in so many fields. */
export function testLongTexts(oneIn: number): void {
	const loops = useEmulator();
	// If an expression chooses where to insert a node, n8n requires both neighbours.
	const fields = [...allFields]
		.filter(([path]) => path !== 'Insert')
		.filter((_, index) => index % oneIn === 0)
		.map(([path, parameters], turn) => [path, parameters, turn] as const);

	it.each(fields)(
		'long texts in %s do not block other items',
		{ timeout: 60_000 },
		async (_field, parameters, turn) => {
			// Fields that are read alike stand one after the other: together they get all texts.
			const texts = Object.values(LONG).filter((_, at) => (at + turn) % 2 === 0);
			const inputs = [...texts, 'kim@example.com'].map((v) => ({
				v,
				[v]: v.slice(0, 600),
				planName: v,
			}));
			const { items, error } = await loops.run(parameters, inputs, {
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			const done = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
			// Get Many runs once for items with equal parameters.
			const isList = parameters.operation === 'getAll';
			expect(
				isList ? [] : inputs.map((_, index) => index).filter((index) => !done.includes(index)),
			).toEqual([]);
			const longest = Math.max(...items.map(({ json }) => JSON.stringify(json.error ?? '').length));
			expect(longest).toBeLessThan(1_500);
			// JSON holds names that Loops does not know.
			takeContradictions();
		},
	);

	const ofEmail = fields.filter(([field]) => field.startsWith('Email of '));

	it.each(ofEmail)('long texts in %s are refused with their length', async (_field, parameters) => {
		const inputs = [{ v: 'kim@example.com' }, { v: LONG.dots }, { v: 'tomas@example.com' }];
		const { json } = await loops.run(parameters, inputs, { onError: 'continueRegularOutput' });
		expect(json[1].error).toEqual({
			message: "'Email' has 100003 characters [item 1]",
			description:
				'It can have at most 320 characters. Check that the expression returns a single value for this item.',
		});
		expect(json.map(({ error }) => (error as IDataObject | undefined)?.message)).toHaveLength(3);
	});
}
