import { expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

/** Each test compares the advice of an error with what a second run does. */
const change = (whenNotFound: string) => ({
	...parametersOf.update,
	email: '={{ $json.from }}',
	additionalFields: { changeEmailTo: '={{ $json.to }}' },
	options: { whenNotFound },
});
const kim = { from: 'kim@example.com', to: 'kim2@example.com' };
const ada = { from: 'ada@example.com', to: 'ada2@example.com' };
const bad = { from: 'bad', to: 'x@y.co' };

it.each([
	['foundFalse', kim, true],
	['noItem', kim, true],
	['error', kim, false],
	['error', { ...kim, to: 'Kim@Example.com' }, true],
])(
	'a stop after Change Email To says if a second run is safe: %s, %j: %s',
	async (whenNotFound, first, isSafe) => {
		const { error } = await loops.run(change(whenNotFound), [first, bad]);
		const again = await loops.run(change(whenNotFound), [first, ada]);
		expect(again.error === undefined).toBe(isSafe);
		expect(
			error?.description?.includes('It is safe to run the workflow again with all items'),
		).toBe(isSafe);
		expect(error?.description?.includes('those already done fail')).toBe(!isSafe);
	},
);

it.each([
	['foundFalse', 'It is safe to run the workflow again with this item'],
	['error', 'it refuses the second one'],
])(
	'Change Email To whose answers were lost says if a second run is safe: When Not Found %s',
	async (whenNotFound, advice) => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'PUT', times: 'always' });
		const { error } = await loops.run(change(whenNotFound), [kim]);
		expect(error?.description).toContain(advice);
		loops.emulator.clearFaults();
		const again = await loops.run(change(whenNotFound), [kim]);
		expect(again.error === undefined).toBe(whenNotFound === 'foundFalse');
	},
);

it('Change Email To explains that another contact may have the address', async () => {
	const { error } = await loops.run(change('error'), [{ ...kim, to: ada.from }]);
	expect(error?.description).toContain(
		"Another contact may already have the email in 'Change Email To'",
	);
});
