import { afterAll, beforeAll, inject } from 'vitest';

/** As the sources know it that Stryker's instrumenter has written. */
interface Stryker {
	activeMutant?: string;
	currentTestId?: string;
	mutantCoverage?: { static: object; perTest: Record<string, object> };
}
const global = globalThis as { __stryker__?: Stryker };
const stryker = (global.__stryker__ ??= {});
stryker.activeMutant = inject('activeMutant');

// What runs while these load is reached by all files: they are loaded once for a mutant.
await import('../../nodes/Loops/Loops.node.ts');
await import('../../nodes/Loops/runItems.ts');
await import('../../nodes/LoopsTrigger/LoopsTrigger.node.ts');

beforeAll(({}, file) => {
	stryker.currentTestId = file.name;
});

afterAll(({}, file) => {
	stryker.currentTestId = undefined;
	const { static: atLoad, perTest } = stryker.mutantCoverage ?? { static: {}, perTest: {} };
	Object.assign(file.meta, { reached: Object.keys({ ...atLoad, ...perTest[file.name] }) });
});
