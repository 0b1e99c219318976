import type { IDataObject } from 'n8n-workflow';

import type { Bench, StoredError } from '../harness/loops.mts';
import type { FieldUnderTest } from './fields.mts';

/** What became of a value: a request, or the error of its item. */
export type Outcome = { request: true; sent: unknown } | { request: false; error: StoredError };

/** Runs a field through n8n's engine, with one value for each item of a run. */
export async function runField(
	loops: Bench,
	{ parameters, column = 'v', itemOf, sent }: FieldUnderTest,
	values: unknown[],
): Promise<Outcome[]> {
	loops.emulator.reset();
	const { items } = await loops.run(
		parameters,
		values.map((value) => ({ json: { [column]: value } as IDataObject })),
		{ onError: 'continueRegularOutput' },
	);
	const outcomes: Outcome[] = items.map(({ json }) => ({
		request: false,
		error: json.error as unknown as StoredError,
	}));
	for (const request of loops.calls()) {
		outcomes[itemOf(request)] = { request: true, sent: sent(request) };
	}
	return outcomes;
}
