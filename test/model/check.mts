import fc from 'fast-check';
import nock from 'nock';

import { drive } from './drive.mts';
import { scenario, type Scenario } from './generate.mts';
import { judge } from './reference.mts';

/** The sentences that a scenario breaks, each with the case. */
export async function broken(of: Scenario): Promise<string[]> {
	// The clock lets nothing out of the machine, and nock takes time.
	nock.restore();
	const { log, error, warn } = console;
	// n8n prints every error that a node throws.
	Object.assign(console, { log() {}, error() {}, warn() {} });
	try {
		return judge(await drive(of));
	} finally {
		Object.assign(console, { log, error, warn });
	}
}

/** Without the case. */
export const sentenceOf = (text: string) => text.replace(/ \([^()]*\)$/, '');

/** How many of so many runs break each sentence, with the smallest scenario that does. */
export async function survey(numRuns: number, seed: number): Promise<string> {
	const counts = new Map<string, number>();
	let n = 0;
	for (const each of fc.sample(scenario, { numRuns, seed })) {
		const sentences = new Set((await broken(each).catch((e: Error) => [`CRASH ${e.stack}`])).map(sentenceOf));
		for (const sentence of sentences) counts.set(`${sentence} | ${each.operation}`, (counts.get(`${sentence} | ${each.operation}`) ?? 0) + 1);
		n++;
	}
	return [...counts].sort().map(([sentence, count]) => `${count}\t${sentence}`).join('\n') + `\n${n}`;
}
