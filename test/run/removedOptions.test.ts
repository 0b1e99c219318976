import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ latency: 20 });

it.each([
	{ maxRequestsPerSecond: 1, oneItemAtATime: true },
	{ maxRequestsPerSecond: 'many', oneItemAtATime: 'many' },
])('a workflow that stores removed options runs as if they were not there: %j', async (options) => {
	const { json } = await loops.run(each(parametersOf.upsert, options), sampleItems(20));
	expect(json).toHaveLength(20);
	const times = loops.calls().map(({ at }) => at);
	expect(Math.max(...times) - Math.min(...times)).toBeLessThan(300);
});
