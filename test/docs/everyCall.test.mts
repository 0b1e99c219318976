import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { callShown, methodsOfClient } from '../harness/client.mts';
import { contentOutcomes } from '../harness/contentOutcomes.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, everyOperation } from '../harness/operations.mts';

const loops = useEmulator();

/** Calls in OpenAPI 1.22.2 that the client lacks. */
const NEWER = [
	'GET /campaigns/{campaignId}/metrics',
	'GET /transactional-emails/{transactionalId}/metrics',
	'GET /workflows/{workflowId}/nodes/{nodeId}/metrics',
];

describe('every call of the Loops API', () => {
	it('is made by an operation', async () => {
		const ofClient = [...(await methodsOfClient()).values()];
		expect(new Set(ofClient).size).toBeGreaterThan(60);
		const eventById = { __rl: true, mode: 'id', value: 'cm9event0signup0000000001' };
		const saved = contentParameters('transactionalEmail saveContent');
		const deleted = contentParameters('workflowNode delete');
		const runs: IDataObject[] = [
			...everyOperation.map(([, parameters]) => parameters),
			...contentOutcomes.map(([, parameters]) => parameters),
			{ ...contentParameters('event get'), eventName: eventById },
			{ ...saved, transactionalId: { __rl: true, mode: 'name', value: 'Welcome' } },
			{ ...deleted, deleteDownstream: true },
		];
		const made = new Set<string>();
		for (const parameters of runs) {
			loops.emulator.reset();
			await loops.run(parameters);
			for (const { method, path } of loops.emulator.requests) made.add(callShown(method, path));
		}
		expect([...ofClient, ...NEWER].filter((call) => !made.has(call))).toEqual([]);
	});
});
