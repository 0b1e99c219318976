import type { IDataObject, INode, IRun } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { startEmulator } from '../emulator/server.mts';
import { retryWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();
const kim = { email: 'kim@example.com', id: 'u1' };
const ada = { email: 'ada@example.com', id: 'u2' };
const sends: Array<[string, string, IDataObject]> = [
	['emails', '/v1/transactional', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['events', '/v1/events/send', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
];
const received = () => [...loops.emulator.outbox, ...loops.emulator.eventLog].length;

/** n8n's "Retry with currently saved workflow". */
async function retryWith(parameters: IDataObject, failed: IRun) {
	const json = workflowWith(parameters);
	for (const each of failed.data.executionData?.nodeExecutionStack ?? []) {
		each.node = json.nodes.find(({ name }) => name === 'Loops') as INode;
	}
	return await retryWorkflow(source, loops.credentials(), json, failed);
}

it.each(sends)('a Retry with another account sends all %s there', async (_kind, path, send) => {
	const right = await startEmulator({ apiKey: 'key-of-another-team' });
	try {
		loops.emulator.inject({ kind: 'slow', delay: 0, path });
		loops.emulator.inject({ kind: 'status', status: 403, path });
		const { run } = await loops.run(send, [kim, ada]);
		const { apiKey, baseUrl } = right;
		await retryWorkflow(source, { apiKey, baseUrl }, workflowWith(send), run);
		expect([...right.eventLog, ...right.outbox].map(({ email }) => email)).toEqual([
			kim.email,
			ada.email,
		]);
	} finally {
		await right.close();
	}
});

it.each(sends)(
	'a changed key sends no %s again after a lost answer',
	async (_kind, _path, send) => {
		const loseAnswers = () =>
			loops.emulator.inject({ kind: 'resetAfter', times: 5, method: 'POST' });
		loseAnswers();
		const automatic = await loops.run(send, [kim]);
		await retryWith({ ...send, options: { sendOnlyOnceFor: '={{ $json.email }}' } }, automatic.run);
		expect(received()).toBe(1);

		loseAnswers();
		const ofExecution = { sendOnlyOnceFor: '={{ $execution.id }}-{{ $json.email }}' };
		const own = await loops.run({ ...send, options: ofExecution }, [ada]);
		await retryWith({ ...send, options: ofExecution }, own.run);
		expect(received()).toBe(2);
	},
);

it('another spelling of the recipient is the same message in a Retry', async () => {
	const [[, path, send]] = sends;
	loops.emulator.inject({ kind: 'slow', delay: 0, path });
	loops.emulator.inject({ kind: 'status', status: 403, path });
	const { run } = await loops.run(send, [{ email: 'Kim@Example.com' }, ada]);
	await retryWith({ ...send, email: '={{ $json.email.toLowerCase() }}' }, run);
	expect(received()).toBe(2);
});
