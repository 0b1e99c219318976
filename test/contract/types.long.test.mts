import Ajv from 'ajv';
import { expect, it } from 'vitest';

import { clientOf } from '../emulator/sdkClient.mts';
import { callShown, methodsOfClient } from '../harness/client.mts';
import { SAME } from '../harness/clientCalls.mts';
import { typesOfClient } from '../harness/clientTypes.mts';
import { contentOutcomes } from '../harness/contentOutcomes.mts';
import { contradictions, EXCEPTIONS, takeContradictions } from '../harness/contradictions.mts';
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
	...{ at: 0, method: 'GET', path: '/v1/lists', query: {}, headers: {}, body: undefined },
	...{ status: 200, processed: true },
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

it('have no exception that nothing needs', async () => {
	const { methods, refusal } = typesOfClient([]);
	const { baseUrl, apiKey } = loops.emulator;
	const ask = async (key: string, path: string, body?: object) => {
		const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
		const init = { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) };
		return (await (await fetch(baseUrl + path, init)).json()) as object;
	};
	const welcome = { transactionalId: 'cm8tx0welcome00000000001a', email: 'kim@example.com' };
	const refusals = [
		await ask(apiKey, '/campaigns/none'),
		await ask('wrong-example-key', '/api-key'),
		await ask(apiKey, '/transactional', welcome),
	];
	const takes = (schema: object) =>
		refusals.map((each) => new Ajv({ strict: false }).validate(schema, each));
	expect(takes(refusal)).toEqual([false, false, false]);
	expect(EXCEPTIONS.refusals.map(({ schema }) => takes(schema).indexOf(true))).toEqual([0, 1, 2]);
	const { nodes, ...workflow } = loops.emulator.content.workflows.get('cm9workflow0welcome00001')!;
	const path = `/workflows/${workflow.id}/nodes/${[...nodes.keys()][1]}`;
	const changed = await ask(apiKey, path, { expectedRevisionId: null, payload: { amount: 3 } });
	const { required } = methods.get('updateWorkflowNode')!.answer;
	const absent = (required as string[]).filter((field) => !(field in changed));
	expect(absent).toEqual(EXCEPTIONS.optional.map(({ field }) => field));
});
