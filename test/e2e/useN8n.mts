import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeAll, beforeEach, inject } from 'vitest';

import { type Emulator, startEmulator } from '../emulator/server.mts';
import { callsOf } from '../harness/calls.mts';
import { type NodeSettings, type WorkflowJson, workflowWith } from '../harness/workflow.mts';
import { type Execution, N8nClient, type StoredCredential } from './n8n/client.mts';
import { pinned } from './nodes.mts';

/** The project's n8n, with a new emulator and credential for each test. */
export interface N8nRig {
	readonly client: N8nClient;
	readonly emulator: Emulator;
	readonly credential: StoredCredential;
	/** The received requests, without look-ups of contact properties and events. */
	calls(): Emulator['requests'];
	/** Stores a workflow with the test's credential and returns its ID. */
	store(workflow: WorkflowJson): Promise<string>;
	/** Stores a workflow with new credentials for its services, by type. */
	storeWith(workflow: WorkflowJson, services: Record<string, object>): Promise<string>;
	/** Stores a workflow and runs it from its first node. */
	run(workflow: WorkflowJson): Promise<Execution>;
	/** Runs Start → Loops → Done and Failed, with `items` pinned to Start. */
	runLoops(
		parameters: IDataObject,
		items?: IDataObject[],
		settings?: NodeSettings,
	): Promise<Execution>;
}

/** @param keepsCredential all tests use one credential, which gets the key and URL of their emulator */
export function useN8n({ keepsCredential = false } = {}): N8nRig {
	let client: N8nClient;
	let emulator: Emulator;
	let credential: StoredCredential;

	beforeAll(async () => {
		client = await N8nClient.connect(inject('n8n').origin);
	});
	beforeEach(async () => {
		emulator = await startEmulator({ rateLimit: 100_000 });
		if (credential && keepsCredential) await client.updateCredential(credential, emulator);
		else credential = await client.createCredential(emulator);
	});
	afterEach(async () => await emulator.close());

	const store = async (workflow: WorkflowJson) => await client.createWorkflow(workflow, credential);
	const storeWith: N8nRig['storeWith'] = async (workflow, services) => {
		let { nodes } = workflow;
		for (const [type, data] of Object.entries(services)) {
			const stored = await client.createOther(type, data);
			nodes = nodes.map((node) =>
				node.credentials?.[type] ? { ...node, credentials: { [type]: stored } } : node,
			);
		}
		return await store({ ...workflow, nodes });
	};
	const run = async (workflow: WorkflowJson) =>
		await client.run(await store(workflow), workflow.nodes[0].name);
	return {
		get client() {
			return client;
		},
		get emulator() {
			return emulator;
		},
		get credential() {
			return credential;
		},
		calls: () => callsOf(emulator),
		store,
		storeWith,
		run,
		runLoops: async (parameters, items = [{}], settings = {}) =>
			await run(pinned(workflowWith(parameters, settings), items)),
	};
}
