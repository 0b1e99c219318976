import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow, type ToolCalling } from '../harness/agent.mts';
import { type Identity, outputOf, runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const values = "={{ $fromAI('values', 'Values', 'json') }}";
const email = "={{ $fromAI('email', 'Address', 'string') }}";
const sends: Array<[string, string, IDataObject]> = [
	[
		'emails',
		'/v1/transactional',
		{ ...parametersOf.sendEmail, email, dataVariables: {}, options: { dataVariablesJson: values } },
	],
	[
		'events',
		'/v1/events/send',
		{ ...parametersOf.sendEvent, email, options: { eventPropertiesJson: values } },
	],
];
const callings: ToolCalling[] = ['itself', 'engine'];
const table = callings.flatMap((calling) =>
	sends.map(([kind, path, send]) => ({ kind, calling, path, send })),
);

const received = () => [...loops.emulator.outbox, ...loops.emulator.eventLog];
const call = (firstName: string) => ({ email: 'kim@example.com', values: { firstName } });

describe.each(table)(
	'$kind that an AI agent sends, calling by $calling',
	({ path, send, calling }) => {
		const runAgent = async (calls: IDataObject[][], settings = {}, identity: Identity = {}) => {
			const run = await runWorkflow(
				source,
				loops.credentials(),
				agentWorkflow(send, { ...settings, toolCalling: calling }),
				calls.map((each) => ({ json: { calls: each } })),
				identity,
			);
			expect(run.data.resultData.error?.message).toBeUndefined();
			return JSON.stringify(outputOf(run, 'Agent')[0]);
		};

		it('are two messages for two different calls', async () => {
			const answers = await runAgent([[call('one'), call('two')]]);
			expect(answers).not.toMatch(/deduplicated\W+true/);
			expect(received()).toHaveLength(2);
		});

		it('are one message for two calls that write the address in another case', async () => {
			const answers = await runAgent([[call('one'), { ...call('one'), email: 'Kim@Example.com' }]]);
			expect(answers).toMatch(/deduplicated\W+true/);
			expect(received()).toHaveLength(1);
		});

		it('are one message for two equal calls', async () => {
			const answers = await runAgent([[call('one'), call('one')]]);
			expect(answers).toMatch(/deduplicated\W+true/);
			expect(received()).toHaveLength(1);
		});

		it('give the model the reason for a refusal with On Error: Continue', async () => {
			loops.emulator.inject({ kind: 'status', status: 403, path });
			const answers = await runAgent([[call('one')]], { onError: 'continueRegularOutput' });
			expect(answers).toContain('HTTP 403');
			expect(answers).toContain('Check the API key in Loops');
		});

		it('are one message after Retry On Fail', async () => {
			// Loops sends the message, then a proxy answers 403.
			loops.emulator.inject({ kind: 'status', status: 403, path, after: true });
			await runAgent([[call('one')]], { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
			expect(loops.calls()).toHaveLength(2);
			expect(received()).toHaveLength(1);
		});
	},
);
