import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { root } from '../harness/repository.mts';

it('npm run demo shows a failed row, a retry and a second run that sends nothing', () => {
	const output = execFileSync(process.execPath, ['--import', 'tsx', 'examples/demo.mts'], {
		cwd: root,
		encoding: 'utf8',
	});
	const facts = [
		'2 sent, 0 sent before, 1 failed',
		'"kim@example" [item 2]',
		'Loops answered 503 to 1 email',
		'0 sent, 2 sent before',
		'1 sent, 2 sent before, 0 failed',
	];
	for (const fact of facts) expect(output).toContain(fact);
	// The emulator's URL would no longer work.
	expect(output).not.toContain('http://');
	expect(output.split('\n').filter((line) => line.length > 100)).toEqual([]);
	expect(output).not.toMatch(/\w{40}/);
});
