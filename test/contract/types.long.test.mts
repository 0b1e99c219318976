import { expect, it } from 'vitest';

import { clientOf } from '../emulator/sdkClient.mts';
import { callShown, methodsOfClient } from '../harness/client.mts';
import { SAME } from '../harness/clientCalls.mts';
import { contentOutcomes } from '../harness/contentOutcomes.mts';
import { contradictions, takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const loops = useEmulator();
const calls = new Set((await methodsOfClient()).values());

/** Metrics and workflow groups are newer than the client. It lists emails from the path that replaced this one. */
const NOT_IN_CLIENT = [
	'GET /campaigns/{campaignId}/metrics',
	'GET /transactional',
	'GET /transactional-emails/{transactionalId}/metrics',
	'GET /workflow-groups',
	'GET /workflow-groups/{workflowGroupId}',
	'GET /workflows/{workflowId}/nodes/{nodeId}/metrics',
	'POST /workflow-groups',
	'POST /workflow-groups/{workflowGroupId}',
];

it('are declared for every call of the node but the newest', async () => {
	const unknown = new Set<string>();
	const runs = [...everyOperation, ...contentOutcomes].map(([, parameters]) => parameters);
	for (const parameters of [...runs, ...SAME.map(([, , parameters]) => parameters)]) {
		loops.emulator.reset();
		await loops.run(parameters);
		for (const { method, path } of loops.emulator.requests) {
			const call = callShown(method, path);
			if (!calls.has(call)) unknown.add(call);
		}
	}
	expect([...unknown].sort()).toEqual(NOT_IN_CLIENT);
});

it('are those of every answer to the client itself', async () => {
	for (const [method, given] of SAME) {
		loops.emulator.reset();
		const client = clientOf(loops.emulator);
		const call = client[method] as (...args: unknown[]) => Promise<unknown>;
		await call.apply(client, given).catch(() => undefined);
	}
	expect(takeContradictions()).toEqual([]);
});

const request = {
	at: 0,
	method: 'GET',
	path: '/v1/lists',
	query: {},
	headers: {},
	body: undefined,
	status: 200,
	processed: true,
};
const ofNode = { method: 'POST', path: '/v1/themes', headers: { 'user-agent': 'n8n' } };

it.each([
	['a field gone', request, [{ id: 'l1' }], "required property 'name'"],
	['another type', { ...request, path: '/v1/api-key' }, { success: 1, teamName: 'A' }, 'success'],
	[
		'a refusal without a message',
		{ ...request, status: 404 },
		{ success: false, reason: 'none' },
		'refusal',
	],
	[
		'a field more in what the node sends',
		{ ...request, ...ofNode, status: 400, body: { name: 'A', css: '' } },
		{ message: 'No' },
		'given to createTheme: data/0 must NOT have additional properties',
	],
])('tell %s', (_, received, answer, words) => {
	const found = contradictions(received, JSON.stringify(answer));
	expect(found).toEqual([expect.stringContaining(words)]);
});
