import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const p = parametersOf;

const validateOnly = { validateOnly: true };

it('names of properties are no more ready than the list of them can be read', async () => {
	const path = '/v1/contacts/properties';
	loops.emulator.inject({ kind: 'status', status: 403, path, times: 'always' });
	const json = { contactPropertiesFrom: 'json', contactPropertiesJson: '{"plnName":"x"}' };
	const { error } = await loops.run({ ...p.upsert, ...json, options: validateOnly });
	expect(error?.message).toContain('HTTP 403');
	expect(error?.description?.match(/Check it in Loops/g)).toHaveLength(1);
});

it.each([
	[0, true],
	[1, false],
])('a removal of which %i are left has a warning: %s', async (remaining, hasWarning) => {
	const contacts = [{ email: 'a@b.co', isSuppressed: true }];
	loops.emulator.reset({ contacts, removalQuota: { limit: 5, remaining } });
	const remove = { ...p.removeSuppression, email: 'a@b.co' };
	const { json } = await loops.run({ ...remove, options: validateOnly });
	expect(json[0].ready).toBe(true);
	expect(String(json[0].warnings).includes('0 of 5 were left')).toBe(hasWarning);
	// Where it is sent, Loops itself says so.
	const { error } = await loops.run(remove);
	expect(String(error?.description).includes('Loops would refuse it')).toBe(false);
});

describe('one of several items that can not be looked up', () => {
	const options = { ...validateOnly, oneItemAtATime: true };
	const failsAt = (index: number) => {
		const path = '/v1/contacts/find';
		for (let n = 0; n < index; n++) loops.emulator.inject({ kind: 'slow', delay: 0, path });
		loops.emulator.inject({ kind: 'status', status: 403, path });
	};

	it('counts among those that are only validated', async () => {
		failsAt(0);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { hints } = await loops.run({ ...p.subscribe, options }, [{}, {}], settings);
		expect(hints).toEqual(['Validate Only is on: nothing was sent. 1 ready, 1 failed.']);
	});

	it('stops the run, in which nothing is done', async () => {
		failsAt(1);
		const { error } = await loops.run({ ...p.subscribe, options }, [{}, {}, {}]);
		expect(error?.description).toContain('Of 3 items: 1 validated, 1 failed, 1 not started.');
		expect(error?.description).toContain('It is safe to run all items again.');
	});
});
