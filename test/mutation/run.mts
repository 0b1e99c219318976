import { spawnSync } from 'node:child_process';

import { ROOMS } from './rooms.mts';

// `npm run test:mutation -- http --force`: rooms, then options of Stryker; without rooms all of them.
const given = process.argv.slice(2);
const named = given.filter((each) => each in ROOMS);
const options = given.filter((each) => !(each in ROOMS));

for (const room of named.length > 0 ? named : Object.keys(ROOMS)) {
	const { status } = spawnSync(
		'npx',
		['stryker', 'run', 'test/mutation/stryker.config.mjs', ...options],
		{
			stdio: 'inherit',
			env: { ...process.env, MUTATION_ROOM: room, MUTATED: `nodes/Loops/${ROOMS[room].mutate}` },
		},
	);
	if (status !== 0) process.exitCode = 1;
}
