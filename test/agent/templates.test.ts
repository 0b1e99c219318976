import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow, type ToolCalling } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { sendEvent, subscribe, update, upsert } = parametersOf;
const id = "{{ $fromAI('id', 'What it is about', 'string') }}";

/** Calls the node as an AI agent and returns the answers. */
async function callTool(parameters: IDataObject, calls: IDataObject[], toolCalling: ToolCalling) {
	const workflow = agentWorkflow(parameters, { toolCalling });
	const run = await runWorkflow(source, loops.credentials(), workflow, [{ json: { calls } }]);
	return JSON.stringify(outputOf(run, 'Agent')[0]);
}

const CALLS: Array<[field: string, parameters: IDataObject]> = [
	['Send Only Once: Key', { ...sendEvent, options: perKey(`=order-${id}`) }],
	['Send Only Once: Key', { ...sendEvent, options: perRawKey(`=order-${id}`) }],
	['Event Name', { ...sendEvent, eventName: { __rl: true, mode: 'name', value: `=e-${id}` } }],
	['User ID', { ...upsert, findBy: 'userId', userId: `=user_${id}` }],
	['Email', { ...upsert, email: `=kim+${id}@example.com` }],
	['Change Email To', { ...update, additionalFields: { changeEmailTo: `=kim+${id}@example.com` } }],
	['Mailing List Names or IDs', { ...subscribe, mailingList: `=cm9list${id}` }],
];

describe.each<ToolCalling>(['itself', 'engine'])('an AI agent that calls by %s', (calling) => {
	it.each(CALLS)(
		'gets an error if it leaves part of a value blank: %s',
		async (field, parameters) => {
			// n8n's schema forbids null for an agent that calls by itself.
			const blanks = [
				'',
				' ',
				'null',
				'NULL',
				' undefined\n',
				...(calling === 'engine' ? [null] : []),
			];
			for (const blank of blanks) {
				const answer = await callTool(parameters, [{ id: blank }], calling);
				expect(answer, JSON.stringify(blank)).toContain(`'${field}': {{ $fromAI('id'`);
			}
			expect(loops.emulator.requests).toEqual([]);
		},
	);
});
