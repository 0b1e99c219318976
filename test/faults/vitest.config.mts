import { fileURLToPath } from 'node:url';
import base from '../../vitest.config.mts';

/** For `npm run test:faults`: takes minutes, so it is not part of `npm test`. */
export default {
	...base,
	root: fileURLToPath(new URL('../..', import.meta.url)),
	// One after the other: what compares real time with virtual time needs a quiet machine.
	test: { ...base.test, include: ['test/faults/*.faults.mts'], fileParallelism: false },
};
