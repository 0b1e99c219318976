import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';

it('the README shows what the demo prints about its runs', async () => {
	const args = ['--import', 'tsx', 'examples/demo.mts'];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
	const runs = stdout.match(/^\d\. .*\n/gm) ?? [];
	expect(runs).toHaveLength(3);
	expect(read('README.md')).toContain('```\n' + runs.join('') + '```');
}, 60_000);
