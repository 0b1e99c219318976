import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { EMAIL, nodeIn, parametersFor, stateOf, TIMER, WELCOME, workflowIn } from './workflows.mts';

const loops = useEmulator();

const deletion = parametersFor['workflow delete'];
const discardQueuedContacts = true;

const changes = [
	['changing the mailing list', parametersFor['workflow changeMailingList']],
	['deleting a node', parametersFor['workflowNode delete']],
	[
		'deleting a node with what follows',
		{ ...parametersFor['workflowNode delete'], deleteDownstream: true },
	],
] as const;

describe.each(changes)('%s while contacts are queued', (_what, parameters) => {
	it('fails, counts them, and names the switch', async () => {
		nodeIn(loops, WELCOME, EMAIL).queued = 3;
		const before = stateOf(loops);
		const { json, error } = await loops.run(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toContain('Loops changed nothing: 3 queued contacts');
		expect(error?.description).toContain("'Discard Queued Contacts'");
		expect(stateOf(loops)).toBe(before);
	});

	it('counts as nothing done in the advice on a second run', async () => {
		nodeIn(loops, WELCOME, EMAIL).queued = 3;
		const { error } = await loops.run(parameters, [{}, {}]);
		expect(error?.description).toContain('Of 2 items: 1 failed, 1 not started');
		expect(error?.description).not.toMatch(/run the workflow again with all items/i);
	});

	it('removes them if the switch is on', async () => {
		nodeIn(loops, WELCOME, EMAIL).queued = 3;
		const { json } = await loops.run({ ...parameters, discardQueuedContacts });
		expect(json).toMatchObject([{ queuedContactCount: 3 }]);
		expect(workflowIn(loops, WELCOME).nodes.get(EMAIL)?.queued ?? 0).toBe(0);
	});
});

describe('deleting a workflow', () => {
	const busy = {
		'is sending': () => {
			workflowIn(loops, WELCOME).status = 'Sending';
		},
		'has queued contacts': () => {
			nodeIn(loops, WELCOME, TIMER).queued = 1;
		},
	};

	it.each(Object.entries(busy))('that %s needs the switch', async (_state, make) => {
		make();
		const { error } = await loops.run(deletion);
		expect(error?.message).toContain('The Loops workflow is sending or has queued contacts');
		expect(error?.description).toContain("turn on 'Discard Queued Contacts'");
		expect(loops.emulator.content.workflows.has(WELCOME)).toBe(true);
		const { json } = await loops.run({ ...deletion, discardQueuedContacts });
		expect(json).toEqual([{ id: WELCOME, deleted: true, status: 'deleted' }]);
		expect(loops.emulator.content.workflows.has(WELCOME)).toBe(false);
	});

	it('sends no confirmation without the switch', async () => {
		await loops.run(deletion);
		expect(loops.calls().at(-1)).toMatchObject({
			method: 'DELETE',
			path: `/v1/workflows/${WELCOME}`,
			body: { expectedRevisionId: null },
		});
	});
});
