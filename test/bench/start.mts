/**
 * How long n8n takes to load the node: `require` and the description, with n8n-workflow loaded before.
 * The build in the folder that is given takes turns with this one.
 */
import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

const ROUNDS = 20;
const own = resolve('dist');
const builds = [own, ...process.argv.slice(2).map((path) => resolve(path))];

const script = (build: string) => `
	require('n8n-workflow');
	const startedAt = performance.now();
	const { Loops } = require(${JSON.stringify(`${build}/nodes/Loops/Loops.node.js`)});
	new Loops().description;
	console.log(performance.now() - startedAt);`;

const times = new Map(builds.map((build): [string, number[]] => [build, []]));
for (let round = 0; round < ROUNDS; round++) {
	for (const [build, taken] of times) {
		taken.push(
			Number(execFileSync(process.execPath, ['-e', script(build)], { cwd: dirname(build) })),
		);
	}
}
const median = (all: number[]) => all.sort((a, b) => a - b)[all.length / 2];
const [first, ...others] = [...times].map(([build, taken]) => ({ build, ms: median(taken) }));
console.log(`${first.build}: ${first.ms.toFixed(1)} ms (median of ${ROUNDS})`);
for (const { build, ms } of others) {
	console.log(
		`${build}: ${ms.toFixed(1)} ms; this build takes ${(first.ms / ms).toFixed(2)} of it`,
	);
}
