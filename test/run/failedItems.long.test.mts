import { queryObjects } from 'node:v8';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { RunItem } from '../../nodes/Loops/run/item';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({}, { time: 'real' });

const COUNT = 100;

/** Counts the instances in memory. The types of Node.js 20 lack `queryObjects`. */
const countOf = (constructor: unknown) =>
	(queryObjects as unknown as (of: unknown, options: object) => number)(constructor, {
		format: 'count',
	});

it.each([
	['refused by the node', NodeOperationError],
	['refused by Loops', NodeApiError],
])(
	'an item that is %s leaves only its output in memory',
	async (_by, error) => {
		const isLocal = error === NodeOperationError;
		const rows = sampleItems(COUNT).map(({ email }) => ({ email: isLocal ? 'none' : email }));
		if (!isLocal) loops.emulator.inject({ kind: 'status', status: 400, times: COUNT });
		loops.emulator.inject({ kind: 'slow', delay: 2_000 });
		const running = loops.run(each(parametersOf.create), [...rows, { email: 'last@example.com' }], {
			onError: 'continueErrorOutput',
		});
		await expect
			.poll(() => loops.emulator.requests.length, { interval: 20, timeout: 30_000 })
			.toBe(isLocal ? 1 : COUNT + 1);
		expect(countOf(error)).toBeLessThan(COUNT / 5);
		expect(countOf(RunItem)).toBeLessThan(COUNT / 5);
		expect((await running).failed).toHaveLength(COUNT);
	},
	60_000,
);
