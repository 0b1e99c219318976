import { fileURLToPath } from 'node:url';

import base from '../vitest.config.mts';

/** For `npm run test:long`: the tests that take too long for `npm test`. */
export default {
	...base,
	root: fileURLToPath(new URL('..', import.meta.url)),
	test: { ...base.test, include: ['test/**/*.long.test.mts'], exclude: [] },
};
