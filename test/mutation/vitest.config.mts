import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import base from '../../vitest.config.mts';
import { keepThread } from './keptThread.mts';
import { PARTS } from './parts.mts';

/** Short files first, the model last: a mutant that is noticed needs no other test. */
class ShortestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sizeOf = ({ moduleId }: TestSpecification) =>
			moduleId.includes('/model/') ? Infinity : statSync(moduleId).size;
		const sizes = new Map(files.map((file) => [file, sizeOf(file)]));
		return [...files].sort((one, other) => sizes.get(one)! - sizes.get(other)!);
	}
}

const { tests, except = [], testTimeout = 60_000 } = PARTS[process.env.MUTATION_PART ?? ''];
const asPath = (name: string) => `test/${name}.test.{ts,mts}`;

/** For Stryker (README.md). */
export default defineConfig({
	...base,
	root: fileURLToPath(new URL('../..', import.meta.url)),
	plugins: [keepThread],
	test: {
		...base.test,
		// Stryker counts what each file reaches when it is loaded.
		isolate: true,
		setupFiles: ['test/harness/noNetwork.mts', 'test/mutation/freshCoverage.mts'],
		// Mutants that hang are ended by Stryker; code that counts its mutants is slow.
		testTimeout,
		sequence: { sequencer: ShortestFirst },
		include: tests.map(asPath),
		exclude: except.map(asPath),
	},
});
