import fc from 'fast-check';
import nock from 'nock';
import { expect, it } from 'vitest';
import { drive } from './drive.mts';
import { scenario } from './generate.mts';

it('drives', async () => {
	nock.restore();
	const all = fc.sample(scenario, { numRuns: Number(process.env.N ?? 20), seed: 1 });
	const t = performance.now();
	let req = 0;
	const slow: number[] = [];
	for (const s of all) {
		const u = performance.now();
		const o = await drive(s);
		req += o.runs.reduce((a, r) => a + r.answers.length, 0);
		slow.push(performance.now() - u);
		if (process.env.SHOW) console.log(s.operation, s.items.length, o.executions.map((e) => `${e.kind} ${e.status} ${e.error?.text ?? ''}`), o.effects.length);
	}
	console.log('ms', performance.now() - t, 'answers', req, 'max', Math.max(...slow));
	expect(1).toBe(process.env.SHOW ? 2 : 1);
}, 600_000);
