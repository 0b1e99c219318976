import { fileURLToPath } from 'node:url';
import base from '../../vitest.config.mts';

/** For `npm run test:faults`: takes minutes, so it is not part of `npm test`. */
export default {
	...base,
	root: fileURLToPath(new URL('../..', import.meta.url)),
	test: { ...base.test, include: ['test/faults/*.faults.mts'] },
};
