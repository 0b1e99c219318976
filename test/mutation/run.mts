import { spawnSync } from 'node:child_process';

import { PARTS } from './parts.mts';

// `npm run test:mutation -- http --force`: parts, then options of Stryker; without parts all of them.
const given = process.argv.slice(2);
const named = given.filter((each) => each in PARTS);
const options = given.filter((each) => !(each in PARTS));

for (const part of named.length > 0 ? named : Object.keys(PARTS)) {
	const { status } = spawnSync(
		'npx',
		['stryker', 'run', 'test/mutation/stryker.config.mjs', ...options],
		{
			stdio: 'inherit',
			env: { ...process.env, MUTATION_PART: part, MUTATED: `nodes/Loops/${PARTS[part].mutate}` },
		},
	);
	if (status !== 0) process.exitCode = 1;
}
