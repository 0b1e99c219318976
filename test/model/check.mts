import fc from 'fast-check';
import nock from 'nock';

import { drive } from './drive.mts';
import { scenario, type Scenario } from './generate.mts';
import type { Observation } from './observation.mts';
import { judge } from './reference.mts';

/** Drives a scenario without the prints of n8n, which shows every error that a node throws. */
export async function observed(of: Scenario): Promise<Observation> {
	// The clock lets nothing out of the machine, and nock takes time.
	nock.restore();
	const { log, error, warn } = console;
	Object.assign(console, { log() {}, error() {}, warn() {} });
	try {
		return await drive(of);
	} finally {
		Object.assign(console, { log, error, warn });
	}
}

/** A sentence without the case that breaks it. */
const withoutCase = (sentence: string) => sentence.replace(/ \([^()]*\)$/, '');

/**
 * Drives so many scenarios and throws at the first that breaks a sentence, made as small as possible.
 * @param path of a run that failed: repeats the smallest scenario only
 * @param only looks at the sentences that match
 */
export async function checkModel(
	numRuns: number,
	seed: number,
	path = '',
	only = /./,
): Promise<void> {
	const property = fc.asyncProperty(scenario, async (each) => {
		const sentences = judge(await observed(each)).filter((sentence) => only.test(sentence));
		if (sentences.length > 0) throw new Error(sentences.join('\n'));
	});
	const details = await fc.check(property, { seed, numRuns, path });
	if (!details.failed) return;
	const [smallest] = details.counterexample ?? [];
	const { error, executions, effects } = await observed(smallest as Scenario).then(
		({ executions, effects }) => ({ error: details.errorInstance as Error, executions, effects }),
		(error: Error) => ({ error, executions: [], effects: [] }),
	);
	throw new Error(
		[
			error.message,
			`MODEL_SEED=${details.seed} MODEL_PATH=${details.counterexamplePath} repeats it: run ${details.numRuns}, ${details.numShrinks} times made smaller.`,
			fc.stringify(smallest),
			...executions.map(
				({ kind, status, error: stop }) => `${kind}: ${status}. ${stop?.text ?? ''}`,
			),
			`Done by Loops: ${effects.map(({ run, item, subject }) => `item ${item} (${subject}) in run ${run}`).join(', ') || 'nothing'}`,
		].join('\n\n'),
	);
}

/** How many of so many scenarios break each sentence, by operation. */
export async function survey(numRuns: number, seed: number): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const each of fc.sample(scenario, { numRuns, seed })) {
		const sentences = await observed(each).then(judge, (error: Error) => [String(error.stack)]);
		for (const sentence of new Set(sentences.map(withoutCase))) {
			const row = `${sentence} | ${each.operation}`;
			counts.set(row, (counts.get(row) ?? 0) + 1);
		}
	}
	return counts;
}
