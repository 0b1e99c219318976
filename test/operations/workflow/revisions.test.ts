import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import {
	changeElsewhere,
	changes,
	inTrials,
	parametersFor,
	stateOf,
	TRIALS,
	withOptions,
	workflowIn,
	writes,
	written,
} from './workflows.mts';

const loops = useEmulator();

const rename = parametersFor['workflow update'];

describe.each(changes)('%s', (_name, parameters) => {
	it('sends the revision that it has just read', async () => {
		await loops.expectSuccess(parameters);
		const isTrials = JSON.stringify(parameters).includes(TRIALS);
		expect(written(loops)).toEqual([
			expect.objectContaining({ expectedRevisionId: isTrials ? 'rev_trials01' : null }),
		]);
	});

	it('changes nothing if the given revision is stale', async () => {
		const before = stateOf(loops);
		const { error } = await loops.run(withOptions(parameters, { expectedRevisionId: 'rev_old' }));
		expect(error?.message).toContain('The Loops workflow does not have the expected revision');
		expect(error?.description).not.toContain('not known');
		expect(stateOf(loops)).toBe(before);
		expect(loops.changes()).toHaveLength(1);
	});
});

describe("the option 'Expected Revision ID'", () => {
	it.each(['', '={{ null }}'])('means no revision if it is %j', async (empty) => {
		await loops.expectSuccess(withOptions(rename, { expectedRevisionId: empty }));
		expect(written(loops)).toEqual([{ expectedRevisionId: null, name: 'Welcome' }]);
	});

	it('is stale if it is empty and the workflow has a revision', async () => {
		const given = withOptions({ ...rename, ...inTrials }, { expectedRevisionId: '' });
		const { error } = await loops.run(given);
		expect(error?.httpCode).toBe('409');
	});
});

it('several items about one workflow change it in turn, each with the revision of the previous change', async () => {
	const names = ['One', 'Two', 'Three'];
	const { json } = await loops.run(
		{ ...rename, updateFields: { name: '={{ $json.name }}' } },
		names.map((name) => ({ name })),
	);
	expect(json.map(({ name }) => name)).toEqual(names);
});

describe('a refusal with 409', () => {
	it('with another message is not reported as a stale revision', async () => {
		const body = { message: 'Not now.' };
		loops.emulator.inject({ kind: 'body', status: 409, body, method: 'POST' });
		await loops.expectError(rename, 'Loops did not change the workflow (HTTP 409: Not now.)');
	});

	it('keeps a change that is made between reading and writing', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, method: 'POST', headers: noWait });
		const running = loops.run({ ...rename, ...inTrials });
		await writes(loops, 1);
		changeElsewhere(loops, TRIALS);
		const { error } = await running;
		expect(error?.httpCode).toBe('409');
		expect(workflowIn(loops, TRIALS).name).toBe('Trial reminders');
	});
});

const noWait = { 'retry-after': '1' };
