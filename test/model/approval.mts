import type { Seed } from '../emulator/seed.mts';
import { startEmulator } from '../emulator/server.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { source } from '../harness/loops.mts';
import { workflowWith } from '../harness/workflow.mts';

let approval: Promise<string> | undefined;

/** What Check gives for each campaign of a seed: all have the same email and audience. */
export const approvalOf = async (seed: Seed): Promise<string> =>
	await (approval ??= readApproval(seed));

async function readApproval(seed: Seed): Promise<string> {
	const { apiKey, baseUrl, close } = await startEmulator({ seed });
	const emailMessageId = { __rl: true, mode: 'id', value: 'message-0' };
	const check = { resource: 'emailMessage', operation: 'check', emailMessageId };
	const run = await runWorkflow(source, { apiKey, baseUrl }, workflowWith(check), [{ json: {} }]);
	await close();
	return String(outputOf(run, 'Loops')[0][0].json.approval);
}
