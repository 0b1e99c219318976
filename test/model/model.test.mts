import { writeFileSync, appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { it } from 'vitest';
import { observed, checkModel } from './check.mts';
import { judge } from './reference.mts';
import { scenario } from './generate.mts';

it('survey', async () => {
	const N = Number(process.env.N ?? 300),
		SEED = Number(process.env.SEED ?? 1);
	if (process.env.ONLY) {
		for (const only of process.env.ONLY.split(';;')) {
			try {
				await checkModel(N, SEED, '', new RegExp(only));
				appendFileSync('/tmp/one.txt', '\n=====' + only + ' NOTHING');
			} catch (e) {
				appendFileSync('/tmp/one.txt', '\n=====' + only + '\n' + (e as Error).message);
			}
		}
		return;
	}
	const counts = new Map<string, { n: number; best: string }>();
	const skip = new RegExp(process.env.SKIP ?? '^$');
	for (const each of fc.sample(scenario, { numRuns: N, seed: SEED })) {
		let o: any;
		const sentences = await observed(each).then(
			(x) => judge((o = x)),
			(error: Error) => [String(error.stack)],
		);
		for (const s of new Set(sentences.map((x) => x.replace(/ \([^()]*\)$/, '')))) {
			if (skip.test(s)) continue;
			const row = `${s} | ${each.operation}`;
			const c = counts.get(row) ?? { n: 0, best: '' };
			c.n++;
			const clean = JSON.stringify(each, (_, v) =>
				v === false || v === undefined ? undefined : v,
			);
			const text =
				clean +
				'\n' +
				sentences.filter((x) => x.startsWith(s)).join('\n') +
				'\n' +
				o?.executions.map((e: any) => `${e.kind} ${e.status} ${e.error?.text ?? ''}`).join('\n') +
				'\n' +
				JSON.stringify(o?.effects) +
				'\n' +
				JSON.stringify(
					o?.runs.map((r: any) => [
						r.output?.map((x: any) => [x.item, x.json]),
						r.hints,
						r.faults,
						r.error,
					]),
				) +
				'\n';
			if (!c.best || text.length < c.best.length) c.best = text;
			counts.set(row, c);
		}
	}
	const rows = [...counts].sort();
	writeFileSync('/tmp/survey.txt', rows.map(([a, { n }]) => `${n}\t${a}`).join('\n') + '\n');
	writeFileSync(
		'/tmp/best.txt',
		rows.map(([a, { n, best }]) => `#### ${n}\t${a}\n${best}`).join('\n') + '\n',
	);
}, 600_000);
