import fc from 'fast-check';

import { drive } from './drive.mts';
import { faultsIn } from './facts.mts';
import { scenario } from './generate.mts';
import type { Observation } from './observation.mts';
import { judge } from './reference.mts';
import type { Guard, Scenario } from './scenario.mts';

/** What a failing check prints, to repeat it. */
export interface Repeat {
	seed?: number;
	/** Of the smallest scenario: without it the runs start from the first one. */
	path?: string;
	/** Looks only at the sentences that begin like this. */
	only?: string;
	/** Of all runs. */
	guard?: Guard;
}

export const repeat: Repeat = {
	...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
	path: process.env.MODEL_PATH,
	only: process.env.MODEL_ONLY,
	...(process.env.MODEL_GUARD && { guard: JSON.parse(process.env.MODEL_GUARD) as Guard }),
};

/** Drives a scenario without the prints of n8n, which shows every error that a node throws. */
export async function observe(of: Scenario): Promise<Observation> {
	// Its logger writes here where it can.
	const { _stdout: stdout } = console as unknown as { _stdout: NodeJS.WriteStream };
	const { write } = stdout;
	stdout.write = () => true;
	try {
		return await drive(of);
	} finally {
		stdout.write = write;
	}
}

/** Drives so many scenarios, and throws the smallest one found that breaks a sentence. */
export async function checkModel(
	numRuns: number,
	{ seed, path = '', only = '', guard }: Repeat,
): Promise<void> {
	const guarded = scenario.map((each) => ({ ...each, guard }));
	const property = fc.asyncProperty(guarded, async (each) => {
		const broken = judge(await observe(each)).filter((sentence) => sentence.startsWith(only));
		if (broken.length > 0) throw new Error(broken.join('\n'));
	});
	const found = await fc.check(property, { seed, numRuns, path });
	if (!found.failed) return;
	const [smallest] = found.counterexample as [Scenario];
	const shown = await observe(smallest).then(story, String);
	throw new Error(
		[
			(found.errorInstance as Error).message,
			`${guard ? `MODEL_GUARD='${JSON.stringify(guard)}' ` : ''}MODEL_SEED=${found.seed} MODEL_PATH=${found.counterexamplePath} (run ${found.numRuns}, made smaller ${found.numShrinks} times)`,
			JSON.stringify(smallest, (_, value: unknown) => (value === false ? undefined : value)),
			shown,
		].join('\n\n'),
	);
}

/** What happened, in short. */
function story({ executions, runs, effects }: Observation): string {
	const lines = executions.map(
		({ kind, status, error }) => `${kind}: ${status}${error ? `, "${error.text}"` : ''}`,
	);
	runs.forEach(({ items, output, hints, requests, took }, n) => {
		const faults = faultsIn(requests);
		const done = effects.filter(({ run }) => run === n).map(({ item }) => item);
		lines.push(
			`run ${n} of items ${items.join(', ')}: Loops did ${done.join(', ') || 'none'} in ${Math.round(took)} ms`,
			...(faults.length > 0 ? [`  faults ${faults.join(', ')}`] : []),
			...(output
				? [`  output ${JSON.stringify(output.map(({ item, json }) => [item, json]))}`]
				: []),
			...hints.map((hint) => `  hint "${hint}"`),
		);
	});
	return lines.join('\n');
}
