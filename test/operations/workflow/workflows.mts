import { type IDataObject, sleep } from 'n8n-workflow';

import type { Workflow, WorkflowNode } from '../../emulator/content/records.mts';
import type { Rig } from '../../harness/loops.mts';
import { byId, contentOperations } from '../../harness/operations.mts';

export const WELCOME = 'cm9workflow0welcome00001';
export const TRIALS = 'cm9workflow0trials000001';
export const EMAIL = 'cm9node0email00000000001';
export const TIMER = 'cm9node0timer00000000001';
export const BRANCH = 'cm9node0branch0000000001';
export const TEAMS = 'cm9node0teams00000000001';
export const NEWS = 'cm9list0productnews000002';

/** The operations of both resources: name, parameters with which each makes its change. */
export const operations = contentOperations.filter(([name]) => /^workflow(Node)? /.test(name));

export const parametersFor = Object.fromEntries(operations);

/** The operations that change an existing workflow. */
export const changes = operations.filter(([name]) => !/ get|^workflow create/.test(name));

export const inTrials = { workflowId: byId(TRIALS) };

export function workflowIn(loops: Rig, id: string): Workflow {
	const found = loops.emulator.content.workflows.get(id);
	if (!found) throw new Error(`There is no workflow ${id}`);
	return found;
}

export function nodeIn(loops: Rig, workflowId: string, id: string): WorkflowNode {
	const found = workflowIn(loops, workflowId).nodes.get(id);
	if (!found) throw new Error(`There is no node ${id}`);
	return found;
}

/** All workflows as text, to find any change. */
export const stateOf = (loops: Rig): string =>
	JSON.stringify(
		[...loops.emulator.content.workflows.values()].map(({ nodes, ...rest }) => [rest, ...nodes]),
	);

/** A change that someone makes in Loops meanwhile. */
export const changeElsewhere = (loops: Rig, id = WELCOME): void => {
	workflowIn(loops, id).revision = 'rev_elsewhere';
};

/** The bodies of all requests except reads. */
export const written = (loops: Rig): unknown[] =>
	loops
		.calls()
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => body);

/** Waits until that many writes have arrived. */
export async function writes(loops: Rig, count: number): Promise<void> {
	while (written(loops).length < count) await sleep(1);
}

export const withOptions = (parameters: IDataObject, options: IDataObject): IDataObject => ({
	...parameters,
	options,
});
