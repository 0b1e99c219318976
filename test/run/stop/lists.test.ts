import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

describe('the error of a stopped run', () => {
	it('counts all items as done that share one list', async () => {
		const { error } = await loops.run(
			{ ...parametersOf.getProperties, properties: '={{ $json.which }}' },
			[{ which: 'all' }, { which: 'all' }, { which: 'mine' }],
		);
		expect(loops.emulator.requests).toHaveLength(1);
		expect(error?.description).toContain('Of 3 items: 2 done, 1 failed');
		expect(error?.description).toContain('It is safe to run the workflow again with all items.');
	});

	it('does not call a failed validation safe to run again', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, times: 'always' });
		const { error } = await loops.run({ ...parametersOf.update, options: { validateOnly: true } }, [
			{},
			{},
		]);
		expect(error?.description).toContain('Of 2 items: 1 failed, 1 not started');
		expect(error?.description).not.toContain('safe');
	});
});

it('the hints in the output pane have the type warning for problems and info for the summary', async () => {
	const { run } = await loops.run({
		...parametersOf.upsert,
		additionalFields: { contactPropertiesJson: '{ "seat": 1 }' },
		options: { validateOnly: true },
	});
	const hints = run.data.resultData.runData.Loops[0].hints ?? [];
	expect(hints.map(({ type, location }) => [type, location])).toEqual([
		['warning', 'outputPane'],
		['info', 'outputPane'],
	]);
});
