import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { FIELDS, type FieldUnderTest } from '../form/generated/fields.mts';
import { runField } from '../form/generated/runField.mts';
import { onceBy } from '../harness/sendOnce.mts';
import { rowsBelow } from '../harness/tables.mts';

const loops = useEmulator({ rateLimit: 100_000 });

const fieldsOf = (...kinds: Array<FieldUnderTest['kind']>) =>
	FIELDS.filter(({ kind }) => kinds.includes(kind));

const like = (name: string, parameters: IDataObject): FieldUnderTest => {
	const field = FIELDS.find((each) => each.name === name);
	if (!field) throw new Error(`No field '${name}'`);
	return { ...field, parameters: { ...field.parameters, ...parameters } };
};

const row = { id: '1', name: 'v', type: 'array', value: '={{ [{ a: $json.v }] }}' };

const JSON_FIELDS = FIELDS.filter(({ name }) => name.endsWith('(JSON)'));
const ADDITIONAL = FIELDS.filter(
	({ name, kind, parameters }) =>
		(parameters.additionalFields && kind !== 'choice') || name === 'Add to Audience',
);

/** The rows of the table, and the fields that each describes. */
const ROWS: Record<string, FieldUnderTest[]> = {
	'properties, data variables, Additional Fields, lists of IDs, JSON fields; Add to Audience': [
		...FIELDS.filter(({ name }) => /^(contact property|event property|data variable),/.test(name))
			// Automatic mapping is refused in a tool.
			.filter(({ column }) => column === undefined),
		...ADDITIONAL,
		...fieldsOf('ids'),
		...JSON_FIELDS,
	],
	'entries of a list block, an array variable': [
		like('data variable, JSON', {
			options: { dataVariablesJson: '={{ ({ v: [{ a: $json.v }] }) }}' },
		}),
		like('data variable, form', { options: { extraDataVariables: { assignments: [row] } } }),
	],
	'identifiers and keys; other switches and choices among the Options': [
		...fieldsOf('email', 'id', 'locator', 'hash', 'key', 'choice'),
		...[onceBy('={{ $json.v }}'), { validateOnly: '={{ $json.v }}' }].map((options) =>
			like('Unknown Properties', { options }),
		),
	],
};

/** What a model fills in when it has no value; test/agent has more of it. */
const NOTHING = ['', 'Undefined', null];

const WORDS: Record<string, (field: FieldUnderTest) => Promise<void>> = {
	async ignored(field) {
		// A switch in Additional Fields can't be undefined, only absent.
		const bare = ADDITIONAL.includes(field)
			? like(field.name, { additionalFields: {}, options: {} })
			: field;
		const [alone] = await runField(loops, bare, [undefined]);
		expect(alone.request).toBe(true);
		expect(await runField(loops, field, NOTHING, 'agent')).toEqual(NOTHING.map(() => alone));
	},
	// Null is not allowed in a list, from whatever source.
	async 'sent as it is'(field) {
		const texts = NOTHING.filter((value) => value !== null);
		const sent = texts.map((a) => ({ request: true, sent: [{ a }] }));
		expect(await runField(loops, field, texts, 'agent')).toEqual(sent);
	},
	async refused(field) {
		for (const { request } of await runField(loops, field, NOTHING, 'agent')) {
			expect(request).toBe(false);
		}
	},
};

describe('the table of values that a model leaves open', () => {
	const rows = rowsBelow('docs/ai-agents.md', 'Fields that a model leaves empty');

	it('has the rows that are tested', () => {
		expect(rows.map(([name]) => name)).toEqual(Object.keys(ROWS));
		for (const fields of Object.values(ROWS)) expect(fields).not.toEqual([]);
		expect(JSON_FIELDS).not.toEqual([]);
		expect(ADDITIONAL).not.toEqual([]);
	});

	it.each(rows)(
		'is true for %s: %s',
		async (name, word) => {
			for (const field of ROWS[name]) await WORDS[word](field);
		},
		60_000,
	);
});
