import type { Logger } from 'n8n-workflow';
import { expect, it, onTestFinished, vi } from 'vitest';

import { agentWorkflow } from '../harness/agent.mts';
import { runWorkflow } from '../harness/engine.mts';
import { Container, requireOfCore } from '../harness/instance.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ rateLimit: 10 });

const backend = requireOfCore('@n8n/backend-common') as { Logger: new () => Logger };

/** What the node writes to n8n's log. */
function logged(): string[] {
	const lines: string[] = [];
	const info = vi
		.spyOn(Container.get(backend.Logger), 'info')
		.mockImplementation((line) => void lines.push(line));
	onTestFinished(() => info.mockRestore());
	return lines;
}

it('a run writes its counts to the log of n8n every half minute', async () => {
	const lines = logged();
	await loops.run(each(parametersOf.upsert), sampleItems(700));
	const counted = /^Loops \(execution \S+\): Of 700 items: (\d+) done, \d+ not started\.$/;
	const counts = lines.map((line) => Number(counted.exec(line)?.[1]));
	expect(counts).toEqual([expect.any(Number), expect.any(Number)]);
	expect(counts[0]).toBeLessThan(counts[1]);
});

it('a run of less than half a minute writes nothing to the log', async () => {
	const lines = logged();
	await loops.run(each(parametersOf.upsert), sampleItems(200));
	expect(lines).toEqual([]);
});

it('a tool writes nothing to the log', async () => {
	const lines = logged();
	loops.emulator.inject({ kind: 'hang', times: 2 });
	const calls = [{ json: { calls: [{}] } }];
	await runWorkflow(source, loops.credentials(), agentWorkflow(parametersOf.upsert), calls);
	expect(loops.calls()).toHaveLength(3);
	expect(lines).toEqual([]);
});
