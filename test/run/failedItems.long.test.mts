import { queryObjects } from 'node:v8';
import { NodeError } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Item } from '../../nodes/Loops/run/item';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({}, { time: 'real' });

const COUNT = 100;

/**
 * Counts the instances in memory, those of subclasses included. It looks at everything in memory,
 * which takes more than a second. The types of Node.js 20 lack `queryObjects`.
 */
const countOf = (constructor: unknown) =>
	(queryObjects as unknown as (of: unknown, options: object) => number)(constructor, {
		format: 'count',
	});

it('an item that the node or Loops refuses leaves only its output in memory', async () => {
	const refusedByLoops = sampleItems(COUNT).map(({ email }) => ({ email }));
	const refusedByNode = refusedByLoops.map(() => ({ email: 'none' }));
	loops.emulator.inject({ kind: 'status', status: 400, times: COUNT });
	loops.emulator.inject({ kind: 'slow', delay: 2_000 });
	const running = loops.run(
		each(parametersOf.create),
		[...refusedByNode, ...refusedByLoops, { email: 'last@example.com' }],
		{ onError: 'continueErrorOutput' },
	);
	await expect
		.poll(() => loops.emulator.requests.length, { interval: 20, timeout: 30_000 })
		.toBe(COUNT + 1);
	// NodeOperationError and NodeApiError.
	expect(countOf(NodeError)).toBeLessThan(COUNT / 5);
	expect(countOf(Item)).toBeLessThan(COUNT / 5);
	expect((await running).failed).toHaveLength(2 * COUNT);
}, 60_000);
