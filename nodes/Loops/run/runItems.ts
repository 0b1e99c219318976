import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { RunItem } from './item';
import { missingFields, notTold } from './missingFields';
import { nodeErrorOf } from './failure';
import { Scheduler, type Task } from './scheduler';
import { startRun } from './startRun';

/**
 * The item loop. This loop and http/ are why the node is not declarative. Declarative routing starts all
 * items at once, so a long run exceeds Loops' limit of 10 requests per second. It can't stop at a failed
 * item before later emails leave. It neither waits for the rate limit nor decides per call when to retry.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const total = node.getInputData().length;
	if (total === 0) return [[]];
	const canceled = node.getExecutionCancelSignal();
	const run = await startRun(node, total);
	const scheduler = new Scheduler(canceled);
	const output: INodeExecutionData[][] = [];
	let hasFailed = false;

	const taskOf = (index: number): Task => {
		const item = new RunItem(run, index);
		return {
			locks: () => item.locks(),
			work: async (turn) => {
				if (turn.signal.aborted) return;
				const handle = item.handle(turn);
				try {
					output[index] = await item.perform(handle);
				} catch (caught) {
					const continues = node.continueOnFail();
					if (turn.signal.aborted) return run.report.countEnded(handle.recordMaybeSent());
					if (!continues) scheduler.stopAt(index);
					const failed = item.fail(caught, handle);
					if (continues) output[index] = [failed];
					else hasFailed = true;
				}
			},
		};
	};
	await scheduler.run(total, run.concurrency, taskOf).finally(() => run.end());
	const hasNext = node.getChildNodes(node.getNode().name).length > 0;
	if (canceled?.aborted) throw run.report.canceledError(node.getNode(), hasNext);
	const missing = run.hasRead ? missingFields(node) : [];
	if (hasFailed) {
		const isSend = node.getNodeParameter('operation', 0, '') === 'send';
		const { isSubWorkflow, isToolCall: isForModel } = run.memory;
		const { index, texts } = run.report.stopped(hasNext, isSend && isSubWorkflow, missing);
		throw nodeErrorOf(texts, node.getNode(), { index, isForModel });
	}
	node.addExecutionHints(...run.report.hints(notTold(node, missing)));
	return [output.flat()];
}
