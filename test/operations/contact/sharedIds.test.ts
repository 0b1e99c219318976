import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

const byBoth = {
	findBy: 'emailAndUserId',
	email: '={{ $json.email }}',
	userId: '={{ $json.id }}',
};
const write: Array<[string, IDataObject]> = [
	['Contact > Create or Update', { ...parametersOf.upsert, ...byBoth }],
	['Event > Send', { ...parametersOf.sendEvent, ...byBoth }],
];
const Continue = { onError: 'continueRegularOutput' } as const;

describe.each(write)('%s by email and user ID', (_name, parameters) => {
	it('does not give the contact of one person to the next who shares a number', async () => {
		const items = Array.from({ length: 40 }, (_, at) => ({ email: `p${at}@b.co`, id: at % 8 }));
		const people = items.map((item) => ({ ...item, id: `c${item.id}` }));
		const { json } = await loops.run(parameters, people, Continue);
		const failed = json.flatMap(({ error }) =>
			error ? String((error as IDataObject).message) : [],
		);
		expect(failed).toHaveLength(32);
		expect(failed[0]).toBe(
			"'User ID' c0 already belongs to p0@b.co in item 0: p8@b.co would replace that email [item 8]",
		);
		for (let at = 0; at < 8; at++) expect(loops.emulator.contact(`p${at}@b.co`)).toBeDefined();
	});

	it('takes the same person twice, in any case', async () => {
		const items = ['Kim@b.co', 'kim@b.co'].map((email) => ({ email, id: 'k1' }));
		await loops.expectSuccess(parameters, items);
	});

	it('frees the user ID of an item that failed', async () => {
		const path = /contacts.update|events.send/;
		let isFirst = true;
		loops.onRequest = (request) =>
			isFirst && path.test(request.path)
				? { fault: { kind: 'status', status: ((isFirst = false), 403) } }
				: undefined;
		const items = ['old@b.co', 'kim@b.co'].map((email) => ({ email, id: 'k2' }));
		const { json } = await loops.run(parameters, items, Continue);
		expect(json.map(({ error }) => Boolean(error))).toEqual([true, false]);
	});

	/** Loops refuses the write of one item. */
	const refuse = (at: number) => {
		let seen = 0;
		loops.onRequest = ({ method, path }) =>
			method !== 'GET' && /contacts.update|events.send/.test(path) && seen++ === at
				? { fault: { kind: 'status', status: 403 } }
				: undefined;
	};

	it('keeps the user ID of a person whose second write failed', async () => {
		refuse(1);
		const items = ['kim@b.co', 'kim@b.co', 'ada@b.co'].map((email) => ({ email, id: 'k5' }));
		const { json } = await loops.run(parameters, items, Continue);
		expect(json.map(({ error }) => Boolean(error))).toEqual([false, true, true]);
		expect(loops.emulator.contact('kim@b.co')).toMatchObject({ userId: 'k5' });
	});

	it('does not warn of a user ID that was not written', async () => {
		refuse(0);
		const items = ['k6', 'k7'].map((id) => ({ email: 'kim@b.co', id }));
		const { hints } = await loops.run(parameters, items, Continue);
		expect(hints.join()).not.toContain('two user IDs');
	});

	it('warns of one address with two user IDs', async () => {
		const items = ['k3', 'k4'].map((id) => ({ email: 'kim@b.co', id }));
		const { hints } = await loops.run(parameters, items, Continue);
		expect(hints.join()).toContain('kim@b.co has two user IDs in this run, k3 and k4');
	});

	it.each(['-', 'n/a', 'N/A'])('leaves out the user ID %s, which is of nobody', async (id) => {
		const items = ['a@b.co', 'b@b.co'].map((email) => ({ email, id }));
		const { json, hints } = await loops.run(parameters, items);
		expect(json).toHaveLength(2);
		expect(hints.join()).toContain("'User ID' can't be");
		expect(loops.changes().every(({ body }) => !('userId' in (body as object)))).toBe(true);
	});
});
