import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RunItem } from './item';
import { Scheduler } from './scheduler';
import { startRun } from './startRun';

/**
 * The item loop, and with http/ the reason why this node is programmatic: declarative routing starts
 * all items at once, so that most of a long run exceeds Loops' limit of 10 requests per second; it
 * can't stop at a failed item, when the emails after it have left already; and it neither waits for
 * the rate limit nor retries, which takes a decision for each kind of call.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const total = node.getInputData().length;
	if (total === 0) return [[]];
	const canceled = node.getExecutionCancelSignal();
	const run = await startRun(node, total);
	const scheduler = new Scheduler(canceled);
	const output: INodeExecutionData[][] = [];
	let hasFailed = false;

	await scheduler.run(total, run.concurrency, (index) => {
		const item = new RunItem(run, index);
		return {
			locks: () => item.locks(),
			work: async (turn) => {
				if (turn.isSkipped) return;
				try {
					output[index] = await item.perform(turn);
				} catch (caught) {
					if (turn.isSkipped) return item.noteMaybeSent();
					const failed = item.fail(caught);
					if (node.continueOnFail()) output[index] = [failed.output];
					else {
						hasFailed = true;
						scheduler.stopAt(index);
					}
				}
			},
		};
	});
	run.end();
	if (canceled?.aborted) {
		// With this word in the message n8n marks the execution as canceled, not as failed.
		throw new NodeOperationError(node.getNode(), 'The execution was canceled');
	}
	if (hasFailed) throw run.report.stopError();
	node.addExecutionHints(...run.report.hints());
	return [output.flat()];
}
