import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { FIELDS, type FieldUnderTest } from './fields.mts';
import { expectedInCall, expectedOf, isSame } from './oracle.mts';
import { type Giver, type Outcome, runField } from './runField.mts';
import { EDGES, sample } from './samples.mts';

/** `VALUES=100000 npx vitest run test/form/generated/values.test.mts`; `VALUES_SEED=7` repeats one. */
const TOTAL = Number(process.env.VALUES ?? 450);
const SEED = Number(process.env.VALUES_SEED ?? 1);

// Virtual time is slow with many calls, and nothing waits here.
const loops = useEmulator({ requestLog: 2 * (TOTAL + EDGES.length) }, { time: 'real' });

/** Items of a run. */
const RUN = 500;

const show = (value: unknown) =>
	typeof value === 'string'
		? JSON.stringify(value)
		: `${typeof value} ${String(value)} ${JSON.stringify(value)}`;

/** What is wrong with an outcome, if anything. */
function complaint(field: FieldUnderTest, giver: Giver, value: unknown, outcome: Outcome) {
	// n8n turns a DateTime within a parameter into text, and an invalid one anywhere but in the input.
	const isDateTime = typeof value === 'object' && value && 'isLuxonDateTime' in value;
	const isInvalid = isDateTime && !field.column && String(value) === 'Invalid DateTime';
	const given = (isDateTime && field.isNested) || isInvalid ? String(value) : value;
	const expected =
		giver === 'agent' ? expectedInCall(field.kind, given) : expectedOf[field.kind](given);
	if (!outcome.request) {
		const { message = '', description } = outcome.error ?? {};
		// Another item of the run has the same key.
		if (message.includes('has the same value as in item')) return undefined;
		// Another item of the run has the same user ID.
		if (message.includes('would replace that email')) return undefined;
		// n8n refuses it before the node runs.
		if (message.includes('invalid DateTime')) return undefined;
		if (expected !== 'refused') return `was refused: ${message}`;
		// A model gets the fix in the message.
		const isClear = giver === 'agent' ? /^'.*\[item \d+\]\. ./su : /^'.*\[item \d+\]$/su;
		return isClear.test(message) && description
			? undefined
			: `was refused without its field, item or a fix: ${message}`;
	}
	if (expected === 'refused') return `was sent as ${show(outcome.sent)}, but has to be refused`;
	if (expected === 'any') return undefined;
	const wanted = expected === 'nothing' ? undefined : expected.sent;
	return isSame(outcome.sent, wanted)
		? undefined
		: `was sent as ${show(outcome.sent)}, in place of ${show(wanted)}`;
}

/** Kinds that the node reads alike share the edges. */
const alike = FIELDS.map(({ kind }) =>
	kind.replace(/^event(?=[A-Z])|Row$|Beside$/g, '').toLowerCase(),
);
const edgesOf = (index: number) => {
	const fields = alike.flatMap((kind, at) => (kind === alike[index] ? at : []));
	return EDGES.filter((_, at) => at % fields.length === fields.indexOf(index));
};

/** Each call of an agent is a run of its own, which takes longer. */
const GIVERS: Array<[Giver, number]> = [
	['items', TOTAL],
	['agent', TOTAL / 4],
];

describe.each(GIVERS)(`generated values of %s, seed ${SEED}`, (giver, total) => {
	const each = Math.ceil(total / FIELDS.length);

	// A tool refuses automatic mapping, which takes values from a column.
	const rows = FIELDS.map((field, index) => [field.name, field, index] as const).filter(
		([, { column }]) => giver === 'items' || column === undefined,
	);

	it.each(rows)(
		'%s: values are sent as meant or refused',
		{ timeout: 600_000 },
		async (_name, field, index) => {
			const random = fc.sample(sample, { numRuns: each, seed: SEED + index });
			const values = giver === 'items' ? [...edgesOf(index), ...random] : random;
			const complaints: string[] = [];
			for (let start = 0; start < values.length; start += RUN) {
				const part = values.slice(start, start + RUN);
				const outcomes = await runField(loops, field, part, giver);
				expect(outcomes).toHaveLength(part.length);
				part.forEach((value, n) => {
					const text = complaint(field, giver, value, outcomes[n]);
					if (text) complaints.push(`${show(value)} ${text}`);
				});
			}
			const shortest = complaints.sort((a, b) => a.length - b.length).slice(0, 10);
			expect(shortest, `VALUES_SEED=${SEED}`).toEqual([]);
		},
	);
});
