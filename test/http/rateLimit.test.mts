import { describe, expect, it } from 'vitest';

import type { EmulatorOptions } from '../emulator/server.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator, methods } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

// test/limiter and `npm run bench` measure how well the limit is used; these tests check items.
const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `person${n}@example.com` }));
const upsert = { ...parametersOf.upsert, email: '={{ $json.email }}' };

const windows: EmulatorOptions[] = [{ rateAlgorithm: 'fixed' }, { rateAlgorithm: 'sliding' }];

describe.each(windows)('the node with a limit of 10 per second: %o', (options) => {
	const loops = useEmulator({ rateLimit: 10, processing: 'lognormal:20:0.6', ...options });

	it('completes three executions at a time', async () => {
		const [one, other, lists] = await Promise.all([
			loops.run(upsert, people(15)),
			loops.run(upsert, people(15)),
			loops.run({ resource: 'mailingList', operation: 'getAll' }),
		]);
		expect([one, other, lists].map(({ json }) => json.length)).toEqual([15, 15, 3]);
	});

	it('completes a run after an unexpected 429', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, times: 3 });
		const { json } = await loops.run(upsert, people(12));
		expect(json).toHaveLength(12);
	});
});

describe('a long run', () => {
	const loops = useEmulator({ rateLimit: 10 });
	const find = { resource: 'contact', operation: 'find', email: 'kim@example.com' };

	it('leaves room for a single item, a dropdown and another run', async () => {
		let isImportOver = false;
		const long = runWorkflow(
			source,
			loops.credentials(),
			workflowWith(upsert),
			people(100).map((json) => ({ json })),
		);
		void long.then(() => {
			isImportOver = true;
		});
		await expect.poll(() => loops.emulator.requests.length).toBeGreaterThan(1);
		const single = await loops.run(find);
		const getMailingLists = methods.loadOptions.getMailingLists;
		const lists = await getMailingLists.call(loops.editor(find));
		const other = await loops.run(upsert, people(20));
		expect([single.json.length, lists?.length, other.json.length]).toEqual([1, 3, 20]);
		expect(isImportOver).toBe(false);
		expect(loops.emulator.contacts().length).toBeLessThan(5 + 100);
		long.cancel();
		expect((await long).status).toBe('canceled');
	});
});

describe('a look-up before the items', () => {
	const loops = useEmulator();
	const path = '/v1/contacts/properties';
	const unknown = (options: object) => ({
		...upsert,
		additionalFields: { contactPropertiesJson: '{ "zodiac": "x" }' },
		options: { ...options },
	});

	it("waits through a long rate limit for Don't Send", async () => {
		const headers = { 'retry-after': '3' };
		loops.emulator.inject({ kind: 'status', status: 429, path, times: 2, headers });
		const { error } = await loops.run(unknown({ unknownProperties: 'dontSend' }), people(1));
		expect(error?.message).toBe("The account has no contact property 'zodiac' [item 0]");
	});
});
