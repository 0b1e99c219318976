import type { IDataObject } from 'n8n-workflow';

import { agentWorkflow } from '../../harness/agent.mts';
import { runWorkflow } from '../../harness/engine.mts';
import { type Rig, source, type StoredError } from '../../harness/loops.mts';
import { type Seed, shippedSeed } from '../../emulator/seed.mts';
import type { FieldUnderTest } from './fields.mts';
import { expectedInCall, expectedOf } from './oracle.mts';

/** The outcome of a value: a request, or the error of its item. */
export type Outcome = { request: true; sent: unknown } | { request: false; error: StoredError };

/** The source of the values: items of one run, or an AI agent that calls the node with each. */
export type Giver = 'items' | 'agent';

/** n8n turns a DateTime within a parameter into text. */
const asText = (value: unknown) =>
	typeof value === 'object' && value && 'isLuxonDateTime' in value ? String(value) : value;

/** An account with each mailing list that a value names. */
function accountFor({ kind }: FieldUnderTest, values: unknown[]): Seed | undefined {
	if (kind !== 'ids') return undefined;
	const expected = values.flatMap((value) => [
		expectedOf.ids(value),
		expectedOf.ids(asText(value)),
		expectedInCall('ids', value),
	]);
	const ids = expected.flatMap((wanted) =>
		typeof wanted === 'object' ? Object.keys(Object(wanted.sent)) : [],
	);
	const seed = shippedSeed() as Seed;
	const named = [...new Set(ids)].map((id) => ({ id, name: `List ${id}` }));
	return { ...seed, mailingLists: [...(seed.mailingLists ?? []), ...named] };
}

/** Runs a field through n8n's engine, with one value for each item of a run. */
export async function runField(
	loops: Rig,
	field: FieldUnderTest,
	values: unknown[],
	giver: Giver = 'items',
): Promise<Outcome[]> {
	const { parameters, column = 'v', itemOf, sent } = field;
	loops.emulator.reset(accountFor(field, values));
	const inputs = values.map((value, item) => ({ [column]: value, item }) as IDataObject);
	const errors = await (giver === 'agent' ? called : run)(loops, parameters, inputs);
	const outcomes = errors.map((error): Outcome => ({ request: false, error }));
	for (const request of loops.calls()) {
		const item = itemOf(request);
		// A look-up belongs to no item.
		if (!Number.isNaN(item)) outcomes[item] = { request: true, sent: sent(request) };
	}
	return outcomes;
}

/** The errors of the items, undefined for those that succeeded. */
async function run(loops: Rig, parameters: IDataObject, inputs: IDataObject[]) {
	const { items } = await loops.run(parameters, inputs, { onError: 'continueRegularOutput' });
	return items.map(({ json }) => json.error as unknown as StoredError);
}

async function called(loops: Rig, parameters: IDataObject, calls: IDataObject[]) {
	const workflow = agentWorkflow(parameters, { toolCalling: 'engine' });
	const { data } = await runWorkflow(source, loops.credentials(), workflow, [{ json: { calls } }]);
	return data.resultData.runData.Loops.map(({ error }) => error as unknown as StoredError);
}
